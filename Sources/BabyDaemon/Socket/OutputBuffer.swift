import NIOCore

/// Lines that are ready to be sent, in memory that is used again once they have left.
struct OutputBuffer {
  private var buffer = ByteBuffer()

  /// Bytes of all lines since the connection began.
  private(set) var total = 0

  /// Bytes that are to be sent now.
  var count: Int { buffer.readableBytes }

  mutating func append(_ line: [UInt8]) {
    buffer.writeBytes(line)
    buffer.writeInteger(UInt8(ascii: "\n"))
    total += line.count + 1
  }

  /// What is to be sent now.
  var content: ByteBuffer { buffer }

  /// Empties the buffer once its content has been handed over. Memory of the usual size is used again.
  mutating func clear() {
    if buffer.capacity <= 1 << 16 { buffer.clear() } else { buffer = ByteBuffer() }
  }
}
