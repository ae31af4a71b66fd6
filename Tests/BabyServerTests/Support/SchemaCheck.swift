import BabyAPI
import BabyProtocol

/// The server's own description of itself, held against what it takes and answers.
struct SchemaCheck {
  private let document: JSON

  init(_ document: JSON) { self.document = document }

  /// What is wrong with an answer; empty when it is as described.
  func faults(_ operation: Operation, answer: Reply) throws -> [String] {
    let responses = document["paths"]?[operation.path]?[operation.verb.rawValue]?["responses"]
    guard let response = responses?[String(answer.status)] else {
      return ["\(operation.id) may not answer \(answer.status)"]
    }
    if let media = response["content"]?.objectValue?.members.first?.name, media != "application/json" {
      return answer.headers["content-type"] == media ? [] : ["\(operation.id) \(answer.status) is no \(media)"]
    }
    guard let schema = response["content"]?["application/json"]?["schema"] else {
      return answer.body.isEmpty ? [] : ["\(operation.id) \(answer.status) has no body in the document"]
    }
    return faults(try answer.json, schema, at: "\(operation.id) \(answer.status)")
  }

  func faults(_ operation: Operation, request body: JSON) -> [String] {
    let described = document["paths"]?[operation.path]?[operation.verb.rawValue]?["requestBody"]
    guard let schema = described?["content"]?["application/json"]?["schema"] else {
      return ["\(operation.id) takes no body"]
    }
    return faults(body, schema, at: "\(operation.id) request")
  }

  /// JSON Schema, as far as the document uses it.
  private func faults(_ value: JSON, _ schema: JSON, at place: String) -> [String] {
    if let reference = schema["$ref"]?.stringValue {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      guard let target = document["components"]?["schemas"]?[name] else { return ["\(place): no schema \(name)"] }
      return faults(value, target, at: place)
    }
    if let choices = schema["anyOf"]?.arrayValue {
      let all = choices.map { faults(value, $0, at: place) }
      return all.contains(where: \.isEmpty) ? [] : all.flatMap { $0 }
    }
    switch (schema["type"]?.stringValue, value) {
    case (nil, _), ("null", .null), ("boolean", .bool), ("number", .integer), ("number", .number): return []
    case ("integer", .integer(let number)):
      return number < schema["minimum"]?.integerValue ?? .min ? ["\(place): \(number) is too small"] : []
    case ("string", .string(let text)) where schema["not"]?["enum"]?.arrayValue?.contains(.string(text)) == true:
      return ["\(place): \(text) is one of the words that it must not be"]
    case ("string", .string(let text)):
      guard let words = schema["enum"]?.arrayValue else { return [] }
      return words.contains(.string(text)) ? [] : ["\(place): \(text) is not one of the words"]
    case ("array", .array(let elements)):
      let items = schema["items"] ?? [:]
      return elements.enumerated().flatMap { faults($1, items, at: "\(place).\($0)") }
    case ("object", .object(let object)):
      let properties = schema["properties"]?.objectValue ?? JSONObject()
      let missing = (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue).filter { object[$0] == nil }
      return missing.map { "\(place): \($0) is missing" }
        + object.members.flatMap { member in
          properties[member.name].map { faults(member.value, $0, at: "\(place).\(member.name)") }
            ?? (schema["additionalProperties"] == true ? [] : ["\(place): \(member.name) is not described"])
        }
    case (let type?, _): return ["\(place) must be \(type), not \(value.typeName)"]
    }
  }
}
