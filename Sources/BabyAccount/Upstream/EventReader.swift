/// Reads server-sent events from a stream: only their ids matter.
package struct EventReader {
  /// Longest line that is taken, in bytes.
  static let longestLine = 1024

  /// The data is not an event stream.
  package struct TooLong: Error {}

  private var line: [UInt8] = []
  private var id = ""
  private var hasFields = false
  private var isOther = false

  package init() {}

  /// - Returns: the id of the last complete event, which may be empty; nil if there is none.
  /// - Throws: `TooLong`.
  package mutating func take(_ bytes: some Sequence<UInt8>) throws(TooLong) -> String? {
    var found: String?
    for byte in bytes {
      guard byte == UInt8(ascii: "\n") else {
        guard line.count < Self.longestLine else { throw TooLong() }
        line.append(byte)
        continue
      }
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if line.isEmpty {
        if hasFields, !isOther { found = id }
        (hasFields, isOther) = (false, false)
      } else {
        takeField()
      }
      line.removeAll(keepingCapacity: true)
    }
    return found
  }

  private mutating func takeField() {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return }
    let value = String(decoding: line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
    hasFields = true
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "id": id = value
    case "event": isOther = value != "change"
    default: break
    }
  }
}
