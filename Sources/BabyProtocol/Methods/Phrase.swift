public import BabyModel

/// `bottle 4oz at 3pm`, `wet and dirty`, `slept 2pm-3pm`, `woke up 10 min ago`.
public enum PhraseLog: WriteMethod {
  public static let name = "phrase.log"
  public static let summary = "Logs a phrase, such as \"bottle 4oz at 3pm\" or \"slept 2h\"."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] =
    .ofLogging + .ofTimes + [
      .phraseUnclear, .phraseNotUnderstood, .phraseNotKept, .phraseNotLogged,
      .timerRunning, .timerNotRunning, .timerForgotten, .timerPaused, .timerAhead,
    ]

  @WireMembers
  public struct Params: WriteParams {
    /// UUID or name of the child; default: the one that is named, or the caller's current child.
    public var childID: String?
    /// The phrase.
    @Wire(longest: WireLimit.note) public var text: String
    /// UUID for the new entry; logging it again with the same UUID changes nothing.
    public var id: EntryID?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = EntryAnswer
}
