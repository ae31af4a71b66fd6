import BabyModel

/// Splits a text into its lines, which end with LF or CRLF. A line that is too long or not UTF-8 is unreadable, without
/// affecting the other lines.
struct LineReader: Sendable {
  /// The longest line in bytes.
  static let limit = 2 * TextLimits.note.bytes

  private var bytes: [UInt8] = []
  private var line = 1
  private var isTooLong = false

  mutating func consume(_ chunk: some Sequence<UInt8>) -> [FileRecord] {
    var records: [FileRecord] = []
    for byte in chunk {
      if byte == UInt8(ascii: "\n") {
        records.append(take())
      } else if bytes.count < Self.limit {
        bytes.append(byte)
      } else {
        isTooLong = true
      }
    }
    return records
  }

  mutating func finish() -> [FileRecord] { bytes.isEmpty && !isTooLong ? [] : [take()] }

  private mutating func take() -> FileRecord {
    defer {
      bytes.removeAll(keepingCapacity: true)
      isTooLong = false
      line += 1
    }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    if line == 1, bytes.starts(with: byteOrderMark) { bytes.removeFirst(byteOrderMark.count) }
    if isTooLong { return .fields(line: line, .failure(.tooLong)) }
    guard let text = String(validating: bytes, as: UTF8.self) else { return .fields(line: line, .failure(.notUTF8)) }
    return .text(line: line, text)
  }
}
