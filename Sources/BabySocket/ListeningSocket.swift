import BabyProtocol
import Glibc
import Synchronization
import SystemCalls

/// A Unix socket that is bound to its path, and what goes with it: directory, modes, lock file.
package final class ListeningSocket: Sendable {
  package let path: String
  let descriptor: CInt
  /// The socket is open to others than its owner, so the kernel decides who may connect.
  let isShared: Bool

  /// Nil for a socket that was passed in: its file belongs to its creator.
  private let lock: PathLock?
  private let file: Mutex<FileIdentity?>
  private let isClosed = Mutex(false)

  private struct FileIdentity: Hashable {
    var device: dev_t
    var inode: ino_t
  }

  private init(path: String, descriptor: CInt, isShared: Bool, lock: PathLock?, file: FileIdentity?) {
    self.path = path
    self.descriptor = descriptor
    self.isShared = isShared
    self.lock = lock
    self.file = Mutex(file)
  }

  /// Makes a socket that only this user can connect to, in a directory that only this user can change.
  ///
  /// Removes a stale socket of an earlier daemon; a path that another daemon serves is not touched.
  package static func make(at path: String) throws(SocketError) -> ListeningSocket {
    guard path.utf8.count <= StandardPaths.longestSocketPath else {
      throw .pathTooLong(path, length: path.utf8.count)
    }
    try SocketDirectory(of: path).prepare()
    let lock = try lock(path)
    try removeStaleSocket(at: path)
    let descriptor = try bound(to: path)
    return ListeningSocket(
      path: path, descriptor: descriptor, isShared: false, lock: lock, file: identity(of: path))
  }

  /// Takes over a bound socket, such as from systemd.
  package static func adopt(_ descriptor: CInt) throws(SocketError) -> ListeningSocket {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    var type: CInt = 0
    var typeSize = socklen_t(MemoryLayout<CInt>.size)
    let isSocket = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) == 0 }
    }
    guard isSocket, CInt(address.sun_family) == AF_UNIX,
      getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &typeSize) == 0,
      type == CInt(SOCK_STREAM.rawValue)
    else { throw .notASocket(descriptor: descriptor) }
    var status = stat()
    let isShared = stat(address.path, &status) == 0 && status.st_mode & (S_IWGRP | S_IWOTH) != 0
    return ListeningSocket(path: address.path, descriptor: descriptor, isShared: isShared, lock: nil, file: nil)
  }

  /// Removes the socket's file, unless it has been replaced by another one. To be called while the descriptor is open:
  /// until then no other file can have the inode's number.
  package func removeFile() {
    file.withLock { file in
      if let own = file, Self.identity(of: path) == own { unlink(path) }
      file = nil
    }
  }

  /// Stops listening for good: removes the file and closes the descriptor.
  func close() {
    removeFile()
    isClosed.withLock { isClosed in
      if !isClosed { Glibc.close(descriptor) }
      isClosed = true
    }
  }

  /// Lets another daemon have the path.
  func releaseLock() { lock?.release() }

  /// `daemon.sock` is locked by `daemon.lock` beside it.
  private static func lock(_ path: String) throws(SocketError) -> PathLock {
    let file = (path.hasSuffix(".sock") ? String(path.dropLast(5)) : path) + ".lock"
    do { return try PathLock(file: file) } catch {
      switch error {
      case .held(let pid): throw .inUse(path: path, pid: pid)
      case .system(let action, let code):
        throw .system(action: action, path: file, reason: systemErrorText(code))
      }
    }
  }

  /// Called with the lock held: no other daemon of ours can be between its own check and its own bind.
  private static func removeStaleSocket(at path: String) throws(SocketError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .occupied(path: path) }
    let probe = try unbound(for: path)
    defer { Glibc.close(probe) }
    // Another program may serve it without our lock.
    if sockaddr_un(path: path).withSockaddr({ connect(probe, $0, $1) }) == 0 {
      throw .inUse(path: path, pid: Peer(socket: probe)?.pid)
    }
    switch errno {
    case ECONNREFUSED: break
    // A process listens and is busy.
    case EAGAIN: throw .inUse(path: path, pid: nil)
    default: throw .lastSystemError("connect to", path)
    }
    guard unlink(path) == 0 else { throw .lastSystemError("remove the stale socket", path) }
  }

  private static func bound(to path: String) throws(SocketError) -> CInt {
    let descriptor = try unbound(for: path)
    // Linux gives the file the mode that the socket has when it is bound, so there is no moment with a wider one.
    guard fchmod(descriptor, 0o600) == 0,
      sockaddr_un(path: path).withSockaddr({ bind(descriptor, $0, $1) }) == 0
    else {
      defer { Glibc.close(descriptor) }
      throw .lastSystemError("make the socket", path)
    }
    return descriptor
  }

  /// A socket on which no call waits.
  private static func unbound(for path: String) throws(SocketError) -> CInt {
    let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, type, 0)
    guard descriptor >= 0 else { throw .lastSystemError("make a socket for", path) }
    return descriptor
  }

  private static func identity(of path: String) -> FileIdentity? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return FileIdentity(device: status.st_dev, inode: status.st_ino)
  }
}

