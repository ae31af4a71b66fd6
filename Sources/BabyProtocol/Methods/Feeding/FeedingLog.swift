public import BabyModel

/// Logs a feed at the breast or from a bottle, or a pumping session.
public enum FeedingLog: WriteMethod {
  public static let name = "feeding.log"
  public static let summary = "Logs a feed at the breast or from a bottle, or a pumping session."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofLogging + .ofTimes

  @WireMembers
  public struct Params: WriteParams {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// How; default: taken from the other params or the child's feeding style.
    public var method: FeedingMethod?
    /// The breast it began with; default: the suggested side.
    public var startedSide: Side?
    /// One breast, or both with a switch; default: one.
    public var breasts: Breasts?
    /// How much; default for a bottle: as much as last time.
    public var amount: Double?
    /// The amount's unit; default: the one in the settings.
    public var unit: VolumeUnit?
    /// A bottle's content; given alone, it means a bottle. Default: unknown, whatever the last bottle contained.
    public var content: BottleContent?
    /// Time at the left breast; with no other time, the feed lasted as long as both sides and ends now.
    @Wire(in: 0...86_400) public var leftSeconds: Int?
    /// Time at the right breast.
    @Wire(in: 0...86_400) public var rightSeconds: Int?
    /// Free text.
    @Wire(longest: WireLimit.note) public var note: String?
    /// UUID for the new entry; logging it again with the same UUID changes nothing.
    public var id: EntryID?
    @Flattened public var time: TimeWords = .init()
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = EntryAnswer
}
