public import BabyModel

/// Imports files that the caller streams: first a call without `importId`, then one for each chunk, the last of them with
/// `end`. The daemon keeps them until all are there, and then reads them; it never opens a file that a caller names.
public enum DataImport: RPCMethod {
  public static let name = "data.import"
  public static let summary =
    "Imports files that the caller sends in chunks; importing the same files again adds nothing."
  public static let isWrite = true
  public static let errors: [ErrorCode] =
    .ofChild + [
      .childNameTaken, .childReadOnly, .importFormatUnknown, .importNotFound, .importInvalid, .importUndecided,
    ]

  /// Bytes of a file that a client sends in one call, here and to be restored: 64 KiB once they are base64.
  public static let chunkSize = 49_152

  /// Bytes of a map of columns.
  public static let longestMap = 65_536

  @WireMembers
  public struct Params: WireObject {
    /// The import that the chunk belongs to; default: begin a new one.
    public var importID: String?
    /// In the first call: UUID or name of the child.
    public var childID: String?
    /// In the first call: the files' format; default: detected from the files.
    public var format: String?
    /// In the first call: IANA time zone of the files' clock times; default: the child's.
    public var zone: String?
    /// In the first call: which number of a date comes first, "day-month" or "month-day"; default: decided from the files.
    public var dateOrder: String?
    /// In the first call: unit of amounts that carry none, "ml" or "oz"; default: decided from the files.
    public var volume: String?
    /// In the first call: unit of weights that carry none, "kg", "lb" or "g"; default: decided from the files.
    public var weight: String?
    /// In the first call: unit of lengths and heads that carry none, "cm" or "in"; default: decided from the files.
    public var length: String?
    /// In the first call: unit of temperatures that carry none, "celsius" or "fahrenheit"; default: decided from the files.
    public var temperature: String?
    /// In the first call: import rows too that are probably in the log already, from another source.
    public var keepSimilar: Bool = false
    /// In the first call: give rows back as they were written if they cannot be read, to be mended.
    public var refused: Bool = false
    /// In the first call: what the columns of a CSV file mean that is of no known format, in YAML.
    ///
    /// At most 64 KiB of text.
    @Wire(longest: DataImport.longestMap) public var map: String?
    /// In the first call: import nothing, but guess such a map from how the files begin; the summary has it.
    public var guess: Bool = false
    /// In the first call: read the files without changing anything.
    public var dryRun: Bool = false
    /// Name of the file that begins with this chunk; default: the chunk continues the current file.
    public var file: String?
    /// The file's next bytes in base64.
    ///
    /// At most 512 KiB of text.
    @Wire(longest: WireLimit.chunk) public var chunk: String?
    /// True with the last chunk, or after it.
    public var end: Bool = false
    /// True to be answered after a while of reading, when all files are there: calls without a chunk then go on, until
    /// an answer has a summary.
    public var stepwise: Bool = false
    /// True to give the import up; what it has stored is taken back.
    public var cancel: Bool = false
  }

  @WireMembers
  public struct Answer: WireObject {
    /// Id of the import, for the next chunk.
    public var importID: String
    /// The child the entries are for; left out if the file contains its own children.
    public var child: ChildReference?
    /// Data rows read so far.
    public var rows: Int
    /// Entries that were new.
    public var added: Int
    /// Entries that already existed.
    public var unchanged: Int
    /// Entries that were changed, as their rows have changed since they were imported.
    public var updated: Int = 0
    /// Rows that have changed since they were imported, but whose entries were edited here: they stay.
    public var editedHere: Int = 0
    /// Rows left out because the log has probably the same from another source.
    public var similar: Int = 0
    /// True if nothing is changed.
    public var isDryRun: Bool = false
    /// The contents of the file; given after its end.
    public var summary: ImportSummaryRecord?
  }
}

