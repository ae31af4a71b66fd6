/// A struct that stands for an object on the wire, as it is declared.
package struct ObjectDeclaration: Equatable {
  /// `public`, `package` or empty: what is added to the struct is as visible as the struct.
  var access = ""
  /// The argument of `@WireMembers("Entry")`.
  var schemaName: String?
  var members: [WireMember] = []
  /// As with Swift's own memberwise initializer, a struct with its own initializer gets none.
  var declaresInitializer = false

  /// - Parameter source: the struct with its attributes and its body.
  package init(parsing source: String) throws(DeclarationError) {
    var scanner = Scanner(source)
    var isStruct = false
    while !isStruct {
      _ = scanner.skipSpace()
      if scanner.take("@") {
        if let attribute = try scanner.attribute() { schemaName = attribute.name }
        continue
      }
      let word = scanner.identifier()
      switch word {
      case "public", "package": access = word
      case "struct": isStruct = true
      case "", "enum", "class", "actor", "extension", "protocol":
        throw DeclarationError(message: "only a struct has members of the wire", offset: scanner.offset)
      default: break
      }
    }
    try scanner.skip(to: [UInt8(ascii: "{")])
    _ = scanner.take("{")
    while try parseDeclaration(&scanner) {}
  }

  /// Parses what is declared next in the body.
  ///
  /// - Returns: false at its end.
  private mutating func parseDeclaration(_ scanner: inout Scanner) throws(DeclarationError) -> Bool {
    let description = scanner.skipSpace()
    var attribute: WireAttribute?
    var isStatic = false
    while true {
      _ = scanner.skipSpace()
      if scanner.isAtEnd || scanner.next == UInt8(ascii: "}") { return false }
      let start = scanner.offset
      if scanner.take("@") {
        attribute = try scanner.attribute() ?? attribute
        continue
      }
      let word = scanner.identifier()
      switch word {
      case "static": isStatic = true
      case "public", "package", "internal", "fileprivate", "private", "mutating", "nonisolated", "indirect":
        if scanner.next == UInt8(ascii: "(") { try scanner.skipBrackets() }
      case "var" where !isStatic, "let" where !isStatic:
        let member = try WireMember(parsing: &scanner, attribute: attribute, description: description, at: start)
        if let member { members.append(member) }
        return true
      case "typealias", "var", "let":
        try scanner.skip(to: [UInt8(ascii: "\n")])
        return true
      case "":
        throw DeclarationError(message: "this cannot be read as a declaration", offset: start)
      default:
        if word == "init" { declaresInitializer = true }
        try scanner.skip(to: [UInt8(ascii: "{")])
        if !scanner.isAtEnd { try scanner.skipBrackets() }
        return true
      }
    }
  }
}

/// An attribute's options for a property on the wire.
struct WireAttribute: Equatable {
  /// The members of the property's value are members of the object.
  var isFlattened = false
  /// The arguments as they are written, by their labels; without one it is the name.
  var arguments: [String: String] = [:]

  var name: String? { arguments[""].map { String($0.dropFirst().dropLast()) } }
}

extension Scanner {
  /// Reads an attribute behind its sign.
  ///
  /// - Returns: nil for one that does not concern the wire.
  mutating func attribute() throws(DeclarationError) -> WireAttribute? {
    let name = identifier()
    var arguments: [String: String] = [:]
    if take("(") {
      while next != UInt8(ascii: ")") {
        let start = offset
        try skip(to: Array(",)".utf8))
        guard !isAtEnd else { throw DeclarationError(message: "a bracket is not closed", offset: start) }
        let (label, value) = Self.labelled(text(from: start, to: offset))
        arguments[label] = value
        _ = take(",")
      }
      _ = take(")")
    }
    switch name {
    case "Wire", "WireMembers": return WireAttribute(arguments: arguments)
    case "Flattened": return WireAttribute(isFlattened: true)
    default: return nil
    }
  }

  private static func labelled(_ argument: String) -> (label: String, value: String) {
    let label = argument.prefix { $0.isLetter }
    let rest = argument.dropFirst(label.count)
    guard !label.isEmpty, rest.first == ":" else { return ("", argument) }
    return (String(label), String(rest.dropFirst()).trimmed)
  }
}
