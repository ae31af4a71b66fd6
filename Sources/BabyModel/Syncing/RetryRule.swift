/// When a change that could not be sent is sent again (feature "App Shell", retry queue).
public enum RetryRule {
  /// Pauses before the retries that follow a first send.
  public static let delays: [Duration] = [.seconds(2), .seconds(4), .seconds(8), .seconds(16)]

  /// How long a change waits after the server was too busy, if the server gives no time.
  public static let busyPause: Duration = .minutes(1)

  /// Sends in one series: the first, and the retries.
  public static let sends = delays.count + 1

  /// How long a change rests, at least, from one time that it is queued again by itself to the next, while the server
  /// answers others and not this one.
  public static let rest: Duration = .hours(1)

  /// The time of the next retry.
  ///
  /// - Parameter sends: how often the change has been sent in this series; 0 if a new series was requested while the
  ///   change was being sent.
  /// - Returns: nil when the series is over.
  public static func next(after sends: Int, now: Instant) -> Instant? {
    guard sends > 0 else { return now }
    return delays.indices.contains(sends - 1) ? now + delays[sends - 1] : nil
  }

  /// Whether a failed change is queued again by itself, now that the server answers.
  ///
  /// - Parameters:
  ///   - requeuedAt: when that happened to it before.
  ///   - isOver: whether an outage has just ended, or another change has just arrived: then nothing rests.
  public static func isRequeued(_ failure: SyncFailure, requeuedAt: Instant?, isOver: Bool, now: Instant) -> Bool {
    guard failure.kind != .refused else { return false }
    guard !isOver, let requeuedAt, requeuedAt <= now else { return true }
    return now - requeuedAt >= rest
  }
}

/// Why a change has not reached the server.
public struct SyncFailure: Error, Hashable, Sendable {
  /// How it failed; decides whether it is sent again.
  public enum Kind: String, CaseIterable, Sendable {
    /// No answer.
    case network
    /// The server could not do it just now.
    case server
    /// The server will not have it, and never had.
    case refused
    /// The server has had too many requests to look at this one: it is sent again later, and an earlier send may have
    /// arrived.
    case limited
  }

  public var kind: Kind
  /// For a person.
  public var message: String

  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  public init(_ outage: Outage) {
    switch outage {
    case .network, .timeout: self.init(.network, Words.reason(outage))
    case .server, .badAnswer, .tooLarge: self.init(.server, Words.reason(outage))
    }
  }

  public init(_ refusal: Refusal) { self.init(.refused, refusal.message) }

  public static let rateLimited = SyncFailure(.limited, Words.tooManyRequests)
}
