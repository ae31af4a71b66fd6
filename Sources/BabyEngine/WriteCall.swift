import BabyModel
import BabyStore
import Synchronization

/// A write as its caller sent it, and the rules that detect a repeat.
public struct WriteCall: Hashable, Sendable {
  public var caller: Caller
  /// Method and params, without the key: two calls with the same one ask for the same thing.
  public var fingerprint: String
  /// The caller's own key. Sent again, the call gets its first answer, for 7 days.
  public var idempotencyKey: String?
  /// Whether two calls with the same content within a second, and nothing in between, are one press of a button that
  /// bounced.
  public var coalescesPresses: Bool
  public var isDryRun: Bool

  public init(
    caller: Caller, fingerprint: String, idempotencyKey: String?, coalescesPresses: Bool, isDryRun: Bool
  ) {
    self.caller = caller
    self.fingerprint = fingerprint
    self.idempotencyKey = idempotencyKey
    self.coalescesPresses = coalescesPresses
    self.isDryRun = isDryRun
  }

  /// The answer that the same call got before.
  ///
  /// - Throws: `BabyError.idempotencyKeyReused` when the key stands for another call.
  func earlierAnswer(in transaction: WriteTransaction, or presses: PressDebouncer) throws -> WriteOutcome? {
    guard !isDryRun else { return nil }
    if let idempotencyKey {
      guard let stored = try transaction.storedAnswer(uid: caller.uid, key: idempotencyKey) else { return nil }
      guard stored.fingerprint == fingerprint else { throw BabyError.idempotencyKeyReused(idempotencyKey) }
      // Sending a key again asks for the result of the first call.
      return WriteOutcome(answer: stored.answer, isRepeated: false)
    }
    guard coalescesPresses else { return nil }
    return try presses.answer(to: fingerprint, of: caller, in: transaction).map {
      WriteOutcome(answer: $0, isRepeated: true)
    }
  }

  /// Keeps the answer to a key with the write itself, and to a press once the write is committed.
  ///
  /// - Parameter before: number of the last change before the write.
  func keep(
    _ answer: [UInt8], in transaction: WriteTransaction, or presses: PressDebouncer, after before: Int64
  ) throws {
    guard !isDryRun else { return }
    if let idempotencyKey {
      try transaction.storeAnswer(uid: caller.uid, key: idempotencyKey, fingerprint: fingerprint, answer: answer)
    } else if coalescesPresses {
      transaction.afterCommit { [unowned transaction] in
        presses.keep(answer, to: fingerprint, of: caller, in: transaction, after: before)
      }
    }
  }
}

/// The result of a write.
public struct WriteOutcome: Hashable, Sendable {
  public var answer: [UInt8]
  /// It was the same press once more: the answer is the first one's, and nothing was done.
  public var isRepeated: Bool
}

/// The latest press of each client: a button that bounces is one press.
///
/// Kept in memory only. A press is forgotten after a second, so a repeat right after the daemon was killed is logged.
/// Presses are looked up and stored within the transactions, which run one after the other, so of two equal presses the
/// second always sees the first. The change log, which contains every write, shows whether there was another change in
/// between.
final class PressDebouncer: Sendable {
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
