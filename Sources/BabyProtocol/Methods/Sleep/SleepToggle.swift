public import BabyModel

/// Ends the running sleep, or starts one.
public enum SleepToggle: WriteMethod {
  public static let name = "sleep.toggle"
  public static let summary = "Ends the running sleep, or starts one."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofLogging + .ofTimes + [.entryAhead, .sleepChanged, .sleepForgotten]

  @WireMembers
  public struct Params: WriteParams {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// When, in words or RFC 3339; default: now.
    public var at: String?
    /// The state that the caller shows: the running sleep's id, or null for none; an error if that has changed.
    public var ifRunning: Nullable<EntryID>?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = EntryAnswer
}
