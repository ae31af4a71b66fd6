import BabyImport
import BabyModel
import BabyStore

/// What becomes of a row whose entry is in the log, deleted or not.
enum RowFate: Hashable {
  /// - Parameter notesOrigin: whether it is noted that this import has the entry as it is.
  case unchanged(notesOrigin: Bool)
  /// It is other than it was imported, and the entry is as it was imported.
  case update
  /// The entry was there until its import was undone.
  /// - Parameter changes: whether the row says anything else than the entry did.
  case restore(changes: Bool)
  /// Somebody has changed the entry, and the row says something else. So it is, too, with a row that has become one of
  /// another kind: what its entry is of stays, for no earlier version would understand.
  case editedHere

  /// - Parameters:
  ///   - row: of what the row says.
  ///   - kind: of what it says.
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

/// What of an entry of the log decides about the row that is the same.
struct KnownEntry {
  var id: EntryID
  /// Nil for what a rehearsal has imported.
  var kind: EntryKind?
  var isDeleted = false
  /// An undo took it back, and nothing has happened to it since.
  var isUndone = false
  /// Of what the entry says.
  var now: ContentDigest
  /// Of what it said as it was imported; nil where nobody knows.
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
