public import BabyImport
public import BabyModel
public import BabyStore

/// A row that is probably the same as an entry from elsewhere.
public struct SimilarRow: Hashable, Sendable {
  public var place: ImportPlace
  /// Of what the row says.
  public var kind: EntryKind
  public var start: Instant
  public var entry: EntryID
  /// When that began; nil if it will come of the same import.
  public var entryStart: Instant?
  /// The format of the import that brought it; nil if none has.
  public var entrySource: String?

  /// - Parameter stored: the entry, as far as it is in the log already.
  public init(_ row: ImportedRow, entry: EntryID, _ stored: StoredEntry?) {
    place = row.place
    kind = row.entry.kind
    start = row.entry.start
    self.entry = entry
    entryStart = stored?.entry.start
    entrySource = stored?.origin?.format
  }
}

/// The results for rows, of a batch or of a whole import so far.
public struct MergedRows: Hashable, Sendable {
  /// The maximum length of each list of rows; the counts include all.
  public static let listLimit = 100

  /// New in the log, or back in it after an undo.
  public internal(set) var added = 0
  /// In the log as they are, or deleted there.
  public internal(set) var unchanged = 0
  /// Other than they were imported, in the file alone.
  public internal(set) var updated = 0
  /// The file differs from the log, but the entries were edited here and stay.
  public internal(set) var editedHereCount = 0
  /// The first of these.
  public internal(set) var editedHere: [ImportPlace] = []
  /// Left out, as the log has the same from elsewhere.
  public internal(set) var similarCount = 0
  /// The first of these.
  public internal(set) var similar: [SimilarRow] = []
  /// The undo step; nil if nothing has changed, and in a dry run.
  public internal(set) var step: StepID?

  public init() {}

  mutating func addEditedHere(_ place: ImportPlace) {
    editedHereCount += 1
    if editedHere.count < Self.listLimit { editedHere.append(place) }
  }

  mutating func addSimilar(_ row: SimilarRow) {
    similarCount += 1
    if similar.count < Self.listLimit { similar.append(row) }
  }

  /// Adds the results of the next batch.
  public mutating func add(_ next: MergedRows) {
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
