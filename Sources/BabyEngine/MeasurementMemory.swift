import BabyModel
import BabyStore
import Synchronization

/// What was measured of the children that somebody asked about last: reading five years of it takes longer than what
/// follows from it.
///
/// The change log says what has become other since then, so what is remembered is never older than what is read beside it.
final class MeasurementMemory: Sendable {
  private struct Log {
    /// The last change that is in it.
    var seq: Int64
    /// Newest first.
    var entries: [Entry]
  }

  /// Of each kind, the newest of so many are looked at: five a day for five years.
  private static let mostEntries = 10_000
  /// Longer logs are read anew each time, which bounds what is remembered to about a megabyte.
  private static let mostRemembered = 1_000
  private static let mostChildren = 4
  /// After more changes everything is read anew.
  private static let mostChanges = 50

  private let logs = Mutex<[ChildID: Log]>([:])

  /// All measurements of a child, newest first.
  func entries(of child: ChildID, in transaction: ReadTransaction) throws -> [Entry] {
    let seq = try transaction.lastSeq()
    let known = logs.withLock { $0[child] }
    if let known, known.seq == seq { return known.entries }
    // The state that is read may be older than what is remembered.
    let followed = try known.flatMap { $0.seq < seq ? try Self.followed($0, of: child, in: transaction) : nil }
    let entries = try followed ?? Self.read(child, in: transaction)
    logs.withLock { logs in
      // A reader of an older state may come later.
      guard logs[child].map({ $0.seq < seq }) ?? true else { return }
      if entries.count > Self.mostRemembered || logs[child] == nil && logs.count >= Self.mostChildren { logs = [:] }
      if entries.count <= Self.mostRemembered { logs[child] = Log(seq: seq, entries: entries) }
    }
    return entries
  }

  static func read(_ child: ChildID, in transaction: ReadTransaction) throws -> [Entry] {
    // One kind after the other: each has an index.
    try BodyMeasure.kinds.flatMap { kind in
      try transaction.entries(EntryQuery(child: child, kinds: [kind], limit: mostEntries)).entries
    }
    .filter { BodyMeasure($0.content) != nil }.sorted(by: isNewer)
  }

  /// What a log has become by the changes since then; nil if it has to be read anew.
  private static func followed(_ log: Log, of child: ChildID, in transaction: ReadTransaction) throws -> [Entry]? {
    let changes = try transaction.changes(after: log.seq, limit: mostChanges + 1)
    // Old changes are forgotten.
    guard changes.first?.seq == log.seq + 1, changes.count <= mostChanges else { return nil }
    var ids: Set<EntryID> = []
    for change in changes {
      switch change.subject {
      case .entry(let id, child: child): ids.insert(id)
      // It may have been purged, or got all entries of another one.
      case .child: return nil
      default: break
      }
    }
    guard !ids.isEmpty else { return log.entries }
    var entries = log.entries.filter { !ids.contains($0.id) }
    for id in ids {
      guard let entry = try transaction.entry(id), entry.deletedAt == nil, BodyMeasure(entry.content) != nil else {
        continue
      }
      entries.insert(entry, at: entries.firstIndex { isNewer(entry, $0) } ?? entries.endIndex)
    }
    return entries
  }

  private static func isNewer(_ one: Entry, _ other: Entry) -> Bool {
    (one.start, one.id.high, one.id.low) > (other.start, other.id.high, other.id.low)
  }
}
