import CSystemd
import Glibc
import SystemCalls

/// A listening Unix socket that systemd has bound for the daemon (socket activation).
public struct ListenFD: Hashable, Sendable {
  /// `FileDescriptorName=` of the socket unit; the unit's name where it sets none.
  public var name: String
  /// Open, and the receiver's to close.
  public var descriptor: Int32

  /// The sockets that were handed over to this process, in the order of the unit; none without socket activation.
  ///
  /// Takes `LISTEN_FDS` and its kin out of the environment, so that a second call finds nothing.
  public static func receive() throws(ListenFDError) -> [ListenFD] {
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = sd_listen_fds_with_names(1, &names)
    guard count >= 0 else { throw .environment(reason: systemErrorText(-count)) }
    guard count > 0, let names else { return [] }
    defer { free(names) }
    var sockets: [ListenFD] = []
    for index in 0..<Int(count) {
      let descriptor = SD_LISTEN_FDS_START + Int32(index)
      defer { free(names[index]) }
      let name = names[index].map { String(cString: $0) } ?? "unknown"
      sockets.append(ListenFD(name: name, descriptor: descriptor))
    }
    for socket in sockets where sd_is_socket_unix(socket.descriptor, Int32(SOCK_STREAM.rawValue), 1, nil, 0) <= 0 {
      throw .notAListeningSocket(name: socket.name)
    }
    return sockets
  }
}

/// Why what systemd has handed over cannot be used.
public enum ListenFDError: Error, Hashable, CustomStringConvertible {
  case environment(reason: String)
  case notAListeningSocket(name: String)

  public var description: String {
    switch self {
    case .environment(let reason): "LISTEN_FDS, LISTEN_PID or LISTEN_FDNAMES cannot be read: \(reason)."
    case .notAListeningSocket(let name):
      "The socket unit passed \"\(name)\", which is not a listening Unix stream socket. Use ListenStream= with a path."
    }
  }
}
