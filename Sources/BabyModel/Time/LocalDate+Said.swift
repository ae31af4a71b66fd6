extension LocalDate {
  /// The day that people name: `2026-01-31`, `Jan 31 2026`, `31 January`, `31.1.2026`, `1/31/2026`, `yesterday`,
  /// `3 weeks ago`.
  ///
  /// - Parameter today: where it is named; of a day without its year the nearest is meant.
  /// - Throws: `BabyError.timeNotUnderstood` for what is not a day; `.timeUnclear` for `3/1/2026` while no order of dates
  ///   is set.
  public init(said text: String, today: LocalDate, order: DateOrder) throws(BabyError) {
    if let date = LocalDate(text) ?? LocalDate(dotted: text) {
      self = date
      return
    }
    var reader = TokenReader(text.prefix(TimeExpression.longestText))
    guard text.utf8.count <= TimeExpression.longestText, let day = reader.whole({ $0.day() })?.day else {
      throw .timeNotUnderstood(text)
    }
    let dates = try order.dates(of: day, from: today, text)
    guard let date = dates.min(by: { abs($0.dayNumber - today.dayNumber) < abs($1.dayNumber - today.dayNumber) }) else {
      throw .timeNotUnderstood(text)
    }
    self = date
  }

  /// `31.1.2026`: where dates are written with dots, the day comes first.
  private init?(dotted text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count <= 2, parts[1].count <= 2, parts[2].count == 4, let day = Int(parts[0]),
      let month = Int(parts[1]), let year = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}
