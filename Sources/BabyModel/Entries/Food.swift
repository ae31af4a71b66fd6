extension KindDeclaration {
  /// Solid food that was tried or eaten.
  public static let food = KindDeclaration(
    "food", title: "Food", noun: "a food", example: "food banana liking loved",
    alsoCalled: ["solid food", "solids", "solid", "foods"],
    fields: [
      FieldDeclaration("foods", heading: "name", .text, isRequired: true, "Food: what was eaten, with commas between."),
      FieldDeclaration(
        "liking", heading: "type", .choice(["loved", "liked", "unsure", "disliked", "refused"]),
        "Food: how it was taken."),
      FieldDeclaration("reaction", .text, "Food: what was seen afterwards, in the parents' words."),
      FieldDeclaration("allergens", .text, "Food: what in it is an allergen, as the parents name it."),
    ])

  /// The foods of an entry, each as it was written.
  public static func foods(in content: EntryContent) -> [String] {
    guard case .declared(let kind, let values) = content, kind == .food, case .text(let text)? = values.first else {
      return []
    }
    return text.split(separator: ",").map { String($0.trimmed) }.filter { !$0.isEmpty }
  }
}

/// A food, by all that was logged of it.
public struct TriedFood: Hashable, Sendable {
  /// As it was written last.
  public var name: String
  /// When it was tried for the first time.
  public var first: Entry
  public var last: Entry
  public var count = 0
  /// How the child liked it, as last recorded: "loved"
  public var liking: String?
  /// Reactions in the parents' words, the latest first; after a meal of several foods, any of them may be the cause.
  public var reactions: [String] = []
  /// The allergens in it, as the parents name them, the latest first.
  public var allergens: [String] = []

  /// The maximum number of different reactions, or allergens, of a food.
  fileprivate static let mostTexts = 5
}

/// The foods that a child has tried. Upper and lower case are the same food.
public struct TriedFoods: Sendable {
  private var byName: [String: TriedFood] = [:]

  public init() {}

  /// The one that was tried first last.
  public var all: [TriedFood] {
    byName.values.sorted { ($0.first.start, $0.first.id, $1.name) > ($1.first.start, $1.first.id, $0.name) }
  }

  /// Adds an entry that is older than all before; entries without a food are ignored.
  public mutating func add(_ entry: Entry) {
    guard case .declared(let kind, let values) = entry.content, kind == .food, values.count == kind.fields.count,
      entry.deletedAt == nil
    else { return }
    let said = zip(values, kind.fields).map { Words.said($0, of: $1) }
    var counted: Set<String> = []
    for name in KindDeclaration.foods(in: entry.content) {
      let key = name.lowercased()
      guard counted.insert(key).inserted else { continue }
      var food = byName[key] ?? TriedFood(name: name, first: entry, last: entry)
      food.first = entry
      food.count += 1
      food.liking = food.liking ?? said[1]
      food.reactions.addOnce(said[2])
      food.allergens.addOnce(said[3])
      byName[key] = food
    }
  }
}

/// Finds the foods that were new in some entries.
public struct NewFoods: Sendable {
  /// The start of the newest of the entries that name a food; nil if none does.
  public let newest: Instant?
  private let oldest: Instant?
  /// Foods of which it is not known yet that they were eaten before.
  private var open: Set<String>
  /// The oldest entry that names a food.
  private var first: [String: EntryID] = [:]

  /// - Parameter entries: of any kinds.
  public init(in entries: [Entry]) {
    let named = entries.filter { !KindDeclaration.foods(in: $0.content).isEmpty }
    newest = named.map(\.start).max()
    oldest = named.map(\.start).min()
    open = Set(named.flatMap { KindDeclaration.foods(in: $0.content).map { $0.lowercased() } })
  }

  /// Whether nothing older can change anything.
  public var isSettled: Bool { open.isEmpty }

  /// Takes an entry into account that is older than those before: all that begin no later than `newest`, the entries
  /// themselves among them.
  public mutating func add(_ entry: Entry) {
    for food in KindDeclaration.foods(in: entry.content).map({ $0.lowercased() }) where open.contains(food) {
      first[food] = entry.id
      if let oldest, entry.start < oldest { open.remove(food) }
    }
  }

  /// Those of an entry's foods that nothing older names.
  public func foods(of entry: Entry) -> [String] {
    KindDeclaration.foods(in: entry.content).filter { first[$0.lowercased()] == entry.id }
  }
}

extension [String] {
  fileprivate mutating func addOnce(_ text: String?) {
    guard let text, count < TriedFood.mostTexts, !contains(text) else { return }
    append(text)
  }
}

extension Words {
  public static let noFood = "No food was tried yet"

  /// "first time"; of a meal with other foods "first time: egg"
  public static func firstTime(_ foods: [String], of entry: Entry) -> String {
    let isAll = foods.count == KindDeclaration.foods(in: entry.content).count
    return isAll ? "first time" : "first time: \(line(foods, separator: ", "))"
  }

  /// "once", "3 times"
  public static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}
