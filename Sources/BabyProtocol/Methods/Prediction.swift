public import BabyModel

public enum PredictionGet: RPCMethod {
  public static let name = "prediction.get"
  public static let summary =
    "Predicts the next nap, bedtime, feed and wake-up, or says why there is no prediction."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild

  public typealias Params = ChildParams

  @WireMembers("Forecast")
  public struct Answer: Hashable, WireObject {
    /// The child.
    public var child: ChildReference
    /// How to write clock times.
    public var timeFormat: TimeFormat
    /// The theme set for the child.
    public var theme: Theme
    /// When the prediction was made; a later one may differ.
    public var madeAt: Instant
    /// The predictions, at most one of each kind, the earliest first.
    public var predictions: [PredictionRecord]
    /// The missing predictions, and why.
    public var gaps: [PredictionGapRecord]
    /// To be shown with it: this is not medical advice.
    public var note: String
  }
}

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

/// When something is likely to happen, and how sure that is.
@WireMembers("Prediction")
public struct PredictionRecord: Hashable, WireObject {
  /// The predicted event.
  public var kind: PredictionKind
  /// The likeliest time; never in the past when it is made.
  public var at: Instant
  /// The same time with the offset of the child's time zone.
  public var atLocal: String
  /// Contains the actual time in half of all cases.
  public var interval50: IntervalRecord
  /// Contains the actual time in four cases out of five.
  public var interval80: IntervalRecord
  /// How likely the actual time is to be within 30 minutes of at, 0 to 1.
  public var confidence: Double
  /// Its basis, in words.
  public var explanation: String
  /// Its basis.
  public var evidence: EvidenceRecord

  /// The same in short.
  public var summary: PredictionSummary {
    PredictionSummary(kind: kind, at: at, atLocal: atLocal, interval50: interval50)
  }

  public init(_ prediction: Prediction, zone: ZoneRules, format: TimeFormat) {
    kind = prediction.kind
    at = prediction.at
    atLocal = prediction.at.text(in: zone)
    interval50 = IntervalRecord(prediction.interval50, zone: zone)
    interval80 = IntervalRecord(prediction.interval80, zone: zone)
    confidence = (prediction.confidence * 100).rounded() / 100
    explanation = Words.explanation(prediction) { Words.clock(zone.local($0).time, format: format) }
    evidence = EvidenceRecord(prediction.evidence)
  }
}

/// A prediction in short, as a screen shows it.
@WireMembers("PredictionSummary")
public struct PredictionSummary: Hashable, WireObject {
  /// The predicted event.
  public var kind: PredictionKind
  /// The likeliest time.
  public var at: Instant
  /// The same time with the offset of the child's time zone.
  public var atLocal: String
  /// Contains the actual time in half of all cases.
  public var interval50: IntervalRecord
}

extension PredictionSummary {
  public init(_ prediction: Prediction, zone: ZoneRules) {
    self.init(
      kind: prediction.kind, at: prediction.at, atLocal: prediction.at.text(in: zone),
      interval50: IntervalRecord(prediction.interval50, zone: zone))
  }
}

/// From when to when.
@WireMembers("Interval")
public struct IntervalRecord: Hashable, WireObject {
  /// Its beginning.
  public var from: Instant
  /// Its end.
  public var to: Instant
  /// Its beginning, with the offset of the child's time zone.
  public var fromLocal: String
  /// Its end, with the offset of the child's time zone.
  public var toLocal: String

  public init(_ interval: ClosedRange<Instant>, zone: ZoneRules) {
    from = interval.lowerBound
    to = interval.upperBound
    fromLocal = from.text(in: zone)
    toLocal = to.text(in: zone)
  }
}

/// The basis of a prediction.
@WireMembers("PredictionEvidence")
public struct EvidenceRecord: Hashable, WireObject {
  /// When it counts from: awake or asleep since, the last feed, or noon of the day.
  public var since: Instant
  /// The child's age in whole weeks, counted from the due date for a child that was born before 37 weeks.
  public var ageWeeks: Int
  /// Whole weeks since birth; left out if ageWeeks is that.
  public var sinceBirthWeeks: Int?
  /// The shortest time after since that is usual at this age.
  public var usualFromSeconds: Int
  /// The longest time after since that is usual at this age.
  public var usualToSeconds: Int
  /// How many of the child's own recent times it is based on.
  public var similar: Int
  /// How much weight they have against what is usual at the age, 0 to 1.
  public var ownShare: Double

  public init(_ evidence: PredictionEvidence) {
    since = evidence.since
    ageWeeks = evidence.age
    sinceBirthWeeks = evidence.sinceBirth
    usualFromSeconds = evidence.usual.lowerBound.wholeSeconds
    usualToSeconds = evidence.usual.upperBound.wholeSeconds
    similar = evidence.similar
    ownShare = (evidence.ownShare * 100).rounded() / 100
  }
}

/// A missing prediction, and why.
@WireMembers("PredictionGap")
public struct PredictionGapRecord: Hashable, WireObject {
  /// The event without a prediction.
  public var kind: PredictionKind
  /// Why not.
  public var reason: PredictionGap
  /// Why not, in words.
  public var text: String

  public init(_ kind: PredictionKind, _ reason: PredictionGap) {
    self.kind = kind
    self.reason = reason
    text = Words.explanation(reason)
  }

  /// The missing predictions, in the order of the kinds.
  public static func all(of forecast: Forecast) -> [PredictionGapRecord] {
    PredictionKind.allCases.compactMap { kind in forecast.gaps[kind].map { PredictionGapRecord(kind, $0) } }
  }
}