/// The contents of an imported file.
@WireMembers("ImportSummary")
public struct ImportSummaryRecord: WireObject {
  /// The format of the first file that can be read.
  public var format: String
  /// All files, when there is more than one.
  public var files: [ImportedFileRecord]?
  /// The decisions about the files as a whole.
  public var decisions: [ImportDecisionRecord]?
  /// Questions for a person; with any, reading has stopped.
  public var questions: [ImportQuestionRecord]?
  /// Entries read, by kind.
  public var kinds: [NamedCount]
  /// Rows kept as notes, by the file's name for them.
  public var keptAsNotes: [NamedCount]
  /// Rows that could not be read; at most 100.
  public var badRows: [RowRemark]
  /// How many rows could not be read.
  public var badRowCount: Int
  /// Rows that could not be read, if the first call wants them: those of tables and lists, at most 256 KiB.
  public var refused: [RefusedRowsRecord]?
  /// Rows that were kept but are worth a look; at most 100.
  public var flaggedRows: [RowRemark]
  /// How many rows were flagged, by reason.
  public var flags: [NamedCount]
  /// Rows that have changed, but whose entries were edited here; at most 100.
  public var editedRows: [RowLocation]?
  /// Rows that were left out, each with the entry that is probably the same; at most 100.
  public var similarRows: [RowLocation]?
  /// The earliest start.
  public var first: Instant?
  /// The latest start.
  public var last: Instant?
  /// The day of the earliest start, where the child is; left out if the files contain their own children.
  public var firstDay: LocalDate?
  /// The day of the latest start, there.
  public var lastDay: LocalDate?
  /// A map of columns in YAML, if the first call wants one to be guessed.
  public var map: String?
}

/// How many there are of something.
@WireMembers("NamedCount")
public struct NamedCount: Hashable, WireObject {
  /// What is counted.
  public var name: String
  /// How many.
  public var count: Int
}

/// Something about one row of a file; never the row's content.
@WireMembers("RowRemark")
public struct RowRemark: Hashable, WireObject {
  /// Number of the file, from 1; left out if there is only one.
  public var file: Int?
  /// Line of the file, from 1.
  public var line: Int
  /// The remark.
  public var reason: String
}

/// One of the files of an import.
@WireMembers("ImportedFile")
public struct ImportedFileRecord: Hashable, WireObject {
  /// The name that the caller gave it, or that it has in a zip.
  public var name: String
  /// Its format; left out if it is not supported.
  public var format: String?
  /// Why nothing of it was used.
  public var fault: String?
}

/// The rows of a file that could not be read, as a file that can be imported once they are mended.
@WireMembers("RefusedRows")
public struct RefusedRowsRecord: Hashable, WireObject {
  /// The name of the file that they are of; empty if the caller gave it none.
  public var file: String
  /// How many they are.
  public var count: Int
  /// The file.
  public var text: String
}

/// Something that was decided from files as a whole.
@WireMembers("ImportDecision")
public struct ImportDecisionRecord: Hashable, WireObject {
  /// The subject of the decision: "Dates", "Volume".
  public var subject: String
  /// How: "day before month", "ml".
  public var value: String
  /// Why: the rest of a sentence that begins with "because".
  public var reason: String
}

/// Something that files leave open.
@WireMembers("ImportQuestion")
public struct ImportQuestionRecord: Hashable, WireObject {
  /// The member of the first call that answers it, as an option of bbctl: "date-order".
  public var option: String
  /// The possible answers.
  public var choices: [String]
  /// One sentence, or two.
  public var text: String
  /// Of a question about children: those that the files name and that are not here.
  public var children: [NamedChildRecord]?
}

/// A child whom files name.
@WireMembers("NamedChild")
public struct NamedChildRecord: Hashable, WireObject {
  /// As the files have it.
  public var name: String
  /// When the child was born; left out if the files do not tell it.
  public var born: LocalDate?
}

/// Where a row is, and what it is about.
@WireMembers("RowLocation")
public struct RowLocation: Hashable, WireObject {
  /// Number of the file, from 1; left out if there is only one.
  public var file: Int?
  /// Line of the file, from 1.
  public var line: Int
  /// The kind of what the row says; only where it is like an entry.
  public var kind: String?
  /// When that began.
  public var start: Instant?
  /// The same as RFC 3339 with the offset of the child's zone.
  public var startLocal: String?
  /// The entry that is probably the same.
  public var entryID: EntryID?
  /// When that began, with the offset of the child's zone; left out if the same import brings it.
  public var entryStartLocal: String?
  /// The app that it was imported from, as people know it; left out if it was logged here.
  public var entryApp: String?
}
