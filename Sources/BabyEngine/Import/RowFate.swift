import BabyImport
import BabyModel
import BabyStore

/// The result for a row whose entry is in the log, deleted or not.
enum RowFate: Hashable {
  /// - Parameter notesOrigin: whether it is noted that this import has the entry as it is.
  case unchanged(notesOrigin: Bool)
  /// The row differs from what was imported, and the entry does not.
  case update
  /// The entry was there until its import was undone.
  /// - Parameter changes: whether the row differs from the entry.
  case restore(changes: Bool)
  /// The entry was edited here, and the row differs. The same holds for a row that has become another kind: an entry's
  /// kind never changes, because earlier versions would not understand it.
  case editedHere

  /// - Parameters:
  ///   - row: of the row's content.
  ///   - kind: of the row.
  ///   - known: its entry.
  ///   - isOwn: whether the file is this program's own: then the entry may have been logged here.
  init(row: ContentDigest, of kind: EntryKind, onto known: KnownEntry, isOwn: Bool) {
    if let other = known.kind, other != kind {
      self = known.isDeleted ? .unchanged(notesOrigin: false) : .editedHere
    } else if known.isDeleted {
      self = known.isUndone ? .restore(changes: row != known.now) : .unchanged(notesOrigin: false)
    } else if row == known.imported {
      self = .unchanged(notesOrigin: false)
    } else if row == known.now {
      self = .unchanged(notesOrigin: known.imported != nil || !isOwn)
    } else {
      self = known.now == known.imported ? .update : .editedHere
    }
  }
}

/// The properties of a stored entry that decide about its row.
struct KnownEntry {
  var id: EntryID
  /// Nil for what a rehearsal has imported.
  var kind: EntryKind?
  var isDeleted = false
  /// An undo took it back, and nothing has happened to it since.
  var isUndone = false
  /// The digest of the current content.
  var now: ContentDigest
  /// The digest of the entry as it was imported; nil if unknown.
  var imported: ContentDigest?

  init(_ stored: StoredEntry, isUndone: Bool) {
    id = stored.entry.id
    kind = stored.entry.kind
    isDeleted = stored.entry.deletedAt != nil
    self.isUndone = isUndone
    now = stored.entry.contentDigest
    imported = stored.origin?.digest
  }

  /// An entry that a rehearsal has imported.
  init(rehearsed id: EntryID, _ digest: ContentDigest) {
    self.id = id
    now = digest
    imported = digest
  }
}
