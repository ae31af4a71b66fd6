import Glibc

/// The daemon of another machine, over ssh: `ssh://user@host` or `ssh://user@host:port` where a socket's path would be.
///
/// There `bbctl proxy-stdio` finds the daemon's socket, and nothing new listens anywhere.
package struct RemoteHost {
  /// What logging in may take, on top of what a call may.
  static let patience: Duration = .seconds(10)

  private static let scheme = "ssh://"

  /// With the scheme.
  package let address: String

  /// As somebody names it: `user@host`.
  var name: String { String(address.dropFirst(Self.scheme.count)) }

  /// - Parameter name: `host` or `user@host`.
  package init(name: String) { address = Self.scheme + name }

  /// Nil when it is a path.
  init?(_ socket: String) {
    guard socket.hasPrefix(Self.scheme), socket != Self.scheme else { return nil }
    address = socket
  }

  /// Starts ssh. It asks for passwords and says what goes wrong on the terminal, if there is one.
  ///
  /// - Returns: the connection to it, which the caller closes; closing it ends ssh.
  /// - Throws: `hostNotReached`, `systemFailure`.
  func connect() throws(ClientError) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw .systemFailure("socketpair", socket: address, code: errno)
    }
    defer { close(ends[1]) }
    var command = ["ssh", "-T", "-o", "ConnectTimeout=5"]
    // Without a terminal nobody could answer a question.
    if isatty(STDERR_FILENO) == 0 { command += ["-o", "BatchMode=yes"] }
    command += ["--", address, "bbctl", "proxy-stdio"]
    // Nobody waits for it.
    signal(SIGCHLD, SIG_IGN)
    guard Spawn.start(command, input: ends[1], output: ends[1]) != nil else {
      close(ends[0])
      throw .hostNotReached(address)
    }
    return ends[0]
  }
}
