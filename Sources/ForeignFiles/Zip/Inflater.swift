import CZlib

/// Unpacks a deflated stream piece by piece, with zlib, in memory that does not depend on what comes.
final class Inflater {
  enum Progress {
    case goesOn, needsInput, ended, damaged
  }

  /// zlib looks whether it is still where it was.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 32 << 10)

  init() {
    stream.initialize(to: z_stream())
    let code = zlib_begin_raw_inflate(stream)
    precondition(code == Z_OK, "zlib has no 40 KiB of memory")
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    input.deallocate()
  }

  /// How many bytes it still has to read.
  var waiting: Int { Int(stream.pointee.avail_in) }

  /// Gives it more to read, once it has read what it had.
  ///
  /// - Parameter body: fills the room and says how much of it is filled; nil when that failed.
  /// - Returns: false when that failed.
  func feed(atMost count: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int?) -> Bool {
    let room = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(input).prefix(count))
    guard let filled = body(room) else { return false }
    stream.pointee.next_in = input.baseAddress
    stream.pointee.avail_in = CUnsignedInt(filled)
    return true
  }

  /// - Returns: how many bytes were written, and how it goes on.
  func unpack(into room: UnsafeMutableRawBufferPointer) -> (count: Int, Progress) {
    stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = CUnsignedInt(room.count)
    let code = inflate(stream, Z_NO_FLUSH)
    let count = room.count - Int(stream.pointee.avail_out)
    stream.pointee.next_out = nil
    switch code {
    case Z_STREAM_END: return (count, .ended)
    case Z_OK: return (count, waiting == 0 && count < room.count ? .needsInput : .goesOn)
    // Nothing could be done: it has read everything, or has no room.
    case Z_BUF_ERROR: return (count, .needsInput)
    default: return (count, .damaged)
    }
  }
}
