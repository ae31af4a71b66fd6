/// A stored property that stands for a member of the wire.
struct WireMember: Equatable {
  /// As Swift calls it, in backticks where it needs them.
  var property: String
  var type: String
  /// The expression that it is without being set.
  var initialValue: String?
  /// The first paragraph of its doc comment.
  var summary: String
  var attribute: WireAttribute

  /// Parses what stands behind `var` or `let`.
  ///
  /// - Parameter start: where the declaration begins, for errors.
  /// - Returns: nil for a property that is not stored.
  init?(
    parsing scanner: inout Scanner, attribute: WireAttribute?, description: [String], at start: Int
  ) throws(DeclarationError) {
    _ = scanner.skipSpace()
    property = scanner.identifier()
    guard scanner.take(":") else {
      throw DeclarationError(message: "a member of the wire needs its type: \(property)", offset: start)
    }
    let typeStart = scanner.offset
    try scanner.skip(to: Array("={\n}".utf8))
    type = scanner.text(from: typeStart, to: scanner.offset)
    if scanner.next == UInt8(ascii: "{") {
      try scanner.skipBrackets()
      return nil
    }
    if scanner.take("=") {
      _ = scanner.skipSpace()
      let valueStart = scanner.offset
      try scanner.skip(to: Array("\n}".utf8))
      initialValue = scanner.text(from: valueStart, to: scanner.offset)
    }
    self.attribute = attribute ?? WireAttribute()
    summary = description.prefix { !$0.isEmpty }.joined(separator: " ")
    if summary.isEmpty, !self.attribute.isFlattened {
      throw DeclarationError(
        message: "a member of the wire needs a doc comment: it describes \(property)", offset: start)
    }
  }

  /// The name on the wire: `childID` is `childId`, and `isDryRun` is `dryRun`, unless it is given.
  var name: String {
    if let name = attribute.name { return name }
    let plain = property.filter { $0 != "`" }
    if plain.hasSuffix("ID") { return plain.dropLast(2) + "Id" }
    let question = plain.dropFirst(2)
    guard plain.hasPrefix("is"), let initial = question.first, initial.isUppercase else { return plain }
    return initial.lowercased() + question.dropFirst()
  }

  var isOptional: Bool { type.hasSuffix("?") }

  /// Null means something else than leaving it out.
  var isNullable: Bool { isOptional && type.hasPrefix("Nullable<") }

  /// It stands in the object only when it is set.
  var isFlag: Bool { type == "Bool" && initialValue == "false" }

  var writesNull: Bool { attribute.arguments["writesNull"] == "true" }
}
