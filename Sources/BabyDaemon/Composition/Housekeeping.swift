import BabyEngine
import BabyModel
import Logging

/// Forgets what the journal no longer needs: when the daemon starts, and then once a day, right after something was
/// logged. It needs no timer, for a journal to which nothing is added does not grow.
struct Housekeeping: Sendable {
  private static let interval: Duration = .hours(24)

  private let commits: AsyncStream<Void>
  private let commit: AsyncStream<Void>.Continuation

  init() {
    (commits, commit) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    commit.yield()
  }

  /// Whether it is time again; it is, too, when the clock has been set back behind the last time.
  static func isDue(at now: Instant, last: Instant?) -> Bool {
    guard let last else { return true }
    return now < last || now - last >= interval
  }

  /// Tells of a commit; many at once are one.
  func noteCommit() { commit.yield() }

  /// Runs until its task is cancelled.
  func run(_ engine: Engine, logger: Logger) async {
    var last: Instant?
    for await _ in commits {
      let now = engine.now()
      guard Self.isDue(at: now, last: last) else { continue }
      last = now
      // A database that cannot be written now will be another day.
      do { try await engine.forgetOldChanges() } catch { logger.debug("the journal was not shortened") }
    }
  }
}
