/// Discards a running activity as if it had never been started; undo brings it back.
public enum TimerCancel: WriteMethod {
  public static let name = "timer.cancel"
  public static let summary =
    "Discards the running activity of a name, or the running sleep, tummy time or feed; undo brings it back."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofChild + [.childReadOnly] + .ofTimersThatDoNotRun

  @WireMembers
  public struct Params: WriteParams {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// Its name, as for timer.start; case does not matter.
    public var name: String
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = EntryAnswer
}
