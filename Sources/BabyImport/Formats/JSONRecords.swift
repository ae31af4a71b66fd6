import BabyModel
import BabyProtocol

/// Takes a JSON text apart that is a list of records, or an object with such lists, out of bytes that arrive in chunks
/// of any size. It never holds more than one record.
struct JSONRecordReader: Sendable {
  /// The longest record in bytes.
  static let recordLimit = 1_048_576

  enum Part {
    /// A member of the object that is not a list.
    case member(name: String, JSON)
    /// An element of a list; `list` is empty if the whole text is one list.
    case record(list: String, line: Int, JSON)
  }

  private enum Place {
    case beforeText, beforeName, inName, beforeColon, beforeValue, inValue, afterText
    case beforeElement, inElement
  }

  private var place = Place.beforeText
  private var isListOnly = false
  private var line = 1
  private var name = ""
  /// The current name or value, its start, and its nesting depth.
  private var bytes: [UInt8] = []
  private var firstLine = 1
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Takes the next bytes and returns the parts that they complete.
  /// - Throws: `BabyError.importInvalid` naming the line.
  mutating func consume(_ chunk: some Sequence<UInt8>) throws(BabyError) -> [Part] {
    var parts: [Part] = []
    for byte in chunk {
      try take(byte, into: &parts)
      if byte == UInt8(ascii: "\n") { line += 1 }
    }
    return parts
  }

  /// - Throws: `BabyError.importInvalid` when the text is not whole.
  func finish() throws(BabyError) {
    guard case .afterText = place else { throw failure("it ends too early") }
  }

  private mutating func take(_ byte: UInt8, into parts: inout [Part]) throws(BabyError) {
    switch place {
    case .inName, .inValue, .inElement: return try go(on: byte, into: &parts)
    default: if isSpace(byte) { return }
    }
    switch (place, byte) {
    case (.beforeText, UInt8(ascii: "[")):
      isListOnly = true
      place = .beforeElement
    case (.beforeText, UInt8(ascii: "{")): place = .beforeName
    case (.beforeName, UInt8(ascii: ",")), (.beforeElement, UInt8(ascii: ",")): break
    case (.beforeName, UInt8(ascii: "\"")): begin(.inName, with: byte)
    case (.beforeName, UInt8(ascii: "}")): place = .afterText
    case (.beforeColon, UInt8(ascii: ":")): place = .beforeValue
    case (.beforeValue, UInt8(ascii: "[")): place = .beforeElement
    case (.beforeValue, _): begin(.inValue, with: byte)
    case (.beforeElement, UInt8(ascii: "]")): place = isListOnly ? .afterText : .beforeName
    case (.beforeElement, _): begin(.inElement, with: byte)
    default: throw failure("\"\(Character(Unicode.Scalar(byte)))\" is in the wrong place")
    }
  }

  private mutating func begin(_ place: Place, with byte: UInt8) {
    self.place = place
    bytes = [byte]
    firstLine = line
    depth = opens(byte) ? 1 : 0
    isInString = byte == UInt8(ascii: "\"")
    isEscaped = false
  }

  private mutating func go(on byte: UInt8, into parts: inout [Part]) throws(BabyError) {
    if isInString {
      bytes.append(byte)
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
        if depth == 0 { try complete(into: &parts) }
      }
    } else if depth == 0, isSpace(byte) || byte == UInt8(ascii: ",") || closes(byte) {
      // The end of a number or a word, and what follows it.
      try complete(into: &parts)
      return try take(byte, into: &parts)
    } else {
      bytes.append(byte)
      isInString = byte == UInt8(ascii: "\"")
      if opens(byte) { depth += 1 }
      if closes(byte) {
        depth -= 1
        if depth == 0 { try complete(into: &parts) }
      }
    }
    if bytes.count > Self.recordLimit { throw failure("a record is longer than \(Self.recordLimit / 1024) KiB") }
  }

  private mutating func complete(into parts: inout [Part]) throws(BabyError) {
    let json: JSON
    do { json = try JSON(parsing: bytes) } catch { throw failure(error.reason, on: firstLine) }
    bytes = []
    switch place {
    case .inName:
      name = json.stringValue ?? ""
      place = .beforeColon
    case .inElement:
      parts.append(.record(list: isListOnly ? "" : name, line: firstLine, json))
      place = .beforeElement
    default:
      parts.append(.member(name: name, json))
      place = .beforeName
    }
  }

  private func failure(_ reason: String, on line: Int? = nil) -> BabyError {
    .importInvalid("The file is not JSON: \(reason), on line \(line ?? self.line).")
  }
}

private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 }
private func opens(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }
private func closes(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") }

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
