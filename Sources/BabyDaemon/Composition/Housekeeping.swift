import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import Logging
import Synchronization

/// Backs the database up, and forgets what the journal no longer needs: when the daemon starts, and then once a day,
/// right after something was logged. It needs no timer, for what nothing is added to does not grow.
final class Housekeeping: Sendable {
  private static let interval: Duration = .hours(24)

  private let last: Mutex<Instant>
  private let times: AsyncStream<Void>
  private let time: AsyncStream<Void>.Continuation

  /// - Parameter start: the first time.
  init(at start: Instant) {
    last = Mutex(start)
    (times, time) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    time.yield()
  }

  /// Whether it is time again; it is, too, when the clock has been set back behind the last time.
  static func isDue(at now: Instant, last: Instant) -> Bool { now < last || now - last >= interval }

  /// To be called after each commit; does not wake the thread until it is time.
  func committed(_ commit: CommittedChanges) {
    let now = commit.context.at
    let isDue = last.withLock { last in
      guard Self.isDue(at: now, last: last) else { return false }
      last = now
      return true
    }
    if isDue { time.yield() }
  }

  /// Runs until its task is cancelled.
  func run(_ engine: Engine, logger: Logger) async {
    for await _ in times {
      // A database that cannot be written now will be another day.
      do { try await engine.backUpIfDue() } catch {
        logger.warning("no backup could be made: \(RPCError(error).message)")
      }
      do {
        try await engine.forgetOldChanges()
        // Items stay in the inbox for a month.
        try await engine.forgetEndedShares()
      } catch { logger.debug("the journal was not shortened") }
    }
  }
}
