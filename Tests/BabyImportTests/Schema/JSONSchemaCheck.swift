import BabyProtocol

/// What of JSON Schema (draft 2020-12) the schema of exports is made of.
struct JSONSchemaCheck {
  let document: JSON

  /// What about a value is not as the document says, with the path to it.
  func complaints(about value: JSON) -> [String] { complaints(about: value, by: document, at: "$") }

  private func complaints(about value: JSON, by schema: JSON, at path: String) -> [String] {
    guard case .object(let words) = schema else { return schema == .bool(true) ? [] : ["\(path): nothing is allowed"] }
    return words.members.flatMap { complaints(about: value, by: $0.name, $0.value, of: schema, at: path) }
  }

  /// Whether a member has another value than the constant that the schema demands there.
  private func isAnother(_ schema: JSON, than value: JSON) -> Bool {
    if let name = schema["$ref"]?.stringValue?.split(separator: "/").last {
      return document["$defs"]?[String(name)].map { isAnother($0, than: value) } ?? false
    }
    return schema["properties"]?.objectValue?.members.contains { member in
      guard let constant = member.value["const"], let found = value[member.name] else { return false }
      return found != constant
    } ?? false
  }

  private func complaints(
    about value: JSON, by word: String, _ rule: JSON, of schema: JSON, at path: String
  ) -> [String] {
    switch word {
    // Of these, nothing follows for a value by itself.
    case "$schema", "$defs", "title", "description": return []
    case "$ref":
      guard let name = rule.stringValue?.split(separator: "/").last, let target = document["$defs"]?[String(name)]
      else { return ["\(path): no such definition: \(rule.text)"] }
      return complaints(about: value, by: target, at: path)
    case "type": return value.isOf(type: rule.stringValue ?? "") ? [] : ["\(path): no \(rule.text)"]
    case "const": return value == rule ? [] : ["\(path): not \(rule.text)"]
    case "enum": return rule.arrayValue?.contains(value) == true ? [] : ["\(path): none of \(rule.text)"]
    case "not": return complaints(about: value, by: rule, at: path).isEmpty ? ["\(path): is \(rule.text)"] : []
    case "anyOf":
      var fewest = ["\(path): nothing fits"]
      // What says by a constant that it is about something else need not be read: one choice is left for each kind.
      for (index, choice) in (rule.arrayValue ?? []).filter({ !isAnother($0, than: value) }).enumerated() {
        let complaints = complaints(about: value, by: choice, at: path)
        if complaints.isEmpty { return [] }
        if index == 0 || complaints.count < fewest.count { fewest = complaints }
      }
      return fewest
    case "format": return value.stringValue?.hasFormat(rule.stringValue ?? "") ?? true ? [] : ["\(path): \(rule.text)"]
    case "minimum": return value.isNumber { $0 >= rule.double } ? [] : ["\(path): less than \(rule.text)"]
    case "maximum": return value.isNumber { $0 <= rule.double } ? [] : ["\(path): more than \(rule.text)"]
    case "maxLength":
      return Double(value.stringValue?.unicodeScalars.count ?? 0) <= rule.double ? [] : ["\(path): too long"]
    case "items":
      return (value.arrayValue ?? []).enumerated().flatMap { complaints(about: $1, by: rule, at: "\(path)[\($0)]") }
    case "properties":
      return (value.objectValue?.members ?? []).flatMap { member in
        rule[member.name].map { complaints(about: member.value, by: $0, at: "\(path).\(member.name)") } ?? []
      }
    case "required":
      guard value.objectValue != nil else { return [] }
      return (rule.arrayValue ?? []).compactMap(\.stringValue).filter { value[$0] == nil }.map {
        "\(path).\($0): missing"
      }
    case "dependentRequired":
      return (rule.objectValue?.members ?? []).filter { value[$0.name] != nil }
        .flatMap { complaints(about: value, by: "required", $0.value, of: schema, at: path) }
    case "additionalProperties":
      guard rule == .bool(false) else { return [] }
      return (value.objectValue?.members ?? []).filter { schema["properties"]?[$0.name] == nil }
        .map { "\(path).\($0.name): not in the schema" }
    default: return ["\(path): unknown keyword \(word)"]
    }
  }
}

extension JSON {
  fileprivate func isOf(type: String) -> Bool {
    switch (type, self) {
    case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool), ("null", .null),
      ("integer", .integer), ("number", .integer), ("number", .number):
      true
    default: false
    }
  }

  fileprivate var double: Double {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: .nan
    }
  }

  /// True if it is not a number.
  fileprivate func isNumber(_ fits: (Double) -> Bool) -> Bool { double.isNaN || fits(double) }

  /// As a file for people: two spaces, and short lists on a line.
  var pretty: String { pretty(indent: "") }

  private func pretty(indent: String) -> String {
    let inner = indent + "  "
    func block(_ open: String, _ lines: [String], _ close: String) -> String {
      lines.isEmpty
        ? open + close : "\(open)\n" + lines.map { inner + $0 }.joined(separator: ",\n") + "\n\(indent)\(close)"
    }
    switch self {
    case .object(let object):
      return block("{", object.members.map { "\(JSON.string($0.name).text): \($0.value.pretty(indent: inner))" }, "}")
    case .array(let elements) where !elements.allSatisfy({ $0.stringValue != nil }):
      return block("[", elements.map { $0.pretty(indent: inner) }, "]")
    default: return text
    }
  }
}

extension String {
  fileprivate func hasFormat(_ format: String) -> Bool {
    switch format {
    case "uuid": wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil
    case "date": wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil
    case "date-time": wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil
    default: false
    }
  }
}
