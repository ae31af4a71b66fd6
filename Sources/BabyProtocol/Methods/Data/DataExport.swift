/// Exports the log to a file that the caller writes: first a call with what is wanted, then one with `next` for each
/// further part. Each connection has one export at a time, of the state in which the database was when it began.
public enum DataExport: RPCMethod {
  public static let name = "data.export"
  public static let summary =
    "Returns the log as a file, in parts: a table (CSV), or everything (JSON), for data.import to read."
  public static let access = MethodAccess.everybody

  public struct Params: WireObject {
    public var format: ExportFormatWord?
    public var childID: String?
    public var next: Bool

    public init(format: ExportFormatWord? = nil, childID: String? = nil, next: Bool = false) {
      self.format = format
      self.childID = childID
      self.next = next
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      format = try members.optional("format", "In the first call: the file's format; default: json.")
      childID = try members.optional("childId", "In the first call: UUID or name of the only child to export.")
      next = try members.flag("next", "True to get the next part of the export that this connection began.")
      if next, format != nil || childID != nil {
        throw WireError(path: "next", message: "cannot be used with format or childId")
      }
    }

    public func write(to members: inout ObjectWriter) {
      members.field("format", format)
      members.field("childId", childID)
      members.flag("next", next)
    }
  }

  public struct Answer: WireObject {
    public var format: ExportFormatWord
    public var text: String
    /// Entries in the file so far.
    public var entries: Int
    public var isEnd: Bool

    public init(format: ExportFormatWord, text: String, entries: Int, isEnd: Bool) {
      self.format = format
      self.text = text
      self.entries = entries
      self.isEnd = isEnd
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      format = try members.required("format", "The file's format.")
      text = try members.required("text", "The next part of the file, to be appended to the one before.")
      entries = try members.required("entries", "How many entries are in the file so far.")
      isEnd = try members.flag("end", "True for the last part.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("format", format)
      members.field("text", text)
      members.field("entries", entries)
      members.flag("end", isEnd)
    }
  }
}

public enum ExportFormatWord: String, WireWord { case csv, json }
