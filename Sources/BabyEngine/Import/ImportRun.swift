public import BabyModel
import BabyStore
import Synchronization

/// State shared by the batches of one import, from its first row to its last; a rehearsal and the import itself have
/// separate ones.
///
/// It takes at most some 25 MB, with the most that it remembers.
public final class ImportRun: Sendable {
  /// Entries that are remembered by their ids. With more of them, rows that come twice may be counted twice.
  static let mostRemembered = 250_000

  struct State {
    var step: StepID?
    /// Entries of the log that have a partner among the rows, with its id.
    var partners: [EntryID: EntryID] = [:]
    /// What a dry run would have stored, by id: each of its batches is rolled back.
    var rehearsed: [EntryID: ContentDigest] = [:]
    /// The same where rows of another app may be like it.
    var rehearsedEntries = SimilarEntries()
  }

  let keepsSimilar: Bool
  let isDryRun: Bool
  let undone: Set<EntryID>
  /// Whether rows of one app can be duplicates of another's.
  let hasSeveralSources: Bool
  let state = Mutex(State())

  /// - Parameters:
  ///   - sources: the formats of all files of the import.
  ///   - keepsSimilar: whether to keep rows that are duplicates of entries from other sources.
  ///   - undone: see `ReadTransaction.undoneEntries`, as of the beginning.
  public init(sources: Set<String>, keepsSimilar: Bool, isDryRun: Bool, undone: Set<EntryID>) {
    self.keepsSimilar = keepsSimilar
    self.isDryRun = isDryRun
    self.undone = undone
    hasSeveralSources = sources.count > 1
  }
}

extension ImportRun.State {
  /// Records an entry that a rehearsal would have stored.
  ///
  /// - Parameter occurrence: of an entry that is new; nil if rows of another app cannot be like it.
  mutating func rehearse(_ id: EntryID, _ digest: ContentDigest, _ occurrence: Occurrence?, of child: ChildID) {
    guard rehearsed.count < ImportRun.mostRemembered else { return }
    let isNew = rehearsed.updateValue(digest, forKey: id) == nil
    if isNew, let occurrence { rehearsedEntries.add(occurrence, of: child) }
  }

  /// Notes that an entry of the log has its row, so that no other row is taken for it.
  mutating func claim(_ entry: EntryID, by row: EntryID) {
    if partners.count < ImportRun.mostRemembered { partners[entry] = row }
  }
}
