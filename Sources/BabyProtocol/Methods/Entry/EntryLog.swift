public import BabyModel

/// Logs an entry of any kind by its fields.
public enum EntryLog: WriteMethod {
  public static let name = "entry.log"
  public static let summary =
    "Logs an entry that is over, of any kind. Values left out of a feed, a diaper or tummy time get their usual defaults."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofLogging + .ofTimes

  /// The kind decides which members there are: its own, and times that it can have.
  public struct Params: WriteParams {
    /// UUID or name of the child; nil is the caller's current child.
    public var childID: String?
    public var entry: EntryInput
    /// Free text; for a note, the note itself.
    public var note: String?
    /// Logging it again with the same id changes nothing.
    public var id: EntryID?
    public var time: TimeWords
    public var options: WriteOptions

    public init(
      childID: String? = nil, entry: EntryInput, note: String? = nil, id: EntryID? = nil, time: TimeWords = .init(),
      options: WriteOptions = .init()
    ) {
      self.childID = childID
      self.entry = entry
      self.note = note
      self.id = id
      self.time = time
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      childID = try members.optional("childId", "UUID or name of the child; default: the caller's current child.")
      entry = try EntryInput(reading: &members)
      note = try members.optional("note", "Free text; for a note, the note itself.", longest: WireLimit.note)
      if members.kinds.allSatisfy({ $0.declaration.requiredNote != nil }) { try members.require("note") }
      id = try members.optional(
        "id", "UUID for the new entry; logging it again with the same UUID changes nothing.")
      if members.kinds.contains(where: { $0.declaration.longest != nil }) {
        time = try TimeWords(reading: &members)
      } else {
        time = TimeWords(at: try members.optional("at", "When, in words or RFC 3339; default: now."))
      }
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("childId", childID)
      entry.write(to: &members)
      members.field("note", note)
      members.field("id", id)
      time.write(to: &members)
      options.write(to: &members)
    }
  }

  public typealias Answer = EntryAnswer
}

extension EntryLog.Params {
  /// A finished nap that ends now, for the parent who noticed too late.
  public static func nap(childID: String? = nil, options: WriteOptions = .init()) -> Self {
    Self(
      childID: childID, entry: .sleep, note: QuickLog.napNote,
      time: TimeWords(for: "\(QuickLog.napDuration.wholeMinutes)m"), options: options)
  }
}
