import CBrotli
import Gzip

/// Makes bytes as small as can be: it is done once, and sent often. Nothing in them tells when that was.
enum Packing {
  static func gzip(_ bytes: [UInt8]) -> [UInt8] { Gzip.packed(bytes, .most) }

  static func brotli(_ bytes: [UInt8]) -> [UInt8] {
    var count = max(BrotliEncoderMaxCompressedSize(bytes.count), 16)
    var packed = [UInt8](repeating: 0, count: count)
    let isPacked = BrotliEncoderCompress(
      BROTLI_MAX_QUALITY, BROTLI_MAX_WINDOW_BITS, BROTLI_MODE_GENERIC, bytes.count, bytes, &count, &packed)
    precondition(isPacked == BROTLI_TRUE, "brotli needs more room than it has said")
    return Array(packed.prefix(count))
  }
}
