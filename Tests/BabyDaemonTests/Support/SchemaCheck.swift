import BabyProtocol
import Foundation

extension Schema {
  /// What about a value is not as the schema says, with the path to it.
  func complaints(about json: JSON, at path: String = "$") -> [String] {
    switch self {
    case .any: return []
    case .either(let schemas):
      let all = schemas.map { $0.complaints(about: json, at: path) }
      return all.contains(where: \.isEmpty) ? [] : all.flatMap(\.self)
    case .named(_, let schema): return schema.complaints(about: json, at: path)
    case .nullable(let schema): return json == .null ? [] : schema.complaints(about: json, at: path)
    case .boolean:
      if case .bool = json { return [] }
    case .integer(let minimum):
      if case .integer(let number) = json, number >= minimum ?? .min { return [] }
    case .number:
      switch json {
      case .integer, .number: return []
      default: break
      }
    case .string(let format):
      if case .string(let text) = json {
        return format.map { text.hasFormat($0) } ?? true ? [] : ["\(path): no \(format ?? "")"]
      }
    case .choice(let words):
      if case .string(let text) = json, words.contains(text) { return [] }
    case .otherThan(let words):
      if case .string(let text) = json, !words.contains(text) { return [] }
    case .array(let element):
      guard case .array(let elements) = json else { break }
      return elements.enumerated().flatMap { element.complaints(about: $1, at: "\(path)[\($0)]") }
    case .object(let properties), .open(let properties):
      guard case .object(let object) = json else { break }
      let missing = properties.filter { $0.isRequired && object[$0.name] == nil }.map { "\(path).\($0.name): missing" }
      var unknown = object.members.filter { member in !properties.contains { $0.name == member.name } }
      if case .open = self { unknown = [] }
      return missing + unknown.map { "\(path).\($0.name): not in the schema" }
        + properties.flatMap { property in
          object[property.name].map { property.schema.complaints(about: $0, at: "\(path).\(property.name)") } ?? []
        }
    }
    return ["\(path): \(json.typeName) does not fit \(self)"]
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
