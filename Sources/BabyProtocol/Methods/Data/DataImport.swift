public import BabyModel

/// Imports a file that the caller streams: first a call without `importId`, then one for each chunk, the last of them
/// with `end`. The daemon reads the rows; it never opens a file that a caller names.
public enum DataImport: RPCMethod {
  public static let name = "data.import"
  public static let summary =
    "Imports a file that the caller sends in chunks; importing the same file again adds nothing."
  public static let isWrite = true

  /// Bytes of a file that a client sends in one call, here and to be restored: 64 KiB once they are base64.
  public static let chunkSize = 49_152

  public struct Params: WireObject {
    /// Nil begins an import.
    public var importID: String?
    public var childID: String?
    public var format: String?
    public var zone: String?
    public var dryRun: Bool
    /// The next bytes of the file in base64; at most 512 KiB of text.
    public var chunk: String?
    public var end: Bool

    public init(
      importID: String? = nil, childID: String? = nil, format: String? = nil, zone: String? = nil,
      dryRun: Bool = false, chunk: String? = nil, end: Bool = false
    ) {
      self.importID = importID
      self.childID = childID
      self.format = format
      self.zone = zone
      self.dryRun = dryRun
      self.chunk = chunk
      self.end = end
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      importID = try members.optional("importId", "The import that the chunk belongs to; default: begin a new one.")
      childID = try members.optional("childId", "In the first call: UUID or name of the child.")
      format = try members.optional("format", "In the first call: the file's format; default: detected from the file.")
      zone = try members.optional(
        "zone", "In the first call: IANA time zone of the file's clock times; default: the child's.")
      dryRun = try members.flag("dryRun", "In the first call: read the file, but change nothing.")
      chunk = try members.optional("chunk", "The file's next bytes in base64.", longest: WireLimit.chunk)
      end = try members.flag("end", "True with the last chunk, or after it.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("importId", importID)
      members.field("childId", childID)
      members.field("format", format)
      members.field("zone", zone)
      members.flag("dryRun", dryRun)
      members.field("chunk", chunk)
      members.flag("end", end)
    }
  }

  public struct Answer: WireObject {
    public var importID: String
    /// Nil when the file brings its children along.
    public var child: ChildReference?
    /// Data rows read so far.
    public var rows: Int
    /// Entries that were new.
    public var added: Int
    /// Entries that were there already.
    public var unchanged: Int
    public var isDryRun: Bool
    /// The summary, after the end.
    public var summary: ImportSummaryRecord?

    public init(
      importID: String, child: ChildReference?, rows: Int, added: Int, unchanged: Int, isDryRun: Bool,
      summary: ImportSummaryRecord? = nil
    ) {
      self.importID = importID
      self.child = child
      self.rows = rows
      self.added = added
      self.unchanged = unchanged
      self.isDryRun = isDryRun
      self.summary = summary
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      importID = try members.required("importId", "Id of the import, for the next chunk.")
      child = try members.optional(
        "child", "The child the entries are for; left out if the file contains its own children.")
      rows = try members.required("rows", "Data rows read so far.")
      added = try members.required("added", "Entries that were new.")
      unchanged = try members.required("unchanged", "Entries that already existed.")
      isDryRun = try members.flag("dryRun", "True if nothing is changed.")
      summary = try members.optional("summary", "What was found in the file; given after its end.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("importId", importID)
      members.field("child", child)
      members.field("rows", rows)
      members.field("added", added)
      members.field("unchanged", unchanged)
      members.flag("dryRun", isDryRun)
      members.field("summary", summary)
    }
  }
}

/// What was found in an imported file.
public struct ImportSummaryRecord: WireObject {
  public static var schemaName: String? { "ImportSummary" }

  public var format: String
  public var kinds: [NamedCount]
  /// Rows of kinds that are not kept here, kept as notes, by the file's word for them.
  public var keptAsNotes: [NamedCount]
  public var badRows: [RowRemark]
  public var badRowCount: Int
  public var flaggedRows: [RowRemark]
  public var flags: [NamedCount]
  public var first: Instant?
  public var last: Instant?

  public init(
    format: String, kinds: [NamedCount], keptAsNotes: [NamedCount], badRows: [RowRemark], badRowCount: Int,
    flaggedRows: [RowRemark], flags: [NamedCount], first: Instant?, last: Instant?
  ) {
    self.format = format
    self.kinds = kinds
    self.keptAsNotes = keptAsNotes
    self.badRows = badRows
    self.badRowCount = badRowCount
    self.flaggedRows = flaggedRows
    self.flags = flags
    self.first = first
    self.last = last
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    format = try members.required("format", "The file's format.")
    kinds = try members.required("kinds", "Entries read, by kind.")
    keptAsNotes = try members.required("keptAsNotes", "Rows kept as notes, by the file's name for them.")
    badRows = try members.required("badRows", "Rows that could not be read; at most 100.")
    badRowCount = try members.required("badRowCount", "How many rows could not be read.")
    flaggedRows = try members.required("flaggedRows", "Rows that were kept but are worth a look; at most 100.")
    flags = try members.required("flags", "How many rows were flagged, by reason.")
    first = try members.optional("first", "The earliest start.")
    last = try members.optional("last", "The latest start.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("format", format)
    members.field("kinds", kinds)
    members.field("keptAsNotes", keptAsNotes)
    members.field("badRows", badRows)
    members.field("badRowCount", badRowCount)
    members.field("flaggedRows", flaggedRows)
    members.field("flags", flags)
    members.field("first", first)
    members.field("last", last)
  }
}

/// How many there are of something.
public struct NamedCount: Hashable, WireObject {
  public static var schemaName: String? { "NamedCount" }

  public var name: String
  public var count: Int

  public init(name: String, count: Int) {
    self.name = name
    self.count = count
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    name = try members.required("name", "What is counted.")
    count = try members.required("count", "How many.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("name", name)
    members.field("count", count)
  }
}

/// Something about one row of a file; never the row's content.
public struct RowRemark: Hashable, WireObject {
  public static var schemaName: String? { "RowRemark" }

  public var line: Int
  public var reason: String

  public init(line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    line = try members.required("line", "Line of the file, from 1.")
    reason = try members.required("reason", "What was noticed.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("line", line)
    members.field("reason", reason)
  }
}
