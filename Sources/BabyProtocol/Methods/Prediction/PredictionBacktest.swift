public import BabyModel

/// How good predictions would have been, and were: the log is gone through as it came to be.
public enum PredictionBacktest: RPCMethod {
  public static let name = "prediction.backtest"
  public static let summary =
    "Measures how good predictions would have been on the child's own log, compared with two simpler methods."
  public static let access = MethodAccess.everybody

  public struct Params: WireObject {
    public var childID: String?
    public var from: String?
    public var to: String?

    public init(childID: String? = nil, from: String? = nil, to: String? = nil) {
      self.childID = childID
      self.from = from
      self.to = to
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      childID = try members.optional("childId", "UUID or name of the child; default: the caller's current child.")
      from = try members.optional("from", "Only predictions made from this time on, in words or RFC 3339.")
      to = try members.optional("to", "Only predictions made before this time, in words or RFC 3339.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("childId", childID)
      members.field("from", from)
      members.field("to", to)
    }
  }

  public struct Answer: WireObject {
    public var child: ChildReference
    public var from: Instant?
    public var to: Instant?
    public var scores: [PredictionScoreRecord]
    public var feedback: [PredictionFeedbackCount]

    public init(
      child: ChildReference, from: Instant?, to: Instant?, scores: [PredictionScoreRecord],
      feedback: [PredictionFeedbackCount]
    ) {
      self.child = child
      self.from = from
      self.to = to
      self.scores = scores
      self.feedback = feedback
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      child = try members.required("child", "The child.")
      from = try members.optional("from", "When the first prediction was made; left out if there is none.")
      to = try members.optional("to", "When the last prediction was made.")
      scores = try members.required("scores", "For each kind: all ages first, then each quarter of a year.")
      feedback = try members.required("feedback", "What caregivers said about predictions in that time.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("child", child)
      members.field("from", from)
      members.field("to", to)
      members.field("scores", scores)
      members.field("feedback", feedback)
    }
  }
}

/// How good predictions of one kind were. Errors are in minutes, shares are 0 to 1.
public struct PredictionScoreRecord: Hashable, WireObject {
  public static var schemaName: String? { "PredictionScore" }

  public var kind: PredictionKind
  public var quarter: Int?
  public var moments: PredictionMoments
  public var count: Int
  public var abstained: Double
  public var meanError: Double
  public var medianError: Double
  public var within15: Double
  public var within30: Double
  public var within60: Double
  public var coverage50: Double
  public var coverage80: Double
  public var meanConfidence: Double
  public var ageTableError: Double
  public var ownMedianError: Double

  public init(
    kind: PredictionKind, quarter: Int?, moments: PredictionMoments, count: Int, abstained: Double, meanError: Double,
    medianError: Double, within15: Double, within30: Double, within60: Double, coverage50: Double, coverage80: Double,
    meanConfidence: Double, ageTableError: Double, ownMedianError: Double
  ) {
    self.kind = kind
    self.quarter = quarter
    self.moments = moments
    self.count = count
    self.abstained = abstained
    self.meanError = meanError
    self.medianError = medianError
    self.within15 = within15
    self.within30 = within30
    self.within60 = within60
    self.coverage50 = coverage50
    self.coverage80 = coverage80
    self.meanConfidence = meanConfidence
    self.ageTableError = ageTableError
    self.ownMedianError = ownMedianError
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    kind = try members.required("kind", "What was predicted.")
    quarter = try members.optional("quarter", "The age in quarters of a year, from 0; left out for all ages.")
    moments = try members.required("moments", "When the predictions were made.")
    count = try members.required("count", "How often there was something to predict.")
    abstained = try members.required(
      "abstained", "How often nothing was predicted, because an entry seemed to be missing.")
    meanError = try members.required("meanError", "Mean distance from what happened.")
    medianError = try members.required("medianError", "Median distance from what happened.")
    within15 = try members.required("within15", "How often it was within 15 minutes.")
    within30 = try members.required("within30", "How often it was within 30 minutes.")
    within60 = try members.required("within60", "How often it was within 60 minutes.")
    coverage50 = try members.required("coverage50", "How often it lay in interval50.")
    coverage80 = try members.required("coverage80", "How often it lay in interval80.")
    meanConfidence = try members.required("meanConfidence", "The within30 that the predictions promised, on average.")
    ageTableError = try members.required("ageTableError", "Mean error of the age table alone, in the same cases.")
    ownMedianError = try members.required(
      "ownMedianError", "Mean error of the child's own median of 14 days at a similar hour, in the same cases.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("kind", kind)
    members.field("quarter", quarter)
    members.field("moments", moments)
    members.field("count", count)
    members.field("abstained", abstained)
    members.field("meanError", meanError)
    members.field("medianError", medianError)
    members.field("within15", within15)
    members.field("within30", within30)
    members.field("within60", within60)
    members.field("coverage50", coverage50)
    members.field("coverage80", coverage80)
    members.field("meanConfidence", meanConfidence)
    members.field("ageTableError", ageTableError)
    members.field("ownMedianError", ownMedianError)
  }
}

/// Which predictions of a backtest are counted.
public enum PredictionMoments: String, CaseIterable, WireWord {
  /// The one when the wait for it began, such as at waking up.
  case first
  /// That one and another each half hour until it happened, as somebody sees them who looks now and then.
  case every
}
