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

/// Deletes data that is no longer shared with the account as soon as nothing of it is pending: when the daemon starts,
/// and after each commit that may have ended a share or settled a change.
final class EndedShareCleaner: Sendable {
  private let times: AsyncStream<Void>
  private let time: AsyncStream<Void>.Continuation

  init() {
    (times, time) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    time.yield()
  }

  /// To be called after each commit.
  func committed(_ commit: CommittedChanges) {
    let mayHaveEnded = commit.changes.contains { change in
      switch change.subject {
      case .child: true
      // News that comes keeps nothing waiting.
      case .inbox: change.operation != .insert
      default: false
      }
    }
    if mayHaveEnded { time.yield() }
  }

  /// Runs until its task is cancelled.
  func run(_ engine: Engine, logger: Logger) async {
    for await _ in times {
      do {
        let count = try await engine.forgetEndedShares()
        if count > 0 { logger.notice("deleted what is no longer shared", metadata: ["children": "\(count)"]) }
      } catch { logger.warning("what is no longer shared could not be deleted: \(RPCError(error).message)") }
    }
  }
}
