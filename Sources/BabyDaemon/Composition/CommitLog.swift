import BabyStore
import Logging

extension Logger {
  /// A line for each entry that was written, with its id and without its content: `journalctl BB_ENTRY_ID=…` shows its
  /// history.
  func debug(_ commit: CommittedChanges) {
    guard logLevel <= .debug else { return }
    for change in commit.changes {
      guard case .entry(let id, let child) = change.subject else { continue }
      debug(
        "wrote an entry",
        metadata: [
          "entryId": "\(id)", "childId": "\(child)", "seq": "\(change.seq)", "operation": "\(change.operation)",
          "uid": "\(commit.context.uid)", "client": "\(commit.context.client)",
        ])
    }
  }
}
