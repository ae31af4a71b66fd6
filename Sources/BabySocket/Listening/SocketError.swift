import Serving

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
      "The path of the socket is \(length) bytes long, and 107 is the most that Unix sockets allow: \(path). "
        + "Name a shorter one in BABYBASICS_SOCKET."
    case .directoryNotOwn(let path, let owner):
      "The socket's directory \(path) belongs to the user with id \(owner), who could put another socket in its place. "
        + "Name a socket in a directory of your own in BABYBASICS_SOCKET."
    case .directoryWritableByOthers(let path):
      "Other users can write to the socket's directory \(path) and could put another socket in its place. "
        + "Run: chmod go-w '\(path)'"
    case .inUse(let path, let pid):
      "Another babybasicsd\(pid.map { " (process \($0))" } ?? "") serves \(path) already."
    case .occupied(let path):
      "\(path) exists and is no socket; it is left as it is. Move it away, or name another socket in BABYBASICS_SOCKET."
    case .notASocket(let descriptor):
      "The descriptor \(descriptor) that was handed over is no listening Unix stream socket."
    case .system(let action, let path, let reason):
      "Cannot \(action) \(path): \(reason)."
    }
  }

  /// - Parameter action: as in `Cannot … the file`.
  package static func lastSystemError(_ action: String, _ path: String) -> SocketError {
    .system(action: action, path: path, reason: systemErrorText())
  }
}
