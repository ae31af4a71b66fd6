import Glibc

/// A connected socket that never makes anybody wait. Closed when it goes away.
struct FollowerConnection: ~Copyable {
  let descriptor: Int32
  private var received = LineBuffer()
  private var unsent: [UInt8] = []

  /// Connects, or throws at once.
  ///
  /// - Parameter path: of the socket, or `ssh://…`; see `RemoteHost`.
  init(socket path: String, timeout: Duration) throws(ClientError) {
    if let host = RemoteHost(path) {
      descriptor = try host.connect()
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      return
    }
    let address = try DaemonConnection.address(path)
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let opened = Glibc.socket(AF_UNIX, type, 0)
    guard opened >= 0 else { throw .systemFailure("socket", socket: path, code: errno) }
    let result = withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(opened, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      let code = errno
      close(opened)
      throw .connecting(path, failed: code, timeout: timeout)
    }
    descriptor = opened
  }

  deinit { close(descriptor) }

  var hasUnsent: Bool { !unsent.isEmpty }

  mutating func nextLine() -> [UInt8]? { received.next() }

  /// Sends now what can be sent, and keeps the rest.
  mutating func send(_ bytes: [UInt8]) {
    unsent += bytes
    _ = flush()
  }

  /// Sends what is left. False when the other side has closed.
  mutating func flush() -> Bool {
    while !unsent.isEmpty {
      let count = unsent.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count >= 0 { unsent.removeFirst(count) } else if errno != EINTR { return errno == EAGAIN }
    }
    return true
  }

  /// Takes what has come, at most 256 KiB at a time, so that a daemon with much to say does not stop everything else.
  /// False when the other side has closed; what it said before is there.
  mutating func receive() -> Bool {
    for _ in 0..<16 {
      var count = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, filled in
        count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
        filled = max(0, count)
      }
      if count > 0 {
        received.append(chunk)
        if count < 16_384 { return true }
      } else if count == 0 || errno != EINTR {
        return count < 0 && errno == EAGAIN
      }
    }
    return true
  }
}
