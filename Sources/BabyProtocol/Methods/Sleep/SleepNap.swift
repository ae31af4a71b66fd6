public import BabyModel

/// Logs a finished 10-minute nap that ends now.
public enum SleepNap: WriteMethod {
  public static let name = "sleep.nap"
  public static let summary = "Logs a 10-minute nap that ends now."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofLogging

  @WireMembers
  public struct Params: WriteParams {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// UUID for the new entry; logging it again with the same UUID changes nothing.
    public var id: EntryID?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = EntryAnswer
}
