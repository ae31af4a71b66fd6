public import BabyProtocol
import Glibc
import SystemCalls

/// Follows the daemon: subscribes, and subscribes again whenever the daemon comes back.
///
/// Its owner's loop drives it. The owner polls `descriptor` for `events`, for at most `millisecondsLeft`, and then calls
/// `process()`, which never waits:
///
///     let follower = Follower(socket: path, name: "bbctl", topics: [.dashboard], timeout: timeout)
///     while true {
///       for event in follower.process() { … }
///       var ready = pollfd(fd: follower.descriptor, events: follower.events, revents: 0)
///       poll(&ready, 1, follower.millisecondsLeft)
///     }
///
/// While the daemon is gone it watches for the socket to appear, and tries by itself every five seconds at most.
public final class Follower {
  private let socket: String
  private let timeout: Duration
  private var state: FollowerState
  private var connection: FollowerConnection?
  private var watch: SocketWatch?
  /// Events for the next `process()`.
  private var pending: [FollowerEvent] = []

  /// - Parameters:
  ///   - socket: path of the daemon's socket, or `ssh://user@host`.
  ///   - name: the program's name, for the daemon's log and journal.
  ///   - childID: UUID or name of the child that is followed; nil is the current one, whichever that is at the time.
  ///   - timeout: how long the daemon may take to answer; see `CallTimeout`.
  public init(socket: String, name: String, topics: [Topic], childID: String? = nil, timeout: Duration) {
    self.socket = socket
    self.timeout = timeout
    let patience = RemoteHost(socket) == nil ? timeout : timeout + RemoteHost.patience
    state = FollowerState(name: name, topics: topics, childID: childID, timeout: patience)
  }

  // MARK: What to wait for

  /// The descriptor to poll, which changes from call to call; -1, which poll(2) ignores, if there is none.
  public var descriptor: Int32 {
    if let descriptor = connection?.descriptor { return descriptor }
    if let descriptor = watch?.descriptor { return descriptor }
    return -1
  }

  /// The events to poll the descriptor for.
  public var events: Int16 { Int16(POLLIN | (connection?.hasUnsent == true ? POLLOUT : 0)) }

  /// Milliseconds until `process()` has something to do even if nothing comes; -1, which poll(2) takes for ever, when
  /// it has not.
  public var millisecondsLeft: Int32 {
    guard pending.isEmpty else { return 0 }
    guard let due = state.due else { return -1 }
    return Deadline.milliseconds(from: SystemClock.monotonic, to: due)
  }

  // MARK: What happens

  /// Does everything that does not block, and returns the events.
  public func process() -> [FollowerEvent] {
    if watch?.sees() == true {
      watch = nil
      state.socketMayBeThere(at: SystemClock.monotonic)
    }
    let now = SystemClock.monotonic
    take(state.expire(at: now))
    if connection != nil { receive() } else if let due = state.due, due <= now { connect() }
    defer { pending = [] }
    return pending
  }

  /// Makes a call over the connection that is followed; the answer comes as an event.
  ///
  /// - Returns: the call's number; nil when there is no connection, and nothing was sent.
  public func call(_ call: MethodCall) -> Int64? {
    guard connection != nil, let (id, bytes) = state.call(call, at: SystemClock.monotonic) else { return nil }
    send(bytes)
    return id
  }

  private func connect() {
    do {
      connection = try FollowerConnection(socket: socket, timeout: timeout)
      watch = nil
      send(state.connected(at: SystemClock.monotonic))
    } catch { lose(error) }
  }

  private func receive() {
    guard connection?.flush() == true, connection?.receive() == true else {
      readLines()
      // Data sent before the end counts, and may have ended the connection itself.
      if connection != nil { lose(.disconnected) }
      return
    }
    readLines()
  }

  private func readLines() {
    while let line = connection?.nextLine() { take(state.received(line, at: SystemClock.monotonic)) }
  }

  private func take(_ step: FollowerState.Step) {
    pending += step.events
    if let failure = step.failure { lose(failure) } else { send(step.bytes) }
  }

  /// A failure to send is noticed where the connection is read.
  private func send(_ bytes: [UInt8]) {
    connection?.send(bytes)
  }

  private func lose(_ reason: ClientError) {
    connection = nil
    pending += state.failed(reason, at: SystemClock.monotonic, jitter: .random(in: 0...1))
    // Watched from now on: what appears before the next attempt is found by that.
    if watch == nil, RemoteHost(socket) == nil { watch = SocketWatch(socket: socket) }
  }
}

/// A follower's event for its owner.
public enum FollowerEvent: Hashable, Sendable {
  /// The current state. It replaces everything before, except events of log topics if `isResync` is false.
  case snapshot(ChangesSubscribe.Answer)
  /// Something has happened since.
  case change(ChangeEvent)
  /// The daemon cannot be followed for now. Returned once for each reason, however many attempts fail.
  case lost(ClientError)
  /// A call has been answered, or will never be.
  case answered(id: Int64, Result<JSON, ClientError>)
}

extension FollowerEvent {
  /// Why retrying is pointless: the request was refused, and would be again. A refusal by a stopping daemon is only
  /// temporary.
  package var refusal: ClientError? {
    guard case .lost(.refused(let error)) = self, !error.code.isRetryable else { return nil }
    return .refused(error)
  }
}

/// A connected socket that never blocks. Closed when it goes away.
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

  /// Sends the rest. False if the other side has closed.
  mutating func flush() -> Bool {
    while !unsent.isEmpty {
      let count = unsent.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count >= 0 { unsent.removeFirst(count) } else if errno != EINTR { return errno == EAGAIN }
    }
    return true
  }

  /// Reads available data, at most 256 KiB at a time, so that a busy daemon does not starve everything else. False if
  /// the other side has closed; earlier data has been read.
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
