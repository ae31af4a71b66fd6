public import BabyModel

public enum NoteConvert: WriteMethod {
  public static let name = "note.convert"
  public static let summary =
    "Turns notes such as \"Weight 11.88 lbs\" into entries of the kinds they tell of, page by page; one undo takes it back."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild + [.childReadOnly, .entryInvalid]

  @WireMembers
  public struct Params: WriteParams {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// How many notes to look at at most, 1 to 1000; default: 200.
    @Wire(in: 1...1000) public var limit: Int?
    /// The nextCursor of the previous page.
    public var cursor: String?
    /// The step of the previous page, so that one undo takes back all of them.
    public var step: String?
    @Flattened public var options: WriteOptions = .init()
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The child.
    public var child: ChildReference
    /// The unit to show amounts in.
    public var units: VolumeUnit
    /// How to write clock times.
    public var timeFormat: TimeFormat
    /// The theme set for the child.
    public var theme: Theme
    /// The notes that became entries, and those that may be about such a thing and stay notes; newest first.
    public var notes: [NoteConversionRecord]
    /// How many other notes were looked at.
    public var otherNotes: Int
    /// For the next page; left out on the last one.
    public var nextCursor: String?
    /// Id of the change, with the pages before; left out as long as nothing was changed.
    ///
    /// `step.17`
    public var step: String?
    /// Number of the database's last change.
    public var seq: Int
    /// True when nothing was changed.
    public var isDryRun: Bool = false
  }
}

/// A note, and what it becomes.
@WireMembers("NoteConversion")
public struct NoteConversionRecord: Hashable, WireObject {
  /// The note as it was.
  public var note: EntryRecord
  /// The entry that replaces it; left out if it stays a note because its meaning is not certain.
  public var entry: EntryRecord?
}
