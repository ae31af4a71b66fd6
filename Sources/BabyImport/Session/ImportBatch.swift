public import BabyModel

/// The entries of some pieces of files.
public struct ImportBatch: Hashable, Sendable {
  public var rows: [ImportedRow] = []
  /// The other contents of this program's own file.
  public var archive = Archive()

  public init() {}

  public static func += (batch: inout ImportBatch, next: ImportBatch) {
    batch.rows += next.rows
    batch.archive += next.archive
  }
}

/// One row of a file, as an entry of the log.
public struct ImportedRow: Hashable, Sendable {
  /// Its id is the app's own or comes of what the row says, so that it is the same whenever the row is read.
  public var entry: Entry
  /// The ids that earlier versions gave the same row, the latest first.
  public var formerIDs: [EntryID]
  /// The name of its file's format: `huckleberry-csv`.
  public var source: String
  public var place: ImportPlace

  public init(entry: Entry, formerIDs: [EntryID] = [], source: String, place: ImportPlace) {
    self.entry = entry
    self.formerIDs = formerIDs
    self.source = source
    self.place = place
  }
}

/// Where a row is.
public struct ImportPlace: Hashable, Sendable {
  /// The file's number in the import, from 1.
  public var file: Int
  /// The line on which the row begins, from 1.
  public var line: Int

  public init(file: Int, line: Int) {
    self.file = file
    self.line = line
  }
}
