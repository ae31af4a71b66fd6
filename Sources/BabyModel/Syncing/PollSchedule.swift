/// When the family server is polled for changes.
public struct PollSchedule: Hashable, Sendable {
  /// While a client is active, or something waits.
  public static let busyInterval: Duration = .seconds(30)
  /// While no client is active; also the longest pause after failures.
  public static let idleInterval: Duration = .minutes(5)
  /// How long after a call a client counts as active.
  public static let attention: Duration = .minutes(5)
  /// The minimum time between two polls, however many events the server sends.
  public static let newsInterval: Duration = .milliseconds(200)
  /// On a phone with the page open: the pause after the first poll without an answer. It doubles after each further
  /// one, up to `busyInterval`.
  public static let watchedPause: Duration = .seconds(5)

  /// Why polls are worth their while.
  public struct Interest: Hashable, Sendable {
    public var hasSubscribers: Bool
    public var hasActiveReminder: Bool
    public var hasUnsent: Bool
    public var lastCall: Instant?

    public init(
      hasSubscribers: Bool = false, hasActiveReminder: Bool = false, hasUnsent: Bool = false, lastCall: Instant? = nil
    ) {
      self.hasSubscribers = hasSubscribers
      self.hasActiveReminder = hasActiveReminder
      self.hasUnsent = hasUnsent
      self.lastCall = lastCall
    }

    /// Whether a client is active and would show changes at once.
    public func hasActiveClient(now: Instant) -> Bool {
      let isAsked = lastCall.map { now - $0 < PollSchedule.attention } ?? false
      return hasSubscribers || hasActiveReminder || isAsked
    }

    func interval(now: Instant) -> Duration { hasActiveClient(now: now) || hasUnsent ? busyInterval : idleInterval }
  }

  /// The last poll that the server answered.
  public private(set) var lastSuccess: Instant?
  private var lastPoll: Instant?
  /// Polls in a row that the server has not answered.
  private var missed = 0
  /// How long to pause after those.
  private var pause: Duration = .zero
  /// The server does not want to hear of us before.
  private var notBefore: Instant?
  private var isWanted = false
  private var hasNews = false

  /// - Parameter lastSuccess: as an earlier run has left it.
  public init(lastSuccess: Instant? = nil) { self.lastSuccess = lastSuccess }

  /// Something makes the next poll worth having at once: waking up from suspend, a network, a client that becomes
  /// active, or a change that the server has accepted. A pause that the server has requested is still kept.
  public mutating func wake() { isWanted = true }

  /// The server says that there is something new. While it does not answer polls, their pauses are kept.
  public mutating func hear() { hasNews = missed == 0 }

  /// - Returns: whether an outage is over: the poll before was missed, or this is the first one.
  @discardableResult
  public mutating func succeeded(at now: Instant) -> Bool {
    let isOver = missed > 0 || lastPoll == nil
    lastSuccess = now
    (lastPoll, missed, pause, notBefore, isWanted, hasNews) = (now, 0, .zero, nil, false, false)
    return isOver
  }

  /// - Parameters:
  ///   - retryAfter: the pause that the server has requested.
  ///   - jitter: 0 ..< 1, at random, so that a family's machines do not all come back at once.
  public mutating func failed(at now: Instant, retryAfter: Duration? = nil, jitter: Double) {
    missed += 1
    let doubled = Self.busyInterval * (1 << min(missed - 1, 4))
    let share = 0.75 + jitter / 4
    pause = .milliseconds(Int64(Double(min(doubled, Self.idleInterval).inMilliseconds) * share))
    notBefore = retryAfter.map { now + $0 }
    (lastPoll, isWanted, hasNews) = (now, false, false)
  }

  /// The time of the next poll, which may be past.
  public func next(_ interest: Interest, now: Instant) -> Instant {
    let asked = notBefore ?? .init(milliseconds: .min)
    // Before the first one, and after the clock was set back, nothing is known of how long ago the last was.
    guard !isWanted, let lastPoll, lastPoll <= now else { return max(now, asked) }
    if hasNews { return max(lastPoll + Self.newsInterval, asked) }
    return max(lastPoll + (missed == 0 ? interest.interval(now: now) : pause), asked)
  }

  /// Whether the server has not answered the last poll.
  public var hasMissed: Bool { missed > 0 }

  /// Whether the displayed data may be outdated: two polls in a row were missed, or there was none for twice the
  /// longest pause.
  public func isStale(now: Instant) -> Bool {
    guard let lastSuccess else { return true }
    return missed >= 2 || now - lastSuccess > Self.idleInterval * 2
  }
}

/// Why the server's stream of news has ended.
public enum EventStreamEnd: Hashable, Sendable {
  /// The stream was open and has ended: the server or the session has ended, the network is gone, or nothing came for
  /// too long.
  case broken
  /// The server could not be reached, or had no answer.
  case unavailable
  /// The server accepts no streams at the moment; how long to wait, if it says so.
  case refused(retryAfter: Duration?)
  /// The server has no such stream.
  case unsupported
  /// No sign came in time: something on the way holds it back, or the server is slow.
  case silent
  /// The session is over.
  case unauthorized
}

/// When the server's event stream is opened. It does not replace polling, so it is retried more and more rarely while
/// it does not work.
public struct EventStreamSchedule: Hashable, Sendable {
  /// After one that broke.
  public static let pause: Duration = .seconds(1)
  /// After one that kept silent, where there has been one: then it is likely to be slowness.
  private static let slowPause: Duration = .minutes(1)
  /// After one that cannot be had.
  public static let longPause: Duration = .minutes(5)
  /// After many failures; the jitter comes on top.
  public static let longestPause: Duration = .hours(1)
  /// How long after the request the first sign may take. What takes longer is held back on the way.
  public static let timeout: Duration = .seconds(10)
  /// From one sign of the server's on a stream to the next while nothing happens. Shorter than the minute after which
  /// many proxies hang up.
  public static let heartbeat: Duration = .seconds(25)
  /// How long a stream may be silent: two signs that were missed, and some time for the network.
  public static let silence: Duration = .seconds(60)
  /// How long a stream has to hold for earlier failures to be forgotten.
  public static let proof: Duration = .minutes(1)

  /// Failures in a row.
  private var failures = 0
  private var notBefore: Instant?
  /// Whether there has been a stream.
  private var wasHeard = false

  public init() {}

  /// There is a reason to try at once: a session, a network, an outage that is over.
  public mutating func wake() { (failures, notBefore) = (0, nil) }

  /// - Parameters:
  ///   - time: for how long it was open.
  ///   - jitter: 0 ..< 1, at random, so that a family's machines do not all come back at once.
  public mutating func ended(_ end: EventStreamEnd, after time: Duration, at now: Instant, jitter: Double) {
    if end == .broken {
      wasHeard = true
      if time >= Self.proof { failures = 0 }
    }
    let first: Duration
    switch end {
    case .broken, .unavailable: first = Self.pause
    case .refused(let retryAfter): first = max(retryAfter ?? .zero, Self.longPause)
    case .silent: first = wasHeard ? Self.slowPause : Self.longPause
    case .unsupported, .unauthorized: first = Self.longPause
    }
    let pause = min(first * (1 << min(failures, 12)), Self.longestPause)
    failures += 1
    notBefore = now + .milliseconds(Int64(Double(pause.inMilliseconds) * (1 + jitter)))
  }

  /// When to open it, which may be in the past.
  public func next(now: Instant) -> Instant {
    // After the clock was set back nothing is known of how long ago the last one was.
    guard let notBefore, notBefore - now <= Self.longestPause * 2 else { return now }
    return max(notBefore, now)
  }
}
