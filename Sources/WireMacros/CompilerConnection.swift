import Glibc
import SystemCalls

/// Messages from the compiler on standard input, and to it on standard output: eight bytes of length, the lowest first,
/// and then JSON.
struct CompilerConnection {
  /// - Returns: nil when the compiler has nothing more to ask.
  func receive() -> [UInt8]? {
    guard let header = read(8) else { return nil }
    let length = header.reversed().reduce(0) { $0 << 8 | Int($1) }
    // The compiler says good-bye with a message of no length.
    return length == 0 ? nil : read(length)
  }

  func send(_ message: [UInt8]) {
    let length = (0..<8).map { UInt8(truncatingIfNeeded: message.count >> (8 * $0)) }
    // A compiler that is gone sends nothing more: `receive` says so.
    _ = writeAll(length + message, to: STDOUT_FILENO)
  }

  private func read(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let chunk = [UInt8](unsafeUninitializedCapacity: count - bytes.count) { buffer, filled in
        filled = max(Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count), 0)
      }
      guard !chunk.isEmpty else { return nil }
      bytes += chunk
    }
    return bytes
  }
}
