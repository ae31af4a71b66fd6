import BabyModel
import BabyProtocol

extension ColumnMap {
  private static let mostFields = 32
  /// The map's word for rows to leave out.
  static let skip = "skip"
  /// Fields of something that is going on, as nothing in a table is.
  private static let running: Set<String> = ["timedSide", "timedSince", "pausedSince"]

  /// `sleep`, `skip`, or a kind with its fields: `{kind: feeding, method: bottle}`.
  ///
  /// - Parameter isWord: whether a word of the file means it, which can be what something is called.
  func meaning(of tree: JSON, at path: [String], isWord: Bool) throws(ColumnMapFault) -> Meaning {
    guard case .object(let object) = tree else {
      guard let word = try Self.text(tree, at: path) else { throw ColumnMapFault(path, "says no kind") }
      if word == Self.skip { return .skip }
      return try entry(try Self.kind(word, at: path), [], at: path, isWord: isWord)
    }
    guard let word = try Self.text(object["kind"] ?? .null, at: path) else {
      throw ColumnMapFault(path, "says no kind")
    }
    let kind = try Self.kind(word, at: path + ["kind"])
    guard object.members.count <= Self.mostFields else {
      throw ColumnMapFault(path, "has more than \(Self.mostFields) fields")
    }
    var fields: [SaidFields.Field] = []
    for member in object.members where member.name != "kind" {
      guard let text = try Self.text(member.value, at: path + [member.name]) else { continue }
      fields.append(.init(member.name, try Self.value(text, of: member.name, kind, at: path + [member.name])))
    }
    return try entry(kind, fields, at: path, isWord: isWord)
  }

  private static func kind(_ word: String, at path: [String]) throws(ColumnMapFault) -> EntryKind {
    if let kind = EntryKind(rawValue: word) { return kind }
    let words = EntryKind.allCases.map(\.rawValue) + [skip]
    let nearest = nearestName(to: word, among: words).map { "; did you mean “\($0)”" } ?? ""
    throw ColumnMapFault(path, "must be one of \(words.joined(separator: ", "))\(nearest)")
  }

  /// A field's value from text, by the field's declaration.
  private static func value(
    _ text: String, of name: String, _ kind: EntryKind, at path: [String]
  ) throws(ColumnMapFault) -> SaidFields.Value {
    let names = kind.declaration.fieldNames.filter { !running.contains($0) }
    guard names.contains(name) else {
      let known = names.isEmpty ? "which has none" : "which has \(names.joined(separator: ", "))"
      throw ColumnMapFault(path, "is no field of the kind \(kind.rawValue), \(known)")
    }
    for field in kind.declaration.fields {
      switch field.type {
      case .quantity(let quantity) where quantity.unitName == name:
        return .word(quantity.unit(called: text) ?? text)
      case .quantity where field.name == name, .seconds where field.name == name, .count where field.name == name:
        guard let number = plainNumber(text) else { throw ColumnMapFault(path, "must be a number") }
        return .number(number)
      case .quantity, .seconds, .count, .choice, .instant, .text: continue
      }
    }
    return .word(text)
  }

  private func entry(
    _ kind: EntryKind, _ fields: [SaidFields.Field], at path: [String], isWord: Bool
  ) throws(ColumnMapFault) -> Meaning {
    let said = Set(fields.map(\.name))
    for field in kind.declaration.fields where field.isRequired && field.standard == nil && !said.contains(field.name) {
      switch field.type {
      case .choice(let words):
        throw ColumnMapFault(
          path,
          "needs \(field.name): {kind: \(kind.rawValue), \(field.name): …}, one of \(words.joined(separator: ", "))"
        )
      case .quantity:
        if columns[.amount] == nil { throw ColumnMapFault(path, "needs a number: name its column in columns.amount") }
      case .text:
        // A mapped word can also be the name.
        if columns[.name] == nil, !isWord {
          throw ColumnMapFault(path, "needs \(field.name): say it here, or name its column in columns.name")
        }
      case .seconds, .instant, .count: break
      }
    }
    do throws(BabyError) {
      _ = try EntryContent(kind, saying: SaidFields(fields))
    } catch {
      // The rows provide the missing fields.
      if let wrong = error.fields.first(where: { said.contains($0.field) }) {
        throw ColumnMapFault(path + [wrong.field], wrong.message)
      }
    }
    return .entry(kind, fields)
  }
}
