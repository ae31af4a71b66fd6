public import BabyModel

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
    public var time: TimeTexts
    public var options: WriteOptions

    public init(
      childID: String? = nil, entry: EntryInput, note: String? = nil, id: EntryID? = nil, time: TimeTexts = .init(),
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
        time = try TimeTexts(reading: &members)
      } else {
        time = TimeTexts(at: try members.optional("at", "When, in words or RFC 3339; default: now."))
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
      time: TimeTexts(for: "\(QuickLog.napDuration.wholeMinutes)m"), options: options)
  }
}

public enum EntryGet: RPCMethod {
  public static let name = "entry.get"
  public static let summary = "Returns one entry, deleted or not."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = [.entryNotFound, .zoneUnknown]

  @WireMembers
  public struct Params: WireObject {
    /// UUID of the entry, its last 4 or more characters, or "last" for the latest one logged.
    public var id: String
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The entry.
    public var entry: EntryRecord
    /// The child the entry is for.
    public var child: ChildReference
    /// How to write clock times.
    public var timeFormat: TimeFormat
    /// For a milestone, the child's age then, as people write it: "5 months (corrected 3 months)"; left out for other
    /// kinds, and before birth.
    public var age: String?
    /// How far its last change has come on its way to the family server; left out when nothing of it waits.
    public var queued: QueueState?
    /// The import that added it; left out if there was none or it is unknown.
    public var origin: Origin?
  }

  /// The import that an entry comes from. It is known to the daemon that has imported it, and is neither synced nor
  /// exported.
  @WireMembers
  public struct Origin: WireObject {
    /// The app, as people know it: "Huckleberry".
    public var app: String
    /// The name of the import's format: "huckleberry-csv".
    public var format: String
    /// When it was imported.
    public var importedAt: Instant
  }
}

public enum EntryUpdate: WriteMethod {
  public static let name = "entry.update"
  public static let summary = "Changes fields of an entry; fields that are left out stay the same."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] =
    .ofEntry + .ofTimes + [.entryInvalid, .entryDeleted, .timerRunning]

  @WireMembers
  public struct Params: WriteParams {
    /// UUID of the entry, its last 4 or more characters, or "last" for the latest one logged.
    public var id: String
    /// Feeding: how.
    public var method: FeedingMethod?
    /// Feeding: the breast it began with; null clears it.
    public var startedSide: Nullable<Side>?
    /// Feeding: one breast or both; null clears it.
    public var breasts: Nullable<Breasts>?
    /// Feeding: how much; null clears it.
    public var amount: Nullable<Double>?
    /// Feeding: the amount's unit.
    public var unit: VolumeUnit?
    /// Feeding: what the bottle held; null clears it.
    public var content: Nullable<BottleContent>?
    /// Feeding: time at the left breast; null clears it.
    public var leftSeconds: Nullable<Int>?
    /// Feeding: time at the right breast; null clears it.
    public var rightSeconds: Nullable<Int>?
    /// Diaper: what was in it.
    public var type: DiaperType?
    /// Note: what it is about.
    public var category: NoteCategory?
    /// Fields of an entry of any kind, by their names in an entry; null clears one.
    public var fields: FieldInputs?
    /// Free text; null clears it.
    @Wire(longest: WireLimit.note) public var note: Nullable<String>?
    @Flattened public var time: TimeTexts = .init()
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = EntryAnswer
}

public enum EntryDelete: WriteMethod {
  public static let name = "entry.delete"
  public static let summary = "Deletes an entry; undo or entry.restore brings it back."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofEntry + [.entryDeleted]

  public typealias Params = EntryWriteParams
  public typealias Answer = EntryAnswer
}

public enum EntryDeleteSeveral: WriteMethod {
  public static let name = "entry.deleteSeveral"
  public static let summary = "Deletes entries together, all of them or none; one undo brings them all back."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofEntry + [.entryInvalid, .entryDeleted]

  @WireMembers
  public struct Params: WriteParams {
    /// The entries, 1 to 100: for each its UUID, its last 4 or more characters, or "last" for the latest one logged.
    public var ids: [String]
    @Flattened public var options: WriteOptions = .init()

    public func checkMembers() throws(WireError) {
      guard ids.count <= 100 else { throw WireError(path: "ids", message: "must be at most 100") }
    }
  }

  @WireMembers
  public struct Answer: PressAnswer {
    /// The entries as they are now.
    public var entries: [EntryRecord]
    /// The children they are for.
    public var children: [ChildReference]
    /// How to write clock times.
    public var timeFormat: TimeFormat
    /// The result, in words.
    public var message: String
    /// Number of the database's last change.
    public var seq: Int
    /// True when nothing was changed.
    public var isDryRun: Bool = false
    /// True when the same call came within the second before: it was done once.
    public var isRepeated: Bool = false
  }
}

public enum EntryRestore: WriteMethod {
  public static let name = "entry.restore"
  public static let summary = "Brings a deleted entry back."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofEntry + [.entryNotDeleted, .timerRunning]

  public typealias Params = EntryWriteParams
  public typealias Answer = EntryAnswer
}

public enum EntryDuplicate: WriteMethod {
  public static let name = "entry.duplicate"
  public static let summary = "Logs a copy of an entry, as of now."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] =
    .ofEntry + [.entryInvalid, .entryDeleted, .timerRunning]

  public typealias Params = EntryWriteParams
  public typealias Answer = EntryAnswer
}

/// The entry of a write.
@WireMembers
public struct EntryWriteParams: WriteParams {
  /// UUID of the entry, its last 4 or more characters, or "last" for the latest one logged.
  public var id: String
  @Flattened public var options: WriteOptions = .init()
}

/// The texts as members of a call.
extension TimeTexts: WireObject {
  public init(reading members: inout ObjectReader) throws(WireError) {
    self.init(
      at: try members.optional(
        "at", "When: \"20m ago\", \"2:30am\", \"yesterday 22:10\", \"22:10-05:40\" or RFC 3339."),
      for: try members.optional("for", "How long: \"40m\", \"1h 20m\"; on its own, it ends now."),
      from: try members.optional("from", "When it began; use with to or for."),
      to: try members.optional("to", "When it ended; use with from or for."))
  }

  public func write(to members: inout ObjectWriter) {
    members.field("at", at)
    members.field("for", self.for)
    members.field("from", from)
    members.field("to", to)
  }
}
