import BabyModel
import BabyStore
import Synchronization

/// The latest press of each client: a button that bounces is one press.
///
/// Kept in memory only. A press is forgotten after a second, so a repeat right after the daemon was killed is logged.
/// Presses are looked up and stored within the transactions, which run one after the other, so of two equal presses the
/// second always sees the first. The change log, which contains every write, shows whether there was another change in
/// between.
final class PressMemory: Sendable {
  private struct Press {
    var caller: Caller
    var fingerprint: String
    var answer: [UInt8]
    var at: Instant
    /// The last change before the press, and its own last change.
    var seq: (before: Int64, after: Int64)

    /// A press from the future is from before the clock was set back.
    func isFresh(at now: Instant) -> Bool { (.zero...QuickLog.bounce).contains(now - at) }
  }

  /// People do not make more changes than this within a second.
  private static let mostChanges = 100

  private let presses = Mutex<[Press]>([])

  /// The answer to the same press, if it was the client's last, is at most a second old, and nothing was written since
  /// that the press is about: then it is meant again.
  func answer(to fingerprint: String, of caller: Caller, in transaction: WriteTransaction) throws -> [UInt8]? {
    let press = presses.withLock { presses in
      presses.first {
        $0.caller == caller && $0.fingerprint == fingerprint && $0.isFresh(at: transaction.context.at)
      }
    }
    guard let press, try !Self.isOutdated(press, in: transaction.read) else { return nil }
    return press.answer
  }

  /// To be called once the press is committed.
  ///
  /// - Parameter before: number of the last change before the press.
  func keep(
    _ answer: [UInt8], to fingerprint: String, of caller: Caller, in transaction: WriteTransaction, after before: Int64
  ) {
    guard let last = try? transaction.read.lastSeq() else { return }
    let now = transaction.context.at
    presses.withLock { presses in
      presses.removeAll { $0.caller == caller || !$0.isFresh(at: now) }
      presses.append(
        Press(caller: caller, fingerprint: fingerprint, answer: answer, at: now, seq: (before, last)))
    }
  }

  private static func isOutdated(_ press: Press, in log: ReadTransaction) throws -> Bool {
    guard try log.lastSeq() != press.seq.after else { return false }
    let changes = try log.changes(after: press.seq.before, limit: mostChanges)
    let own = changes.prefix { $0.seq <= press.seq.after }
    let (children, entries) = (Set(own.compactMap(\.subject.child)), Set(own.compactMap(\.subject.entry)))
    return changes.count == mostChanges
      || changes.dropFirst(own.count).contains { change in
        switch change.subject {
        // A confirmation by the family server does not count as a change in between.
        case .entry(let id, let child): children.contains(child) && !(change.step == nil && entries.contains(id))
        case .child(let child): children.contains(child)
        case .selection(let uid, _): uid == press.caller.uid
        case .setting: true
        case .reminder, .custom, .outbox, .inbox: false
        }
      }
  }
}

extension ChangeSubject {
  fileprivate var entry: EntryID? {
    if case .entry(let id, _) = self { id } else { nil }
  }
}
