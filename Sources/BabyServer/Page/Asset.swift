import NIOCore
import Synchronization

/// One file of the page, as `embed-page` has put it into the program.
struct Asset: Sendable {
  /// Below the folder `Web`.
  let path: String
  /// As `Content-Type` has it.
  let type: String
  /// Changes with what is in the file.
  let tag: String
  let plain: Packed
  /// Nil if that would not be smaller.
  let gzip: Packed?
  let brotli: Packed?
}

/// Bytes that the program contains as text and decodes on first use.
final class Packed: Sendable {
  let count: Int
  private let base64: StaticString
  private let bytes = Mutex<ByteBuffer?>(nil)

  init(_ count: Int, _ base64: StaticString) {
    self.count = count
    self.base64 = base64
  }

  /// Shared by all who ask: nothing is copied.
  var buffer: ByteBuffer {
    bytes.withLock { bytes in
      if let bytes { return bytes }
      let decoded = base64.withUTF8Buffer { ByteBuffer(base64: $0, count: count) }
      bytes = decoded
      return decoded
    }
  }
}

extension ByteBuffer {
  /// - Parameters:
  ///   - text: base64 that a program has written.
  ///   - count: how many bytes it stands for.
  fileprivate init(base64 text: UnsafeBufferPointer<UInt8>, count: Int) {
    var values = [UInt32](repeating: 0, count: 128)
    for (value, letter) in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8.enumerated() {
      values[Int(letter)] = UInt32(value)
    }
    self.init()
    reserveCapacity(text.count / 4 * 3)
    for start in stride(from: 0, to: text.count, by: 4) {
      let bits = text[start..<start + 4].reduce(0) { $0 << 6 | values[Int($1)] }
      writeInteger(UInt8(truncatingIfNeeded: bits >> 16))
      writeInteger(UInt16(truncatingIfNeeded: bits))
    }
    moveWriterIndex(to: count)
  }
}
