import BabyProtocol
import Glibc
import SystemCalls

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
    // A full backlog blocks connect(2) on a Unix socket, and poll(2) does not report when there is room: use a separate
    // limit.
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

  /// Sends all bytes. False if the other side has closed: data that it sent before may still be read.
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

/// How long a client waits for the daemon's answer to one call.
public enum CallTimeout {
  /// The timeout of most calls.
  public static let standard = Duration.seconds(5)

  /// In seconds.
  private static let limits = 1.0...3600.0

  /// The value of `BABYBASICS_TIMEOUT`, or the default. A call with a longer default never gets less.
  ///
  /// - Parameter variable: the value of a variable of the environment.
  /// - Throws: `badTimeout` when the variable's value is not a number of seconds, such as 20 or 2.5, within the limits.
  public static func chosen(
    usual: Duration = standard, variable: (String) -> String?
  ) throws(ClientError) -> Duration {
    guard let text = variable(ClientVariable.timeout), !text.isEmpty else { return usual }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let isPlain = text.utf8.allSatisfy { digits.contains($0) || $0 == UInt8(ascii: ".") }
    guard isPlain, let seconds = Double(text), limits.contains(seconds) else { throw .badTimeout(text) }
    return usual > standard ? max(usual, .seconds(seconds)) : .seconds(seconds)
  }
}

/// A point on the monotonic clock by which something has to be done, so that a call takes as long as it may in all, however many
/// reads and writes it needs.
package struct Deadline {
  private let due: Duration

  package init(in timeout: Duration) { due = SystemClock.monotonic + timeout }

  /// Whole milliseconds that are left, rounded up and never below zero: what `poll` wants.
  package var millisecondsLeft: Int32 { Self.milliseconds(from: SystemClock.monotonic, to: due) }

  /// Whole milliseconds from one time to a later one, rounded up and never below zero.
  static func milliseconds(from now: Duration, to due: Duration) -> Int32 {
    let left = max(.zero, due - now).components
    return Int32(clamping: left.seconds * 1000 + (left.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}

/// Bytes as they come, handed out as lines.
public struct LineBuffer: Sendable {
  private var received: [UInt8] = []
  /// Where the first line that was not handed out begins.
  private var begin = 0
  /// Up to here there is no line feed after `begin`.
  private var searched = 0

  public init() {}

  /// Bytes of a line whose end has not come yet, and of lines that were not taken.
  public var pending: Int { received.count - begin }

  public mutating func append(_ bytes: [UInt8]) {
    if begin > 0 {
      received.removeFirst(begin)
      searched -= begin
      begin = 0
    }
    if received.isEmpty { received = bytes } else { received += bytes }
  }

  /// The next line without its line feed; nil until its end has come.
  public mutating func next() -> [UInt8]? {
    guard let end = lineFeed() else {
      searched = received.count
      return nil
    }
    defer {
      begin = end + 1
      searched = begin
    }
    return Array(received[begin..<end])
  }

  /// The library looks for it a word at a time.
  private func lineFeed() -> Int? {
    received.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let found = memchr(start + searched, 0x0A, bytes.count - searched) else {
        return nil
      }
      return UnsafeRawPointer(found) - start
    }
  }
}
