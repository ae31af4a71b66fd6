import BabyProtocol
import Glibc

/// A connected Unix socket that carries lines. Closed when it goes away.
struct DaemonConnection: ~Copyable {
  private let descriptor: Int32
  private var received = LineBuffer()

  /// Connects.
  ///
  /// - Parameter path: of the socket, or `ssh://…`; see `RemoteHost`.
  /// - Throws: `notRunning`, `noPermission`, `socketPathTooLong`, `timedOut`, `hostNotReached` or `systemFailure`.
  init(socket path: String, by deadline: Deadline, timeout: Duration) throws(ClientError) {
    if let host = RemoteHost(path) {
      descriptor = try host.connect()
    } else {
      descriptor = try Self.open(path, by: deadline, timeout: timeout)
    }
  }

  /// A connected socket, which the caller closes.
  static func open(_ path: String, by deadline: Deadline, timeout: Duration) throws(ClientError) -> Int32 {
    let address = try Self.address(path)
    let opened = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard opened >= 0 else { throw .systemFailure("socket", socket: path, code: errno) }
    if let failure = Self.connect(opened, to: address, by: deadline) {
      close(opened)
      throw .connecting(path, failed: failure, timeout: timeout)
    }
    return opened
  }

  deinit { close(descriptor) }

  /// Nil when it worked, else `errno`.
  private static func connect(_ descriptor: Int32, to address: sockaddr_un, by deadline: Deadline) -> Int32? {
    // A full backlog blocks connect(2) on a Unix socket, and poll(2) does not tell when there is room: it has a limit
    // of its own.
    let left = deadline.millisecondsLeft
    var limit = timeval(tv_sec: Int(left) / 1000, tv_usec: max(1, Int(left) % 1000 * 1000))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    while true {
      let result = withUnsafePointer(to: address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      if result == 0 { return nil }
      if errno != EINTR { return errno }
    }
  }

  /// - Throws: `socketPathTooLong`.
  static func address(_ path: String) throws(ClientError) -> sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count <= StandardPaths.longestSocketPath else { throw .socketPathTooLong(path) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return address
  }

  /// Sends all bytes. False when the other side has closed: what it said before may still be read.
  mutating func send(_ bytes: [UInt8], by deadline: Deadline, timeout: Duration) throws(ClientError) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.send(
          descriptor, buffer.baseAddress.map { $0 + sent }, buffer.count - sent,
          Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        guard wait(for: POLLOUT, by: deadline) else { throw .timedOut(after: timeout, sent: sent > 0) }
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// The next line, without its line feed; nil when the other side has closed before its end.
  mutating func readLine(by deadline: Deadline, timeout: Duration) throws(ClientError) -> [UInt8]? {
    while true {
      if let line = received.next() { return line }
      guard try readMore(by: deadline, timeout: timeout) else { return nil }
    }
  }

  private mutating func readMore(by deadline: Deadline, timeout: Duration) throws(ClientError) -> Bool {
    // Waiting comes first: the answer is never there yet when the request has just gone.
    while true {
      guard wait(for: POLLIN, by: deadline) else { throw .timedOut(after: timeout, sent: true) }
      var count = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
        count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
        filled = max(0, count)
      }
      if count > 0 {
        received.append(chunk)
        return true
      }
      if count == 0 || (errno != EINTR && errno != EAGAIN) { return false }
    }
  }

  private func wait(for events: Int32, by deadline: Deadline) -> Bool {
    while true {
      var poll = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      let ready = Glibc.poll(&poll, 1, deadline.millisecondsLeft)
      if ready > 0 { return true }
      if ready == 0 || errno != EINTR { return false }
    }
  }
}
