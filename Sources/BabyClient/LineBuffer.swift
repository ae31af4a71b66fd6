import Glibc

/// Bytes as they come, handed out as lines.
public struct LineBuffer: Sendable {
  private var received: [UInt8] = []
  /// Where the first line that was not handed out begins.
  private var begin = 0
  /// Up to here there is no line feed after `begin`.
  private var searched = 0

  public init() {}

  /// Bytes of a line whose end has not come yet, and of lines that were not taken.
  public var pending: Int { received.count - begin }

  public mutating func append(_ bytes: [UInt8]) {
    if begin > 0 {
      received.removeFirst(begin)
      searched -= begin
      begin = 0
    }
    if received.isEmpty { received = bytes } else { received += bytes }
  }

  /// The next line without its line feed; nil until its end has come.
  public mutating func next() -> [UInt8]? {
    guard let end = lineFeed() else {
      searched = received.count
      return nil
    }
    defer {
      begin = end + 1
      searched = begin
    }
    return Array(received[begin..<end])
  }

  /// The library looks for it a word at a time.
  private func lineFeed() -> Int? {
    received.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let found = memchr(start + searched, 0x0A, bytes.count - searched) else {
        return nil
      }
      return UnsafeRawPointer(found) - start
    }
  }
}
