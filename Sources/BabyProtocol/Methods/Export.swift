/// Exports the log to a file that the caller writes: first a call with what is wanted, then one with `next` for each
/// further part. Each connection has one export at a time, of the state in which the database was when it began.
public enum DataExport: RPCMethod {
  public static let name = "data.export"
  public static let summary =
    "Returns the log as a file, in parts: a table (CSV), everything (JSON), or a table that Baby Buddy imports."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild + [.exportNotFound]

  @WireMembers
  public struct Params: WireObject {
    /// In the first call: the file's format; default: json.
    public var format: ExportFormatWord?
    /// In the first call: which of Baby Buddy's tables; only with the format babybuddy-csv, and always with it.
    public var table: BabyBuddyTable?
    /// In the first call: UUID or name of the only child to export.
    public var childID: String?
    /// In the first call: true takes out of the file who it is about. Names, notes, authors, settings and reminders are
    /// left out, other texts and ids are replaced, and all times are moved back by the same number of weeks. Not with
    /// the format babybuddy-csv.
    public var anonymise: Bool = false
    /// True to get the next part of the export that this connection began.
    public var next: Bool = false

    public func checkMembers() throws(WireError) {
      if next, format != nil || table != nil || childID != nil || anonymise {
        throw WireError(path: "next", message: "cannot be used with format, table, childId or anonymise")
      }
      if (table != nil) != (format == .babyBuddyCSV) {
        throw WireError(path: "table", message: "is wanted with the format babybuddy-csv, and with no other")
      }
      if anonymise, format == .babyBuddyCSV {
        throw WireError(path: "anonymise", message: "cannot be used with the format babybuddy-csv")
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
    /// How many of them have a note for values that Baby Buddy has no field for. Left out if there are none.
    public var keptAsNotes: Int?
    /// How many entries so far fit none of Baby Buddy's tables: running timers. Left out if there are none.
    public var leftOut: Int?
    /// How many entries so far are written as notes, because Baby Buddy rejects a file with two feeds, sleeps, tummy
    /// times or pumpings of a child at one time. Left out if there are none.
    public var overlapping: Int?
    /// When the first five of these began, by the clocks of the child's zone: 2026-11-20 03:05.
    public var overlappingAt: [String]?
    /// The units of the numbers, if the file does not contain them: ml, kg, cm, celsius.
    public var units: [String]?
    /// How many entries so far are of kinds that this version does not know: a JSON file contains them unchanged, a
    /// table and an anonymised file do not. Left out if there are none.
    public var unknownKinds: Int?
    /// True for the last part.
    public var isEnd: Bool = false
  }
}

public enum ExportFormatWord: String, WireEnum {
  case csv, json
  case babyBuddyCSV = "babybuddy-csv"
}

/// The tables that Baby Buddy imports, each as a separate file.
public enum BabyBuddyTable: String, WireEnum {
  case children, feedings, sleep, diaperChanges, tummyTimes, pumping, notes, temperature, weight, height
  case headCircumference, medication
}
