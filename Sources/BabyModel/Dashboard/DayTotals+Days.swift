extension DayTotals {
  /// The totals of days that follow each other, newest first, each entry being looked at only for the days that it
  /// touches.
  ///
  /// - Parameter now: what is running goes on until then.
  public static func all(
    of days: [DayWindow], entries: some Sequence<Entry>, until now: Instant
  ) -> [DayTotals] {
    var touching = days.map { _ in [Entry]() }
    for entry in entries {
      let end = max(entry.start, entry.isRunning ? now : entry.end ?? entry.start)
      // The newest day that it touches, and the oldest.
      let newest = days.firstOlder { $0.start < end || $0.start == entry.start }
      let oldest = days.firstOlder { $0.start <= entry.start }
      for day in newest..<max(newest, min(oldest + 1, days.count)) { touching[day].append(entry) }
    }
    return zip(days, touching).map { DayTotals(entries: $1, in: $0) }
  }
}

extension [DayWindow] {
  /// The index of the newest day that satisfies a condition that all earlier days satisfy, too.
  fileprivate func firstOlder(_ isSo: (DayWindow) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isSo(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
