import BabyAccount
import BabyStore
import Logging

/// Everybody who is told of commits, in the order in which they are told: right after each commit that changed
/// something, and before its call is answered. None of them waits for anything.
struct CommitObservers: Sendable {
  let log: Logger
  /// Before the feed: whoever asks because of a change has to get a new answer.
  let watch: CommitWatch
  let feed: ChangeFeed
  let courier: Courier
  let reminders: ReminderClock
  let status: StatusReporter
  let housekeeping: Housekeeping
  let endedShares = EndedShares()

  func committed(_ commit: CommittedChanges) {
    log.debug(commit)
    watch.committed(commit)
    feed.committed(commit)
    courier.committed(commit)
    reminders.committed(commit)
    status.committed(commit)
    housekeeping.committed(commit)
    endedShares.committed(commit)
  }
}
