import CSystemLibraries

/// Compression for sending (RFC 1952). It contains no time.
public enum Gzip {
  /// How much time is spent on making it small.
  public enum Effort: Sendable {
    /// For what is packed each time that it is sent: some 30 ms for a megabyte.
    case usual
    /// For what is packed once and sent often.
    case most
  }

  /// - Returns: `bytes` in gzip's frame.
  public static func packed(_ bytes: [UInt8], _ effort: Effort = .usual) -> [UInt8] {
    var stream = z_stream()
    let level = effort == .most ? Z_BEST_COMPRESSION : Z_DEFAULT_COMPRESSION
    // 15 bits of window, and 16 for gzip's frame.
    let code = deflateInit2_(
      &stream, level, Z_DEFLATED, 15 + 16, effort == .most ? 9 : 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      CInt(MemoryLayout<z_stream>.size))
    precondition(code == Z_OK, "zlib has no memory")
    defer { deflateEnd(&stream) }
    let most = Int(deflateBound(&stream, UInt(bytes.count)))
    return [UInt8](unsafeUninitializedCapacity: most) { room, count in
      bytes.withUnsafeBufferPointer { input in
        // zlib takes a pointer to what it does not change.
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = UInt32(input.count)
        stream.next_out = room.baseAddress
        stream.avail_out = UInt32(most)
        precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END, "zlib needs more space than it announced")
        count = most - Int(stream.avail_out)
      }
    }
  }
}
