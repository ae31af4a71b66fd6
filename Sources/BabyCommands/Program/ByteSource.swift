import Glibc
import SystemCalls

/// A file, or standard input, read in pieces.
struct ByteSource: ~Copyable {
  /// Nil when it is not known, as for a pipe.
  let size: Int?
  private let descriptor: Int32
  private let name: String

  /// - Parameter path: `-` is standard input.
  /// - Throws: `UsageError` with the system's reason.
  init(_ path: String) throws(UsageError) {
    name = path
    let opened = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw Self.failure(path) }
    var status = stat()
    let isFile = fstat(opened, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = isFile ? Int(status.st_size) : nil
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// Reads that many bytes, fewer only at the end.
  mutating func read(upTo count: Int) throws(UsageError) -> [UInt8] {
    var total = 0
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while total < count {
        let got = Glibc.read(descriptor, buffer.baseAddress.map { $0 + total }, count - total)
        if got > 0 {
          total += got
        } else if got == 0 {
          break
        } else if errno != EINTR {
          failed = true
          break
        }
      }
      filled = total
    }
    if failed { throw Self.failure(name) }
    return bytes
  }

  private static func failure(_ path: String) -> UsageError {
    UsageError(message: "\(path) cannot be read: \(systemErrorText()).")
  }
}
