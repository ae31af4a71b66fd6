import BabyModel
import BabyProtocol

/// The members of a record by their names: an object of a JSON file, or a row of a database.
///
/// The range of numbers is checked here, before any arithmetic.
struct JSONFields {
  /// In what an app counts the time since 1970.
  enum EpochUnit { case seconds, milliseconds }

  private let object: JSONObject

  /// - Throws: `RowFault.unreadable` if it is not an object.
  init(_ json: JSON) throws(RowFault) {
    guard let object = json.objectValue else { throw .unreadable(column: "record") }
    self.object = object
  }

  subscript(json name: String) -> JSON? { object[name] }

  var names: [String] { object.members.map(\.name) }

  func isText(_ name: String) -> Bool { if case .string? = object[name] { true } else { false } }
  func isInteger(_ name: String) -> Bool { if case .integer? = object[name] { true } else { false } }

  /// The first of some members that is not empty.
  func first(_ names: String...) -> String { names.lazy.map { self[$0] }.first { !$0.isEmpty } ?? "" }

  /// All that it says, but for some members, as people read it: "amount 5, note good".
  func text(without names: Set<String>) -> String {
    object.members.filter { !names.contains($0.name) && !self[$0.name].isEmpty }
      .map { "\($0.name) \(self[$0.name])" }.joined(separator: ", ")
  }

  /// The text of a member, trimmed; a number's digits, and empty if it is missing.
  subscript(_ name: String) -> String {
    switch object[name] {
    case .string(let text)?: trimmed(text)
    case .integer(let number)?: String(number)
    case .number(let number)?: JSON.number(number).text
    case .bool(let value)?: value ? "1" : "0"
    case .null?, .array?, .object?, nil: ""
    }
  }

  func isTrue(_ name: String) -> Bool { ["1", "1.0", "true"].contains(self[name].lowercased()) }

  /// - Throws: `RowFault.unreadable` if it is not a number; nil if it is empty.
  func number(_ name: String) throws(RowFault) -> Double? {
    let number: Double?
    switch object[name] {
    case nil, .null?, .string("")?: return nil
    case .integer(let value)?: number = Double(value)
    case .number(let value)?: number = value
    case .string(let text)?: number = plainNumber(trimmed(text))
    case .bool?, .array?, .object?: number = nil
    }
    guard let number, number.isFinite else { throw .unreadable(column: name) }
    return number
  }

  /// A length of time that an entry can have; nil for nothing.
  ///
  /// - Parameter unit: in seconds.
  /// - Throws: `RowFault.unreadable`.
  func duration(_ name: String, unit: Int = 1) throws(RowFault) -> Duration? {
    guard let number = try number(name) else { return nil }
    let limit = Double(EntryLimits.longest.components.seconds)
    guard number >= 0, number * Double(unit) <= limit else { throw .unreadable(column: name) }
    return .seconds(Int((number * Double(unit)).rounded()))
  }

  /// A point in time: a number, or a text with an offset; nil for nothing.
  ///
  /// - Parameter isUTC: of texts without an offset, as SQLite writes them; they cannot be read otherwise.
  /// - Throws: `RowFault.unreadable`.
  func instant(_ name: String, countedIn unit: EpochUnit, isUTC: Bool = false) throws(RowFault) -> Instant? {
    if case .string(let text)? = object[name], !text.isEmpty {
      guard text.utf8.count <= 48, let instant = Instant(rfc3339: text) ?? (isUTC ? Instant(rfc3339: text + "Z") : nil),
        Instant.plausible.contains(instant)
      else { throw .unreadable(column: name) }
      return instant
    }
    guard let number = try number(name) else { return nil }
    let milliseconds = unit == .seconds ? number * 1000 : number
    let plausible = Instant.plausible
    guard milliseconds >= Double(plausible.lowerBound.milliseconds),
      milliseconds <= Double(plausible.upperBound.milliseconds)
    else { throw .unreadable(column: name) }
    return Instant(milliseconds: Int64(milliseconds.rounded()))
  }
}
