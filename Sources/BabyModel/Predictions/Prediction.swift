/// The events of a child's day that can be predicted.
public enum PredictionKind: String, CaseIterable, Sendable {
  /// When the next sleep by day begins; for a newborn, who has no night yet, any next sleep.
  case nap
  /// When the coming night's sleep begins.
  case bedtime
  case feeding
  /// When the sleep that is going on ends.
  case wakeUp
}

/// When something is likely to happen, and how sure that is.
///
/// It is a statement about what was logged, and no medical advice.
public struct Prediction: Hashable, Sendable {
  public var kind: PredictionKind
  /// The likeliest time: as often later as earlier. Never before the prediction was made.
  public var at: Instant
  /// Holds the true time in half of all cases, and `at`.
  public var interval50: ClosedRange<Instant>
  /// Holds the true time in four of five cases, and `interval50`.
  public var interval80: ClosedRange<Instant>
  /// How likely the true time is within 30 minutes of `at`, 0...1.
  public var confidence: Double
  public var evidence: PredictionEvidence

  public init(
    kind: PredictionKind, at: Instant, interval50: ClosedRange<Instant>, interval80: ClosedRange<Instant>,
    confidence: Double, evidence: PredictionEvidence
  ) {
    self.kind = kind
    self.at = at
    self.interval50 = interval50
    self.interval80 = interval80
    self.confidence = confidence
    self.evidence = evidence
  }
}

/// The data behind a prediction.
public struct PredictionEvidence: Hashable, Sendable {
  /// From when it counts: awake since, the last feed, asleep since; the day's noon for a bedtime.
  public var since: Instant
  /// Whole weeks, as it is counted (`AgeBasis`).
  public var age: Int
  /// Whole weeks since birth where that is another age.
  public var sinceBirth: Int?
  /// The usual range at that age: the time after `since`; for a bedtime, the time after noon.
  public var usual: ClosedRange<Duration>
  /// How many of the child's own recent times it rests on, those at another hour or longer ago counting less.
  public var similar: Int
  /// How much the child's own times count beside what is usual at the age, 0...1.
  public var ownShare: Double

  public init(
    since: Instant, age: Int, sinceBirth: Int? = nil, usual: ClosedRange<Duration>, similar: Int, ownShare: Double
  ) {
    self.since = since
    self.age = age
    self.sinceBirth = sinceBirth
    self.usual = usual
    self.similar = similar
    self.ownShare = ownShare
  }
}

/// Why nothing is predicted.
public enum PredictionGap: String, Error, CaseIterable, Sendable {
  /// The family has switched predictions off.
  case off
  /// Before birth, or older than the tables.
  case ageOutOfRange
  /// Nights take shape only after some weeks.
  case tooYoung
  /// Nothing has been logged that it could count from.
  case nothingLogged
  /// Far longer ago than this child's pattern: something was probably not logged.
  case entryMissing
  /// There is no next sleep while one is going on.
  case asleep
  /// There is no wake-up to predict.
  case awake
  /// The next sleep is likely the night's, which is the bedtime.
  case bedtimeNext
  /// The night has begun.
  case nightBegan
}

/// A caregiver's feedback on a prediction.
public enum PredictionVerdict: String, CaseIterable, Sendable {
  case tooEarly, justRight, tooLate
}

/// The predictions for a child, each kind either predicted or not, with the reason.
public struct Forecast: Hashable, Sendable {
  /// When it was made.
  public var madeAt: Instant
  /// In order of time.
  public var predictions: [Prediction]
  public var gaps: [PredictionKind: PredictionGap]

  public init(madeAt: Instant, predictions: [Prediction] = [], gaps: [PredictionKind: PredictionGap] = [:]) {
    self.madeAt = madeAt
    self.predictions = predictions
    self.gaps = gaps
  }

  /// Nothing at all, for one reason.
  public init(madeAt: Instant, allOmittedFor gap: PredictionGap) {
    self.init(madeAt: madeAt, gaps: Dictionary(uniqueKeysWithValues: PredictionKind.allCases.map { ($0, gap) }))
  }

  public subscript(kind: PredictionKind) -> Prediction? { predictions.first { $0.kind == kind } }

  /// When a new one says something else though nothing has been logged: what was predicted has not happened.
  public var expiry: Instant? {
    predictions.map { max($0.at, madeAt + .minutes(15)) }.min()
  }
}
