import Glibc
import SystemCalls

/// Carries lines between standard input and output and the daemon's socket: the far end of `bbctl -H`.
package struct StdioProxy {
  private let input: Int32
  private let output: Int32

  package init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// Runs until either side has said all it has to say.
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
        // Without any event poll still tells when the reader is gone.
        pollfd(fd: output, events: 0, revents: 0),
      ]
      guard poll(&polls, nfds_t(polls.count), -1) > 0 else { continue }
      if polls[2].revents & Int16(POLLERR | POLLNVAL) != 0 { return }
      if polls[1].revents != 0, !Self.carry(from: daemon, to: output) { return }
      if polls[0].revents != 0, !Self.carry(from: input, to: daemon) {
        // What was asked is still answered.
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
