import Glibc

/// Messages from the compiler on standard input, and to it on standard output: eight bytes of length, the lowest first,
/// and then JSON.
struct Connection {
  /// - Returns: nil when the compiler has nothing more to ask.
  mutating func receive() -> [UInt8]? {
    guard let header = read(8) else { return nil }
    let length = header.reversed().reduce(0) { $0 << 8 | Int($1) }
    // The compiler says good-bye with a message of no length.
    return length == 0 ? nil : read(length)
  }

  mutating func send(_ message: [UInt8]) {
    let length = (0..<8).map { UInt8(truncatingIfNeeded: message.count >> (8 * $0)) }
    var rest = (length + message)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
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
