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
