/// Discards the running sleep as if it had never been started; undo brings it back.
public enum SleepCancel: WriteMethod {
  public static let name = "sleep.cancel"
  public static let summary = "Discards the running sleep, as if it had never been started; undo brings it back."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofChild + [.childReadOnly, .sleepNotRunning]

  @WireMembers
  public struct Params: WriteParams {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = EntryAnswer
}
