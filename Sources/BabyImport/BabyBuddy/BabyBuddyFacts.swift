import BabyModel

/// Facts in Baby Buddy's database outside the entries' rows: children's names, and an entry's tags. They may come
/// before or after the entries, so they are read before any of them.
struct BabyBuddyFacts {
  /// How many first names are known at most.
  private static let mostNames = 10_000
  /// Of an id or a model's name, in bytes.
  private static let longest = 20

  /// The file's number among those of the import: each counts its records for itself.
  var file = 0
  private var firstNames: Set<String> = []

  /// Learns of a child, a tag, or that an entry has one.
  mutating func learn(_ record: BabyBuddyRecord, into survey: inout Survey) {
    let fields = record.fields
    switch record.model {
    case .child: add(child: record, to: &survey)
    case .tag:
      if let tag = fieldText(fields["name"]) { survey.add(fact: tag, named: name("tag", record.id)) }
    case .contentType:
      guard fields["app_label"] == "core", let model = BabyBuddyRecord.Model(rawValue: fields["model"]) else { return }
      survey.add(fact: record.id, named: name("type", model.rawValue))
    case .tagged:
      let (type, object) = (record.reference("content_type"), fields["object_id"])
      guard let tag = fieldText(record.reference("tag")), type.utf8.count <= Self.longest,
        object.utf8.count <= Self.longest
      else { return }
      survey.add(fact: tag, named: name("tagged", type, object))
    default: return
    }
  }

  /// Two may have the same first name: then the later one is called by its whole name alone.
  private mutating func add(child record: BabyBuddyRecord, to survey: inout Survey) {
    let first = fieldText(record.fields["first_name"]) ?? ""
    let full = normalised(first + " " + (fieldText(record.fields["last_name"]) ?? ""))
    guard !full.isEmpty, firstNames.count < Self.mostNames else { return }
    let isOnly = !first.isEmpty && firstNames.insert(ImportTargets.key(first)).inserted
    let names = isOnly ? [first, full] : [full]
    survey.add(child: names[0], born: LocalDate(record.fields["birth_date"]))
    survey.add(fact: record.id, named: name("children"))
    for text in names { survey.add(fact: text, named: name("child", record.id)) }
  }

  // MARK: What was learned

  /// Whether the file says whom its entries are about: part of a dump may not.
  func hasChildren(_ facts: [String: [String]]) -> Bool { facts[name("children")] != nil }

  /// By what a child may be called here, the likeliest first.
  func names(child id: String, _ facts: [String: [String]]) -> [String] {
    id.utf8.count <= Self.longest ? facts[name("child", id)] ?? [] : []
  }

  /// An entry's tags, in the order in which Baby Buddy's API has them.
  func tags(of record: BabyBuddyRecord, _ facts: [String: [String]]) -> [String] {
    let model = record.model.rawValue
    let types = [model] + (facts[name("type", model)] ?? []).prefix(1)
    let tags = types.flatMap { facts[name("tagged", $0, record.id)] ?? [] }
    // A dump may have its name instead of its id.
    return Set(tags.map { facts[name("tag", $0)]?.first ?? $0 })
      .sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
  }

  private func name(_ parts: String...) -> String { "\(file) " + parts.joined(separator: " ") }
}
