import NIOCore

/// Detects that a client has read none of its waiting data for too long.
struct StallWatch {
  enum Verdict: Hashable {
    /// Nothing waits any more: the watch is over.
    case over
    /// Look again after `interval`.
    case waiting
    case stalled
  }

  /// How often to look: a client is found out after the timeout and at most a fifth of it more.
  let interval: TimeAmount

  private let timeout: TimeAmount
  private var sent: Int
  private var lastProgress: NIODeadline

  /// - Parameter sent: bytes that have left since the connection began.
  init(timeout: TimeAmount, sent: Int, now: NIODeadline) {
    self.timeout = timeout
    self.interval = .nanoseconds(max(1, timeout.nanoseconds / 5))
    self.sent = sent
    self.lastProgress = now
  }

  mutating func look(sent: Int, unsent: Int, now: NIODeadline) -> Verdict {
    guard unsent > 0 else { return .over }
    if sent > self.sent { lastProgress = now }
    self.sent = sent
    return now - lastProgress >= timeout ? .stalled : .waiting
  }
}
