import SystemCalls

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
