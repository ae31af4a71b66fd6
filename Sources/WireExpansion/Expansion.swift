extension ObjectDeclaration {
  /// The generated members: the memberwise initializer, and how the struct is read and written.
  package var expansion: String {
    var parts = [reading, writing]
    if !declaresInitializer { parts.insert(initializer, at: 0) }
    if let schemaName { parts.insert("\(prefix)static var schemaName: String? { \(literal(schemaName)) }", at: 0) }
    return parts.joined(separator: "\n\n")
  }

  private var prefix: String { access.isEmpty ? "" : access + " " }

  private var initializer: String {
    let parameters = members.map { member in
      let value = member.initialValue ?? (member.isOptional ? "nil" : nil)
      return "\(member.property): \(member.type)" + (value.map { " = \($0)" } ?? "")
    }
    return function(
      "init(\(parameters.joined(separator: ", ")))", members.map { "self.\($0.property) = \($0.property)" })
  }

  private var reading: String {
    function(
      "init(reading wire: inout ObjectReader) throws(WireError)",
      members.map { "self.\($0.property) = \($0.reading)" } + ["try self.checkMembers()"])
  }

  private var writing: String { function("func write(to wire: inout ObjectWriter)", members.map(\.writing)) }

  private func function(_ signature: String, _ statements: [String]) -> String {
    ([prefix + signature + " {"] + statements.map { "  " + $0 } + ["}"]).joined(separator: "\n")
  }
}

extension WireMember {
  fileprivate var reading: String {
    if attribute.isFlattened { return "try \(type)(reading: &wire)" }
    let arguments = [
      literal(name), attribute.arguments["in"].map { "in: \($0)" }, literal(summary),
      attribute.arguments["longest"].map { "longest: \($0)" },
    ]
    let call = "(\(arguments.compactMap(\.self).joined(separator: ", ")))"
    if isFlag { return "try wire.flag" + call }
    if isNullable { return "try wire.nullable" + call }
    if isOptional { return "try wire.optional" + call }
    if let initialValue { return "try wire.optional" + call + " ?? \(initialValue)" }
    return "try wire.required" + call
  }

  fileprivate var writing: String {
    let value = "self.\(property)"
    if attribute.isFlattened { return "\(value).write(to: &wire)" }
    let name = literal(name)
    if isFlag { return "wire.flag(\(name), \(value))" }
    if isNullable { return "if let value = \(value) { wire.nullable(\(name), value.value) }" }
    return writesNull ? "wire.nullable(\(name), \(value))" : "wire.field(\(name), \(value))"
  }
}

/// The text as Swift source has it.
private func literal(_ text: String) -> String {
  let escaped = text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
  return "\"" + String(escaped) + "\""
}
