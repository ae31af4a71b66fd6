extension TimeExpression {
  /// Resolves a day without a time: its noon or, if it is today, now.
  ///
  /// - Throws: `BabyError.timeNotUnderstood` for what is not a day; `.timeInFuture` for a day after today;
  ///   `.timeUnclear` for `11/3` while no order of dates is set.
  static func resolveDay(
    _ text: String, now: Instant, zone: ZoneRules, conventions: TimeConventions
  ) throws(BabyError) -> Instant {
    guard text.utf8.count <= longestText else { throw .timeNotUnderstood(text) }
    var reader = TokenReader(text)
    // The words for a part of a day are a time already.
    guard let (day, part) = reader.whole({ $0.day() }), part == nil, day != .lastNight else {
      throw .timeNotUnderstood(text)
    }
    let today = zone.local(now).date
    if try conventions.dateOrder.dates(of: day, from: today, text).contains(today) { return now }
    let noon = TimeExpression.clock(.noon, on: day)
    return try TimeResolver(now: now, zone: zone, conventions: conventions).instant(TimeText(text, noon))
  }
}
