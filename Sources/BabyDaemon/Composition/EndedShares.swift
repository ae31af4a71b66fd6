import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import Logging

/// Deletes data that is no longer shared with the account as soon as nothing of it is pending: when the daemon starts,
/// and after each commit that may have ended a share or settled a change.
final class EndedShares: Sendable {
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
