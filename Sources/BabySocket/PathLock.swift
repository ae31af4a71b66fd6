import Glibc
import Synchronization

/// The right to a path that one daemon at a time may have: a lock on a file, which the kernel takes back when the
/// process ends.
package final class PathLock: Sendable {
  private let descriptor: Mutex<CInt?>

  /// Why there is no lock.
  package enum Failure: Error {
    /// - Parameter pid: nil when the holder does not tell.
    case held(pid: Int32?)
    /// - Parameters:
    ///   - action: as in `Cannot … the file`.
    ///   - code: the system's `errno`.
    case system(action: String, code: CInt)
  }

  /// - Parameter path: of the file; made when it is not there.
  package init(file path: String) throws(Failure) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .system(action: "open", code: errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      defer { close(descriptor) }
      throw code == EWOULDBLOCK ? .held(pid: Self.holder(descriptor)) : .system(action: "lock", code: code)
    }
    self.descriptor = Mutex(descriptor)
    Self.write(holder: "\(getpid())\n", to: descriptor)
  }

  deinit { release() }

  /// Lets another process have the path. The file stays: removing it would let two processes hold two locks.
  package func release() {
    let held = descriptor.withLock { descriptor in
      defer { descriptor = nil }
      return descriptor
    }
    guard let held else { return }
    Self.write(holder: "", to: held)
    // A child that is just being started has the descriptor too, until it becomes its program.
    flock(held, LOCK_UN)
    close(held)
  }

  /// The holder is there for people and error messages; the lock holds without it.
  private static func write(holder: String, to descriptor: CInt) {
    var holder = holder
    guard ftruncate(descriptor, 0) == 0 else { return }
    _ = holder.withUTF8 { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  private static func holder(_ descriptor: CInt) -> Int32? {
    var text = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &text, text.count, 0)
    guard count > 0 else { return nil }
    return Int32(String(decoding: text.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}
