public import BabyModel

/// The answer to every call that logs or changes an entry.
public struct EntryAnswer: Hashable, PressAnswer {
  public static var schemaName: String? { "EntryAnswer" }

  public var entry: EntryRecord
  public var child: ChildReference
  public var timeFormat: TimeFormat
  /// What was done, as a person reads it: "Logged left breast".
  public var message: String
  /// Another sleep or tummy time that was at the same time; nil when there is none.
  public var overlap: EntryRecord?
  /// The state of the database after the write.
  public var seq: Int
  public var isDryRun: Bool
  public var isRepeated = false

  public init(
    entry: EntryRecord, child: ChildReference, timeFormat: TimeFormat, message: String, overlap: EntryRecord? = nil,
    seq: Int, isDryRun: Bool
  ) {
    self.entry = entry
    self.child = child
    self.timeFormat = timeFormat
    self.message = message
    self.overlap = overlap
    self.seq = seq
    self.isDryRun = isDryRun
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    entry = try members.required("entry", "The entry as it is now.")
    child = try members.required("child", "The child the entry is for.")
    timeFormat = try members.required("timeFormat", "How to write clock times.")
    message = try members.required("message", "What was done, in words.")
    overlap = try members.optional(
      "overlap",
      "Another sleep or tummy time at the same time, so one of the two must be a mistake; left out if there is none."
    )
    seq = try members.required("seq", "Number of the database's last change.")
    isDryRun = try members.flag("dryRun", "True when nothing was changed.")
    isRepeated = try members.repetition()
  }

  public func write(to members: inout ObjectWriter) {
    members.field("entry", entry)
    members.field("child", child)
    members.field("timeFormat", timeFormat)
    members.field("message", message)
    members.field("overlap", overlap)
    members.field("seq", seq)
    members.flag("dryRun", isDryRun)
    members.flag("repeated", isRepeated)
  }
}