/// The directory of a socket: everyone who can write to it can replace our socket.
package struct SocketDirectory {
  let path: String

  init(of socketPath: String) {
    guard let slash = socketPath.lastIndex(of: "/") else {
      path = "."
      return
    }
    path = slash == socketPath.startIndex ? "/" : String(socketPath[..<slash])
  }

  /// Makes the directory, for this user alone, when it is not there yet.
  func prepare() throws(SocketError) {
    try Self.make(path)
    var status = stat()
    guard stat(path, &status) == 0 else { throw .lastSystemError("look at", path) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .system(action: "use", path: path, reason: "it is not a directory")
    }
    guard status.st_uid == geteuid() else { throw .directoryNotOwn(path, owner: status.st_uid) }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else { throw .directoryWritableByOthers(path) }
  }

  /// Makes a directory and those down to it.
  package static func make(_ path: String) throws(SocketError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw .lastSystemError("make the directory", path)
    }
    try make(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .lastSystemError("make the directory", path) }
  }
}

/// Why the daemon cannot have its socket.
package enum SocketError: Error, Hashable, CustomStringConvertible {
  /// - Parameter length: in bytes.
  case pathTooLong(String, length: Int)
  case directoryNotOwn(String, owner: UInt32)
  case directoryWritableByOthers(String)
  /// - Parameter pid: nil when the other daemon does not tell.
  case inUse(path: String, pid: Int32?)
  case occupied(path: String)
  case notASocket(descriptor: Int32)
  case system(action: String, path: String, reason: String)

  package var description: String {
    switch self {
    case .pathTooLong(let path, let length):
      "The socket's path is \(length) bytes long, but Unix sockets allow at most 107: \(path). "
        + "Set BABYBASICS_SOCKET to a shorter path."
    case .directoryNotOwn(let path, let owner):
      "The socket's directory \(path) belongs to the user with id \(owner), who could replace the socket. "
        + "Set BABYBASICS_SOCKET to a path in a directory of your own."
    case .directoryWritableByOthers(let path):
      "Other users can write to the socket's directory \(path) and could replace the socket. "
        + "Run: chmod go-w '\(path)'"
    case .inUse(let path, let pid):
      "Another babybasicsd\(pid.map { " (process \($0))" } ?? "") already serves \(path)."
    case .occupied(let path):
      "\(path) exists but is not a socket, so it was left alone. Move it away, or set BABYBASICS_SOCKET to another path."
    case .notASocket(let descriptor):
      "systemd passed descriptor \(descriptor), which is not a listening Unix stream socket."
    case .system(let action, let path, let reason):
      "Cannot \(action) \(path): \(reason)."
    }
  }

  /// - Parameter action: as in `Cannot … the file`.
  package static func lastSystemError(_ action: String, _ path: String) -> SocketError {
    .system(action: action, path: path, reason: systemErrorText())
  }
}

extension sockaddr_un {
  /// - Parameter path: at most 107 bytes.
  init(path: String) {
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
  }

  /// The path that the socket is bound to; empty if it is unnamed.
  var path: String {
    withUnsafeBytes(of: sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: self) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
