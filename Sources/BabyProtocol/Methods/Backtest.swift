public import BabyModel

/// A backtest goes through the log in the order in which it was written.
public enum PredictionBacktest: RPCMethod {
  public static let name = "prediction.backtest"
  public static let summary =
    "Measures how good predictions would have been on the child's own log, compared with two simpler methods."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild + .ofTimes

  @WireMembers
  public struct Params: WireObject {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// Only predictions made from this time on, in words or RFC 3339.
    public var from: String?
    /// Only predictions made before this time, in words or RFC 3339.
    public var to: String?
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The child.
    public var child: ChildReference
    /// The time of the first prediction; left out if there is none.
    public var from: Instant?
    /// When the last prediction was made.
    public var to: Instant?
    /// For each kind: all ages first, then each quarter of a year.
    public var scores: [PredictionScoreRecord]
    /// Caregivers' feedback on predictions in that time.
    public var feedback: [PredictionFeedbackCount]
  }
}

/// How good predictions of one kind were. Errors are in minutes, shares are 0 to 1.
@WireMembers("PredictionScore")
public struct PredictionScoreRecord: Hashable, WireObject {
  /// The predicted event.
  public var kind: PredictionKind
  /// The age in quarters of a year, from 0; left out for all ages.
  public var quarter: Int?
  /// When the predictions were made.
  public var moments: PredictionMoments
  /// How often there was something to predict.
  public var count: Int
  /// How often nothing was predicted, because an entry seemed to be missing.
  public var abstained: Double
  /// Mean distance from what happened.
  public var meanError: Double
  /// Median distance from what happened.
  public var medianError: Double
  /// How often it was within 15 minutes.
  public var within15: Double
  /// How often it was within 30 minutes.
  public var within30: Double
  /// How often it was within 60 minutes.
  public var within60: Double
  /// How often it lay in interval50.
  public var coverage50: Double
  /// How often it lay in interval80.
  public var coverage80: Double
  /// The within30 that the predictions promised, on average.
  public var meanConfidence: Double
  /// Mean error of the age table alone, in the same cases.
  public var ageTableError: Double
  /// Mean error of the child's own median of 14 days at a similar hour, in the same cases.
  public var ownMedianError: Double
}

/// Which predictions of a backtest are counted.
public enum PredictionMoments: String, CaseIterable, WireEnum {
  /// The one when the wait for it began, such as at waking up.
  case first
  /// That one and another each half hour until it happened, as a person sees them who looks now and then.
  case every
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
