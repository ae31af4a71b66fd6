import BabyAPI
import BabyModel
import BabyProtocol
import TestSupport

/// Cases that the page's modules and the model both go through, in sections, with a line for each.
struct CaseTable {
  private var sections: [(name: String, value: Value)] = []

  private enum Value {
    case one(JSON)
    case cases([JSON])
  }

  mutating func set(_ name: String, _ value: JSON) { sections.append((name, .one(value))) }

  mutating func add(_ name: String, _ cases: [JSON]) { sections.append((name, .cases(cases))) }

  var text: String {
    let note = "Generated from the model by `RECORD=1 swift test --filter PageCaseTests`: what is changed here is lost."
    var lines = ["\"about\": \(JSON.string(note).encoded)"]
    for (name, value) in sections {
      switch value {
      case .one(let json): lines.append("\"\(name)\": \(json.encoded)")
      case .cases(let cases): lines.append("\"\(name)\": [\n" + cases.map(\.encoded).joined(separator: ",\n") + "\n]")
      }
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }
}

extension JSON {
  /// An object of the wire.
  init(_ record: some WireValue) {
    guard let text = try? JSONText(parsing: record.encoded) else { preconditionFailure("\(record) is not JSON") }
    self = WireInput(text).json
  }

  /// An entry as the wire has it.
  init(_ entry: Entry, in zone: ZoneRules) { self.init(EntryRecord(entry, in: zone)) }

  /// What an entry says, and when it was logged: the child is the case's, and what else the server adds follows from the
  /// rest.
  init(brief entry: Entry) {
    let added = entry.kind.declaration.fields.compactMap { field -> String? in
      if case .quantity(let quantity) = field.type { quantity.base?.name } else { nil }
    }
    let said = JSON(EntryDraft(entry)).objectValue?.members.filter { !(added + ["childId"]).contains($0.name) } ?? []
    var members = [("id", JSON.string("\(entry.id)"))] + said.map { ($0.name, $0.value) }
    members.append(("createdAt", .string(entry.createdAt.utcText)))
    if entry.updatedAt != entry.createdAt { members.append(("updatedAt", .string(entry.updatedAt.utcText))) }
    if let deletedAt = entry.deletedAt { members.append(("deletedAt", .string(deletedAt.utcText))) }
    self = .object(JSONObject(members))
  }

  func without(_ names: [String]) -> JSON {
    .object(JSONObject((objectValue?.members ?? []).filter { !names.contains($0.name) }.map { ($0.name, $0.value) }))
  }

  init(_ instant: Instant) { self = .integer(instant.milliseconds) }

  init(_ errors: [FieldError]) { self = .array(errors.map { [.string($0.field), .string($0.message)] }) }

  /// The members that another object has otherwise; null for those that it alone has.
  ///
  /// - Parameter deep: of which members only what differs within them is told.
  func difference(from other: JSON, deep: [String] = []) -> JSON {
    let (own, others) = (objectValue?.members ?? [], other.objectValue?.members ?? [])
    let changed = own.filter { other[$0.name] != $0.value }.map { member in
      let before = deep.contains(member.name) ? other[member.name] : nil
      return (member.name, before.map { member.value.difference(from: $0) } ?? member.value)
    }
    let gone = others.filter { self[$0.name] == nil }.map { ($0.name, JSON.null) }
    return .object(JSONObject(changed + gone))
  }
}

/// The same choices every time.
struct SeededNumbers {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> UInt64 { generator.next() }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  mutating func within(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

  mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

  /// True in this percentage of cases.
  mutating func isLikely(_ percent: Int) -> Bool { below(100) < percent }
}
