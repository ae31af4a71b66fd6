public import BabyModel

/// Changes fields of an entry; what is left out stays.
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
    /// Of any kind, its fields by the names that an entry has them under; null clears one.
    public var fields: SaidFields?
    /// Free text; null clears it.
    @Wire(longest: WireLimit.note) public var note: Nullable<String>?
    @Flattened public var time: TimeWords = .init()
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = EntryAnswer
}
