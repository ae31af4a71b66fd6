/// Cuts a stream of bytes into lines, whatever the chunks in which it arrives.
///
/// Lines end with LF or CRLF, which are not part of them. Lines with nothing but white space are left out.
package struct LineFramer {
  package enum Output: Hashable {
    case line([UInt8])
    /// A line is longer than the limit. Nothing comes after this.
    case lineTooLong
    /// The stream's first byte cannot begin JSON: the client uses another protocol. Nothing comes after this.
    case notJSON
  }

  /// The longest line, in bytes without its ending.
  package let longestLine: Int

  private var bytes: [UInt8] = []
  /// Where the line begins that comes next.
  private var start = 0
  /// There is no line feed between `start` and here.
  private var searched = 0
  private var isFirstByte = true
  private var hasEnded = false
  private var failure: Output?
  private var hasFailed = false

  package init(longestLine: Int = 1 << 20) { self.longestLine = longestLine }

  package mutating func append(_ chunk: UnsafeRawBufferPointer) {
    guard !hasFailed, failure == nil, let first = chunk.first else { return }
    if isFirstByte {
      isFirstByte = false
      guard Self.canBeginJSON(first) else {
        failure = .notJSON
        return
      }
    }
    bytes.append(contentsOf: chunk)
  }

  /// Nothing more comes: bytes without a line feed after them are a line, too.
  package mutating func end() { hasEnded = true }

  /// The next line that is complete.
  package mutating func next() -> Output? {
    while !hasFailed {
      if let failure { return fail(failure) }
      guard let end = endOfLine() else { return nil }
      guard end - start <= longestLine else { return fail(.lineTooLong) }
      let line = bytes[start..<end].allSatisfy(Self.isSpace) ? nil : Array(bytes[start..<end])
      skip(to: min(searched + 1, bytes.count))
      if let line { return .line(line) }
    }
    return nil
  }

  /// Where the next line ends, without its ending; leaves `searched` at the line feed.
  private mutating func endOfLine() -> Int? {
    if let lineFeed = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      searched = lineFeed
    } else {
      searched = bytes.count
      // A carriage return may still turn out to be part of the ending.
      let isTooLong = searched - start > longestLine + 1
      guard isTooLong || (hasEnded && start < searched) else { return nil }
    }
    let hasCarriageReturn = searched > start && bytes[searched - 1] == UInt8(ascii: "\r")
    return hasCarriageReturn ? searched - 1 : searched
  }

  private mutating func skip(to position: Int) {
    start = position
    searched = position
    if start == bytes.count {
      // The room that ordinary requests need is kept; a long line's is given back.
      bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
      start = 0
      searched = 0
    } else if start >= 1 << 16 {
      bytes.removeSubrange(..<start)
      start = 0
      searched = 0
    }
  }

  private mutating func fail(_ failure: Output) -> Output {
    hasFailed = true
    bytes = []
    return failure
  }

  private static func canBeginJSON(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\n") || isSpace(byte)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }
}
