/// Exports the log to a file that the caller writes: first a call with what is wanted, then one with `next` for each
/// further part. Each connection has one export at a time, of the state in which the database was when it began.
public enum DataExport: RPCMethod {
  public static let name = "data.export"
  public static let summary =
    "Returns the log as a file, in parts: a table (CSV), or everything (JSON), for data.import to read."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild + [.exportNotFound]

  @WireMembers
  public struct Params: WireObject {
    /// In the first call: the file's format; default: json.
    public var format: ExportFormatWord?
    /// In the first call: UUID or name of the only child to export.
    public var childID: String?
    /// True to get the next part of the export that this connection began.
    public var next: Bool = false

    public func checkMembers() throws(WireError) {
      if next, format != nil || childID != nil {
        throw WireError(path: "next", message: "cannot be used with format or childId")
      }
    }
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The file's format.
    public var format: ExportFormatWord
    /// The next part of the file, to be appended to the one before.
    public var text: String
    /// How many entries are in the file so far.
    public var entries: Int
    /// How many entries so far are of kinds that this version does not know: a JSON file has them as they came, a table
    /// does not. Left out if there are none.
    public var unknownKinds: Int?
    /// True for the last part.
    public var isEnd: Bool = false
  }
}

public enum ExportFormatWord: String, WireWord { case csv, json }
