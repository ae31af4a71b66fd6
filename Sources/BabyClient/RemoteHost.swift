import Glibc
import SystemCalls

/// The daemon of another machine, over ssh: `ssh://user@host` or `ssh://user@host:port` where a socket's path would be.
///
/// There `bbctl proxy-stdio` finds the daemon's socket, and nothing new listens anywhere.
package struct RemoteHost {
  /// The additional time for logging in.
  static let patience: Duration = .seconds(10)

  private static let scheme = "ssh://"

  /// With the scheme.
  package let address: String

  /// As people write it: `user@host`.
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
    // Without a terminal, questions cannot be answered.
    if isatty(STDERR_FILENO) == 0 { command += ["-o", "BatchMode=yes"] }
    command += ["--", address, "bbctl", "proxy-stdio"]
    // Children are reaped automatically.
    signal(SIGCHLD, SIG_IGN)
    guard Spawn.start(command, input: ends[1], output: ends[1]) != nil else {
      close(ends[0])
      throw .hostNotReached(address)
    }
    return ends[0]
  }
}

/// Carries lines between standard input and output and the daemon's socket: the far end of `bbctl -H`.
package struct StdioProxy {
  private let input: Int32
  private let output: Int32

  package init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// Runs until either side has ended.
  ///
  /// - Parameter socket: the daemon's.
  /// - Throws: what connecting throws.
  package func run(socket: String, timeout: Duration) throws(ClientError) {
    let daemon = try DaemonConnection.open(socket, by: Deadline(in: timeout), timeout: timeout)
    defer { close(daemon) }
    var fromCaller = true
    while true {
      var polls = [
        pollfd(fd: fromCaller ? input : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: daemon, events: Int16(POLLIN), revents: 0),
        // With no events requested, poll still reports that the reader is gone.
        pollfd(fd: output, events: 0, revents: 0),
      ]
      guard poll(&polls, nfds_t(polls.count), -1) > 0 else { continue }
      if polls[2].revents & Int16(POLLERR | POLLNVAL) != 0 { return }
      if polls[1].revents != 0, !Self.carry(from: daemon, to: output) { return }
      if polls[0].revents != 0, !Self.carry(from: input, to: daemon) {
        // Requests in progress are still answered.
        fromCaller = false
        shutdown(daemon, Int32(SHUT_WR))
      }
    }
  }

  /// False at the end.
  private static func carry(from source: Int32, to target: Int32) -> Bool {
    var count = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
      count = read(source, buffer.baseAddress, buffer.count)
      filled = max(0, count)
    }
    if count < 0 { return errno == EINTR || errno == EAGAIN }
    return count > 0 && writeAll(chunk, to: target)
  }
}
