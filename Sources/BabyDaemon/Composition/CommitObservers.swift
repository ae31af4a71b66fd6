import BabyAccount
import BabyStore
import Logging

/// The observers of commits, in their order of notification: right after each commit that changed something, and before
/// its call is answered. None of them waits for anything.
struct CommitObservers: Sendable {
  let log: Logger
  /// Before the feed: a client that reacts to a change must not get an old answer.
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
