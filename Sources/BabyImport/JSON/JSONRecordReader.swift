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
    /// An element of a list; `list` is empty where the whole text is one list.
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
  /// The name or value at hand, where it began, and how deep in it the reader is.
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
