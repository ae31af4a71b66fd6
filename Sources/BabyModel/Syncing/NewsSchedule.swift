/// Why the server's stream of news has ended.
public enum NewsEnd: Hashable, Sendable {
  /// The stream was open and has ended: the server or the session has ended, the network is gone, or nothing came for
  /// too long.
  case broken
  /// The server could not be reached, or had no answer.
  case unavailable
  /// The server accepts no streams at the moment; seconds to wait, if it says so.
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
public struct NewsSchedule: Hashable, Sendable {
  /// After one that broke.
  public static let pause: Duration = .seconds(1)
  /// After one that kept silent, where there has been one: then it is likely to be slowness.
  public static let slowPause: Duration = .minutes(1)
  /// After one that cannot be had.
  public static let longPause: Duration = .minutes(5)
  public static let longestPause: Duration = .hours(1)
  /// How long after the request the first sign may take. What takes longer is held back on the way.
  public static let patience: Duration = .seconds(10)
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

  /// Something has changed for which it is worth trying at once: a session, a network, an outage that is over.
  public mutating func wake() { (failures, notBefore) = (0, nil) }

  /// - Parameters:
  ///   - time: for how long it was open.
  ///   - jitter: 0 ..< 1, at random, so that a family's machines do not all come back at once.
  public mutating func ended(_ end: NewsEnd, after time: Duration, at now: Instant, jitter: Double) {
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

  /// The time from which on it is to be opened, which may be past.
  public func next(now: Instant) -> Instant {
    // After the clock was set back nothing is known of how long ago the last one was.
    guard let notBefore, notBefore - now <= Self.longestPause * 2 else { return now }
    return max(notBefore, now)
  }
}
