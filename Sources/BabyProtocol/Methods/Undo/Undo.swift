public import BabyModel

/// Takes back the caller's last change that is not undone.
public enum Undo: WriteMethod {
  public static let name = "undo"
  public static let summary = "Takes back the caller's last change that is not undone."
  public static let access = MethodAccess.everybody

  public typealias Params = WriteOptions

  public struct Answer: WireObject {
    /// What was done in words: "Undid: Logged left breast".
    public var message: String
    public var entries: [EntryRecord]
    /// How many entries changed; `entries` holds the first 100 of them.
    public var count: Int
    public var timeFormat: TimeFormat
    public var seq: Int
    public var isDryRun: Bool

    public init(
      message: String, entries: [EntryRecord], count: Int, timeFormat: TimeFormat, seq: Int, isDryRun: Bool
    ) {
      self.message = message
      self.entries = entries
      self.count = count
      self.timeFormat = timeFormat
      self.seq = seq
      self.isDryRun = isDryRun
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      message = try members.required("message", "What was done, in words.")
      entries = try members.required("entries", "The entries that changed, as they are now; at most 100.")
      count = try members.required("count", "How many entries changed.")
      timeFormat = try members.required("timeFormat", "How clock times are written.")
      seq = try members.required("seq", "Number of the database's last change.")
      isDryRun = try members.flag("dryRun", "True when nothing was changed.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("message", message)
      members.field("entries", entries)
      members.field("count", count)
      members.field("timeFormat", timeFormat)
      members.field("seq", seq)
      members.flag("dryRun", isDryRun)
    }
  }
}
