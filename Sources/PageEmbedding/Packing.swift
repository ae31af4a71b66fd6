import CBrotli
import CZlib

/// Makes bytes as small as can be: it is done once, and sent often. Nothing in them tells when that was.
enum Packing {
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    // 15 bits of window, and 16 for gzip's frame.
    let code = deflateInit2_(
      &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      CInt(MemoryLayout<z_stream>.size))
    precondition(code == Z_OK, "zlib has no memory")
    defer { deflateEnd(&stream) }
    var (bytes, packed) = (bytes, [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count)))))
    let count = bytes.withUnsafeMutableBufferPointer { input in
      packed.withUnsafeMutableBufferPointer { room in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = room.baseAddress
        stream.avail_out = UInt32(room.count)
        precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END, "zlib needs more room than it has said")
        return room.count - Int(stream.avail_out)
      }
    }
    return Array(packed.prefix(count))
  }

  static func brotli(_ bytes: [UInt8]) -> [UInt8] {
    var count = max(BrotliEncoderMaxCompressedSize(bytes.count), 16)
    var packed = [UInt8](repeating: 0, count: count)
    let isPacked = BrotliEncoderCompress(
      BROTLI_MAX_QUALITY, BROTLI_MAX_WINDOW_BITS, BROTLI_MODE_GENERIC, bytes.count, bytes, &count, &packed)
    precondition(isPacked == BROTLI_TRUE, "brotli needs more room than it has said")
    return Array(packed.prefix(count))
  }
}
