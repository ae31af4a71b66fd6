public import BabyModel

/// Keeps what a caregiver says of a prediction; backtests show it.
public enum PredictionFeedback: WriteMethod {
  public static let name = "prediction.feedback"
  public static let summary = "Records whether a prediction was too early, right or too late; backtests show it."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofChild

  @WireMembers
  public struct Params: WriteParams {
    /// The predicted event.
    public var kind: PredictionKind
    /// How the predicted time was.
    public var verdict: PredictionVerdict
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    @Flattened public var options: WriteOptions = .init()
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The child.
    public var child: ChildReference
    /// The result, in words.
    public var message: String
    /// Number of the database's last change.
    public var seq: Int
    /// True when nothing was changed.
    public var isDryRun: Bool = false
  }
}

/// Caregivers' feedback on predictions of one kind.
@WireMembers("PredictionFeedbackCount")
public struct PredictionFeedbackCount: Hashable, WireObject {
  /// The predicted event.
  public var kind: PredictionKind
  /// How often it was too early.
  public var tooEarly: Int
  /// How often it was right.
  public var justRight: Int
  /// How often it was too late.
  public var tooLate: Int
}
