/// The events of a child's day that can be predicted.
public enum PredictionKind: String, CaseIterable, Sendable {
  /// The start of the next sleep by day; for a newborn, who has no nights yet, of any next sleep.
  case nap
  /// When the coming night's sleep begins.
  case bedtime
  case feeding
  /// When the sleep that is going on ends.
  case wakeUp
}

/// When something is likely to happen, and how sure that is.
///
/// It is a statement about the log, and not medical advice.
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
  /// The weight of the child's own times compared with the norms of the age, 0...1.
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

  /// When it becomes outdated without new entries: the predicted event has not happened.
  public var expiry: Instant? {
    predictions.map { max($0.at, madeAt + .minutes(15)) }.min()
  }
}

extension Words {
  /// "Next nap", "Bedtime", "Next feed", "Wake-up"
  public static func title(_ kind: PredictionKind) -> String {
    switch kind {
    case .nap: "Next nap"
    case .bedtime: "Bedtime"
    case .feeding: next(.feeding)
    case .wakeUp: "Wake-up"
    }
  }

  /// "about 2:15 PM, likely 1:50–2:40 PM"; "tomorrow 6:10 AM, likely 5:40–6:35 AM"
  ///
  /// - Parameters: clock times as the child's clocks show them; `from` and `to` hold the true one in half of all cases.
  public static func predicted(
    _ time: LocalDateTime, from: LocalDateTime, to: LocalDateTime, today: LocalDate, format: TimeFormat
  ) -> String {
    (time.date == today ? "about " : "") + dateTime(time, today: today, format: format) + ", likely "
      + clockSpan(from.time, to.time, format: format)
  }

  /// The basis of a prediction: "Awake since 12:40 PM. At 14 weeks, 1h 10m to 1h 44m awake is usual. Based mostly on
  /// this child's own last weeks at a similar hour (9 times). About 7 in 10 such predictions are within 30 minutes."
  ///
  /// - Parameter clock: an instant as the child's clocks show it.
  public static func explanation(_ prediction: Prediction, clock: (Instant) -> String) -> String {
    let evidence = prediction.evidence
    let usual = "\(duration(evidence.usual.lowerBound)) to \(duration(evidence.usual.upperBound))"
    let age = "At \(self.age(weeks: evidence.age, sinceBirth: evidence.sinceBirth))"
    let reason =
      switch prediction.kind {
      case .nap: "Awake since \(clock(evidence.since)). \(age), \(usual) awake is usual."
      case .feeding: "Last feed at \(clock(evidence.since)). \(age), \(usual) between feeds is usual during the day."
      case .wakeUp: "Asleep since \(clock(evidence.since)). \(age), \(usual) of sleep is usual at this hour."
      case .bedtime:
        "\(age), nights usually begin between \(clock(evidence.since + evidence.usual.lowerBound)) and "
          + "\(clock(evidence.since + evidence.usual.upperBound))."
      }
    let source =
      evidence.ownShare >= 0.5 && evidence.similar > 0
      ? "Based mostly on this child's own last weeks at a similar hour (\(evidence.similar) times)."
      : "Based mostly on age: there are few of the child's own times at a similar hour yet."
    let odds = min(max(Int((prediction.confidence * 10).rounded()), 1), 9)
    return "\(reason) \(source) About \(odds) in 10 such predictions are within 30 minutes."
  }

  /// How old a child was on a day, with the corrected age beside it; nil before birth.
  public static func age(on day: LocalDate, _ basis: AgeBasis) -> String? {
    let days = day.dayNumber - basis.born.dayNumber
    guard days >= 0 else { return nil }
    return age(weeks: basis.days(on: day) / 7, sinceBirth: basis.isCorrected(on: day) ? days / 7 : nil)
  }

  /// "5 weeks", "7 months", "5 months (corrected 3 months)"
  static func age(weeks: Int, sinceBirth: Int?) -> String {
    guard let sinceBirth else { return age(weeks: weeks) }
    return "\(age(weeks: sinceBirth)) (corrected \(age(weeks: weeks)))"
  }

  /// "5 weeks", "7 months"
  static func age(weeks: Int) -> String {
    if weeks < 26 { return weeks == 1 ? "1 week" : "\(weeks) weeks" }
    return "\(Int(Double(weeks) / 4.345)) months"
  }

  /// Why nothing is predicted.
  public static func explanation(_ gap: PredictionGap) -> String {
    switch gap {
    case .off: "Predictions are off."
    case .ageOutOfRange: "Predictions are made from birth to two years of age."
    case .tooYoung: "Nights only take shape after the first weeks."
    case .nothingLogged: "Nothing has been logged yet that a prediction could start from."
    case .entryMissing: "The last entry is unusually long ago: something may not have been logged."
    case .asleep: "A sleep is running."
    case .awake: "No sleep is running."
    case .bedtimeNext: "The next sleep is probably the night's."
    case .nightBegan: "The night has begun."
    }
  }

  /// "Noted · Next nap too early"
  public static func kept(_ verdict: PredictionVerdict, of kind: PredictionKind) -> String {
    let word =
      switch verdict {
      case .tooEarly: "too early"
      case .justRight: "right"
      case .tooLate: "too late"
      }
    return line(["Noted", "\(title(kind)) \(word)"])
  }

  /// Shown beside every prediction.
  public static let noMedicalAdvice = "Estimates based on what was logged. Not medical advice."
}
