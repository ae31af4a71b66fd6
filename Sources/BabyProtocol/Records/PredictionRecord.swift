public import BabyModel

/// When something is likely to happen, and how sure that is.
public struct PredictionRecord: Hashable, WireObject {
  public static var schemaName: String? { "Prediction" }

  public var kind: PredictionKind
  public var at: Instant
  /// RFC 3339 with the offset of the child's zone.
  public var atLocal: String
  public var interval50: IntervalRecord
  public var interval80: IntervalRecord
  public var confidence: Double
  public var explanation: String
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

  public init(reading members: inout ObjectReader) throws(WireError) {
    kind = try members.required("kind", "What is predicted.")
    at = try members.required("at", "The likeliest time; never in the past when it is made.")
    atLocal = try members.required("atLocal", "The same time with the offset of the child's time zone.")
    interval50 = try members.required("interval50", "Contains the actual time in half of all cases.")
    interval80 = try members.required("interval80", "Contains the actual time in four cases out of five.")
    confidence = try members.required(
      "confidence", "How likely the actual time is to be within 30 minutes of at, 0 to 1.")
    explanation = try members.required("explanation", "What it is based on, in words.")
    evidence = try members.required("evidence", "What it is based on.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("kind", kind)
    members.field("at", at)
    members.field("atLocal", atLocal)
    members.field("interval50", interval50)
    members.field("interval80", interval80)
    members.field("confidence", confidence)
    members.field("explanation", explanation)
    members.field("evidence", evidence)
  }
}

/// A prediction in short, as a screen shows it.
public struct PredictionSummary: Hashable, WireObject {
  public static var schemaName: String? { "PredictionSummary" }

  public var kind: PredictionKind
  public var at: Instant
  public var atLocal: String
  public var interval50: IntervalRecord

  public init(kind: PredictionKind, at: Instant, atLocal: String, interval50: IntervalRecord) {
    self.kind = kind
    self.at = at
    self.atLocal = atLocal
    self.interval50 = interval50
  }

  public init(_ prediction: Prediction, zone: ZoneRules) {
    self.init(
      kind: prediction.kind, at: prediction.at, atLocal: prediction.at.text(in: zone),
      interval50: IntervalRecord(prediction.interval50, zone: zone))
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    kind = try members.required("kind", "What is predicted.")
    at = try members.required("at", "The likeliest time.")
    atLocal = try members.required("atLocal", "The same time with the offset of the child's time zone.")
    interval50 = try members.required("interval50", "Contains the actual time in half of all cases.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("kind", kind)
    members.field("at", at)
    members.field("atLocal", atLocal)
    members.field("interval50", interval50)
  }
}

/// From when to when.
public struct IntervalRecord: Hashable, WireObject {
  public static var schemaName: String? { "Interval" }

  public var from: Instant
  public var to: Instant
  public var fromLocal: String
  public var toLocal: String

  public init(_ interval: ClosedRange<Instant>, zone: ZoneRules) {
    from = interval.lowerBound
    to = interval.upperBound
    fromLocal = from.text(in: zone)
    toLocal = to.text(in: zone)
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    from = try members.required("from", "Its beginning.")
    to = try members.required("to", "Its end.")
    fromLocal = try members.required("fromLocal", "Its beginning, with the offset of the child's time zone.")
    toLocal = try members.required("toLocal", "Its end, with the offset of the child's time zone.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("from", from)
    members.field("to", to)
    members.field("fromLocal", fromLocal)
    members.field("toLocal", toLocal)
  }
}

/// What a prediction rests on.
public struct EvidenceRecord: Hashable, WireObject {
  public static var schemaName: String? { "PredictionEvidence" }

  public var since: Instant
  public var ageWeeks: Int
  public var usualFromSeconds: Int
  public var usualToSeconds: Int
  public var similar: Int
  public var ownShare: Double

  public init(_ evidence: PredictionEvidence) {
    since = evidence.since
    ageWeeks = evidence.age
    usualFromSeconds = Int(evidence.usual.lowerBound.components.seconds)
    usualToSeconds = Int(evidence.usual.upperBound.components.seconds)
    similar = evidence.similar
    ownShare = (evidence.ownShare * 100).rounded() / 100
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    since = try members.required(
      "since", "When it counts from: awake or asleep since, the last feed, or noon of the day.")
    ageWeeks = try members.required("ageWeeks", "The child's age in whole weeks.")
    usualFromSeconds = try members.required(
      "usualFromSeconds", "The shortest time after since that is usual at this age.")
    usualToSeconds = try members.required("usualToSeconds", "The longest time after since that is usual at this age.")
    similar = try members.required("similar", "How many of the child's own recent times it is based on.")
    ownShare = try members.required("ownShare", "How much weight they have against what is usual at the age, 0 to 1.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("since", since)
    members.field("ageWeeks", ageWeeks)
    members.field("usualFromSeconds", usualFromSeconds)
    members.field("usualToSeconds", usualToSeconds)
    members.field("similar", similar)
    members.field("ownShare", ownShare)
  }
}

/// What is not predicted, and why.
public struct PredictionGapRecord: Hashable, WireObject {
  public static var schemaName: String? { "PredictionGap" }

  public var kind: PredictionKind
  public var reason: PredictionGap
  public var text: String

  public init(_ kind: PredictionKind, _ reason: PredictionGap) {
    self.kind = kind
    self.reason = reason
    text = Words.explanation(reason)
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    kind = try members.required("kind", "What is not predicted.")
    reason = try members.required("reason", "Why not.")
    text = try members.required("text", "Why not, in words.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("kind", kind)
    members.field("reason", reason)
    members.field("text", text)
  }
}
