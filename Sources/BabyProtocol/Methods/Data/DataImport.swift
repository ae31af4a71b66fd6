public import BabyModel

/// Imports a file that the caller streams: first a call without `importId`, then one for each chunk, the last of them
/// with `end`. The daemon reads the rows; it never opens a file that a caller names.
public enum DataImport: RPCMethod {
  public static let name = "data.import"
  public static let summary =
    "Imports a file that the caller sends in chunks; importing the same file again adds nothing."
  public static let isWrite = true
  public static let errors: [ErrorCode] =
    .ofChild + [.childNameTaken, .childReadOnly, .importFormatUnknown, .importNotFound, .importInvalid]

  /// Bytes of a file that a client sends in one call, here and to be restored: 64 KiB once they are base64.
  public static let chunkSize = 49_152

  @WireMembers
  public struct Params: WireObject {
    /// The import that the chunk belongs to; default: begin a new one.
    public var importID: String?
    /// In the first call: UUID or name of the child.
    public var childID: String?
    /// In the first call: the file's format; default: detected from the file.
    public var format: String?
    /// In the first call: IANA time zone of the file's clock times; default: the child's.
    public var zone: String?
    /// In the first call: read the file, but change nothing.
    public var dryRun: Bool = false
    /// The file's next bytes in base64.
    ///
    /// At most 512 KiB of text.
    @Wire(longest: WireLimit.chunk) public var chunk: String?
    /// True with the last chunk, or after it.
    public var end: Bool = false
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
    /// True if nothing is changed.
    public var isDryRun: Bool = false
    /// What was found in the file; given after its end.
    public var summary: ImportSummaryRecord?
  }
}

/// What was found in an imported file.
@WireMembers("ImportSummary")
public struct ImportSummaryRecord: WireObject {
  /// The file's format.
  public var format: String
  /// Entries read, by kind.
  public var kinds: [NamedCount]
  /// Rows kept as notes, by the file's name for them.
  public var keptAsNotes: [NamedCount]
  /// Rows that could not be read; at most 100.
  public var badRows: [RowRemark]
  /// How many rows could not be read.
  public var badRowCount: Int
  /// Rows that were kept but are worth a look; at most 100.
  public var flaggedRows: [RowRemark]
  /// How many rows were flagged, by reason.
  public var flags: [NamedCount]
  /// The earliest start.
  public var first: Instant?
  /// The latest start.
  public var last: Instant?
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
  /// Line of the file, from 1.
  public var line: Int
  /// What was noticed.
  public var reason: String
}
