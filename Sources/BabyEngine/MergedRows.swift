import BabyImport
import BabyModel
import BabyProtocol
import BabyStore

/// A row that is probably the same as an entry from elsewhere.
struct SimilarRow: Hashable, Sendable {
  var place: ImportPlace
  /// Of what the row says.
  var kind: EntryKind
  var start: Instant
  var entry: EntryID
  /// When that began; nil if it will come of the same import.
  var entryStart: Instant?
  /// The format of the import that brought it; nil if none has.
  var entrySource: String?

  /// - Parameter stored: the entry, as far as it is in the log already.
  init(_ row: ImportedRow, entry: EntryID, _ stored: StoredEntry?) {
    place = row.place
    kind = row.entry.kind
    start = row.entry.start
    self.entry = entry
    entryStart = stored?.entry.start
    entrySource = stored?.origin?.format
  }
}

/// The results for rows, of a batch or of a whole import so far.
struct MergedRows: Hashable, Sendable {
  /// The maximum length of each list of rows; the counts include all.
  static let listLimit = 100

  /// New in the log, or back in it after an undo.
  var added = 0
  /// In the log as they are, or deleted there.
  var unchanged = 0
  /// Other than they were imported, in the file alone.
  var updated = 0
  /// The file differs from the log, but the entries were edited here and stay.
  var editedHereCount = 0
  /// The first of these.
  var editedHere: [ImportPlace] = []
  /// Left out, as the log has the same from elsewhere.
  var similarCount = 0
  /// The first of these.
  var similar: [SimilarRow] = []
  /// The undo step; nil if nothing has changed, and in a dry run.
  var step: StepID?

  init() {}

  mutating func addEditedHere(_ place: ImportPlace) {
    editedHereCount += 1
    if editedHere.count < Self.listLimit { editedHere.append(place) }
  }

  mutating func addSimilar(_ row: SimilarRow) {
    similarCount += 1
    if similar.count < Self.listLimit { similar.append(row) }
  }

  /// Adds the results of the next batch.
  mutating func add(_ next: MergedRows) {
    added += next.added
    unchanged += next.unchanged
    updated += next.updated
    editedHereCount += next.editedHereCount
    editedHere += next.editedHere.prefix(Self.listLimit - editedHere.count)
    similarCount += next.similarCount
    similar += next.similar.prefix(Self.listLimit - similar.count)
    step = next.step ?? step
  }
}

/// The result for a row whose entry is in the log, deleted or not.
enum RowOutcome: Hashable {
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

extension ImportSummaryRecord {
  /// What was read and merged; decisions, questions and refused rows are added by the import.
  init(_ summary: ImportSummary, _ merged: MergedRows, zone: ZoneRules?) {
    let isOne = summary.files.count < 2
    func counts(_ counts: [(name: String, count: Int)]) -> [NamedCount] {
      counts.sorted { ($1.count, $0.name) < ($0.count, $1.name) }.map { NamedCount(name: $0.name, count: $0.count) }
    }
    func remarks(_ remarks: [ImportRemark]) -> [RowRemark] {
      remarks.prefix(100).map { RowRemark(file: isOne ? nil : $0.file, line: $0.line, reason: $0.reason) }
    }
    func place(_ place: ImportPlace) -> RowLocation { RowLocation(file: isOne ? nil : place.file, line: place.line) }
    func pair(_ row: SimilarRow) -> RowLocation {
      var pair = place(row.place)
      (pair.kind, pair.start, pair.entryID) = (row.kind.rawValue, row.start, row.entry)
      pair.startLocal = zone.map { row.start.text(in: $0) }
      pair.entryStartLocal = zone.flatMap { zone in row.entryStart.map { $0.text(in: zone) } }
      pair.entryApp = row.entrySource.map { importedApp(format: $0) }
      return pair
    }
    func day(_ instant: Instant?) -> LocalDate? {
      zone.flatMap { zone in instant.map { zone.local($0).date } }
    }
    self.init(
      format: summary.format?.rawValue ?? "",
      files: isOne
        ? nil
        : summary.files.map { ImportedFileRecord(name: $0.name, format: $0.format?.rawValue, fault: $0.fault) },
      kinds: counts(summary.kinds.map { ($0.key.rawValue, $0.value) }),
      keptAsNotes: counts(summary.keptAsNotes.map { ($0.key, $0.value) }), badRows: remarks(summary.badRows),
      badRowCount: summary.badRowCount,
      flaggedRows: remarks(summary.flaggedRows),
      flags: counts(summary.flags.map { ($0.key.rawValue, $0.value) }),
      editedRows: merged.editedHere.isEmpty ? nil : merged.editedHere.map { place($0) },
      similarRows: merged.similar.isEmpty ? nil : merged.similar.map(pair), first: summary.first,
      last: summary.last, firstDay: day(summary.first), lastDay: day(summary.last))
  }
}
