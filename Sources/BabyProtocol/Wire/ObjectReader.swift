import BabyModel

/// Takes the members out of an object, or collects what members there are when it describes a type.
public struct ObjectReader {
  private let object: JSONObject?
  /// Members of the object that were asked for.
  private var foundCount = 0
  private(set) var properties: [Schema.Property] = []

  /// A reader that describes: it hands out samples and remembers what was asked for.
  init() { object = nil }

  init(_ object: JSONObject) { self.object = object }

  /// A member that has to be there.
  public mutating func required<Value: WireValue>(_ name: String, _ summary: String) throws(WireError) -> Value {
    guard let object else {
      properties.append(.init(name: name, summary: summary, isRequired: true, schema: Value.schema))
      return Value.sample
    }
    guard let json = object[name] else { throw WireError(path: name, message: "is missing") }
    foundCount += 1
    do { return try Value(json: json) } catch { throw error.within(name) }
  }

  /// A member that may be left out; null is the same as nothing.
  public mutating func optional<Value: WireValue>(_ name: String, _ summary: String) throws(WireError) -> Value? {
    guard let object else {
      properties.append(.init(name: name, summary: summary, isRequired: false, schema: .nullable(Value.schema)))
      return nil
    }
    guard let json = object[name] else { return nil }
    foundCount += 1
    guard json != .null else { return nil }
    do { return try Value(json: json) } catch { throw error.within(name) }
  }

  /// A member for which null means something else than leaving it out.
  public mutating func nullable<Value: WireValue>(
    _ name: String, _ summary: String
  ) throws(WireError) -> Nullable<Value>? {
    guard let object, object[name] == .null else {
      let value: Value? = try optional(name, summary)
      return value.map { .value($0) }
    }
    foundCount += 1
    return .null
  }

  /// A flag that is false when left out.
  public mutating func flag(_ name: String, _ summary: String) throws(WireError) -> Bool {
    try optional(name, summary) ?? false
  }

  /// Refuses members that nobody asked for.
  ///
  /// - Parameter known: the names that are asked for; wanted only when there is a member too many.
  func refuseUnknownMembers(_ known: () -> [String]) throws(WireError) {
    guard let object, foundCount < object.members.count else { return }
    let known = known()
    guard let unknown = object.members.first(where: { !known.contains($0.name) }) else { return }
    let suggestion = nearestName(to: unknown.name, among: known).map { "; did you mean \"\($0)\"?" }
    throw WireError(path: unknown.name, message: "is not known here" + (suggestion ?? ""))
  }
}

/// A value that was given, which may be null.
public enum Nullable<Value: Sendable>: Sendable {
  case null
  case value(Value)

  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }
}
