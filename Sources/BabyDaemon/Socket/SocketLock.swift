import Glibc
import Synchronization

/// The right to serve a socket's path: a lock on a file beside it, which the kernel takes back when the process ends.
final class SocketLock: Sendable {
  private let descriptor: Mutex<CInt?>

  /// - Parameter socketPath: `daemon.sock` is locked by `daemon.lock`.
  /// - Throws: `SocketError.inUse` when another process holds the lock.
  init(socketPath: String) throws(SocketError) {
    let path = Self.path(for: socketPath)
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .lastSystemError("open", path) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let isHeld = errno == EWOULDBLOCK
      defer { close(descriptor) }
      throw isHeld ? .inUse(path: socketPath, pid: Self.holder(descriptor)) : .lastSystemError("lock", path)
    }
    self.descriptor = Mutex(descriptor)
    Self.write(holder: "\(getpid())\n", to: descriptor)
  }

  deinit { release() }

  /// Lets another process have the path. The file stays: removing it would let two processes hold two locks.
  func release() {
    let held = descriptor.withLock { descriptor in
      defer { descriptor = nil }
      return descriptor
    }
    guard let held else { return }
    Self.write(holder: "", to: held)
    close(held)
  }

  static func path(for socketPath: String) -> String {
    (socketPath.hasSuffix(".sock") ? String(socketPath.dropLast(5)) : socketPath) + ".lock"
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
