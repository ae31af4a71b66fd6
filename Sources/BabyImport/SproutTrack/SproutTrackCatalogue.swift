import BabyModel

/// Whom and what the rows of a Sprout Track backup name by an id: children, caretakers, medicines, foods.
struct SproutTrackCatalogue {
  struct Medicine {
    var name: String
    /// The least time until the next dose, in seconds.
    var interval: Int?
  }

  struct Food {
    var name: String
    var isAllergen: Bool
  }

  /// How many of each are known at most. What comes after them is as if it were not there.
  private static let most = 10_000

  /// By what each child may be called here, the likeliest first.
  private(set) var children: [String: [String]] = [:]
  private var firstNames: Set<String> = []
  private var deletedChildren: Set<String> = []
  private(set) var caretakers: [String: String] = [:]
  private(set) var medicines: [String: Medicine] = [:]
  private(set) var foods: [String: Food] = [:]

  /// Learns of a child. Two may have the same first name: then the later one is called by its whole name alone.
  ///
  /// - Returns: what it is called; nil for one that was deleted.
  mutating func add(child fields: JSONFields) -> String? {
    guard children.count < Self.most, deletedChildren.count < Self.most, let id = Self.id(fields) else { return nil }
    guard fields["deletedAt"].isEmpty else {
      deletedChildren.insert(id)
      return nil
    }
    let first = fieldText(fields["firstName"]) ?? ""
    let full = normalised(first + " " + (fieldText(fields["lastName"]) ?? ""))
    let isOnly = !first.isEmpty && firstNames.insert(ImportTargets.key(first)).inserted
    children[id] = isOnly ? [first, full] : [full]
    return children[id]?.first
  }

  /// Whether nothing is kept of a child any more.
  func isDeleted(child id: String) -> Bool { deletedChildren.contains(id) }

  /// Only the name is looked at: the row has a password, too.
  mutating func add(caretaker fields: JSONFields) {
    guard caretakers.count < Self.most, let id = Self.id(fields), let name = Self.name(fields) else { return }
    // The name of the family's shared login.
    if name != "system" { caretakers[id] = name }
  }

  mutating func add(medicine fields: JSONFields) {
    guard medicines.count < Self.most, let id = Self.id(fields), let name = Self.name(fields) else { return }
    medicines[id] = Medicine(name: name, interval: Self.interval(fields["doseMinTime"]))
  }

  mutating func add(food fields: JSONFields) {
    guard foods.count < Self.most, let id = Self.id(fields), let name = Self.name(fields) else { return }
    foods[id] = Food(name: name, isAllergen: fields.isTrue("commonAllergen"))
  }

  private static func id(_ fields: JSONFields) -> String? {
    let id = fields["id"]
    return id.isEmpty || id.utf8.count > 64 ? nil : id
  }

  private static func name(_ fields: JSONFields) -> String? { fieldText(fields["name"]) }

  /// Reads "06:00", hours and minutes, and "01:00:00", which has days before them.
  private static func interval(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { plainInteger($0, digits: 2) }
    guard parts.count == 2 || parts.count == 3, !parts.contains(nil) else { return nil }
    let numbers = Array([0, 0, 0] + parts.compactMap(\.self)).suffix(3)
    let seconds = zip(numbers, [86_400, 3600, 60]).reduce(0) { $0 + $1.0 * $1.1 }
    return (60...31 * 86_400).contains(seconds) ? seconds : nil
  }
}
