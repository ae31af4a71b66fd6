import BabyModel

/// Collects evidence for the zone of clock times: on nights when clocks change, a sleep's duration differs from the
/// difference of its times. It uses constant memory, however many rows there are.
struct ZoneEvidence: Sendable {
  /// The sleeps when dates are read in one order.
  private struct Reading {
    /// Nights in which the clocks of the zone changed, and the length says so.
    var fitting = 0
    /// Nights in which they did and the length denies it, or the other way.
    var contradicting = 0
    /// The line of the first of these.
    var line = 0
  }

  /// Minutes by which lengths may differ from the times: both are whole minutes.
  private static let tolerance = 1
  private static let hour = 60
  /// Longer ones are not sleeps.
  private static let longest = 24 * hour

  /// The zone in which times will be read; nil before the first child.
  private let zone: ZoneRules?
  private var readings: [DateOrder: Reading] = [:]
  /// Whether there are any clock times without a zone.
  private(set) var isNeeded = false

  init(zone: ZoneRules?) { self.zone = zone }

  mutating func addClockTime() { isNeeded = true }

  /// A sleep, or what else has no pauses.
  mutating func add(from start: WallTimeText, to end: WallTimeText, minutes: Int, line: Int) {
    guard let zone else { return }
    for order in [DateOrder.dayMonth, .monthDay] {
      let style = DateStyle(order: order)
      guard let start = start.time(style), let end = end.time(style) else { continue }
      let wall = Self.minutes(from: start, to: end)
      guard wall >= 0, wall <= Self.longest, minutes <= Self.longest else { continue }
      let span = WallSpan(start: start, end: end, minutes: minutes).resolve(in: zone)
      guard let passed = span.minutes, let last = span.end else { continue }
      let fits = abs(passed - minutes) <= Self.tolerance
      let changes = zone.offset(at: span.start) != zone.offset(at: last)
      var reading = readings[order] ?? Reading()
      if changes, fits, abs(wall - minutes) > Self.tolerance {
        reading.fitting += 1
      } else if !fits,
        changes
          ? abs(wall - minutes) <= Self.tolerance
          : abs(abs(wall - minutes) - Self.hour) <= Self.tolerance && Self.mayChangeClocks(from: start, to: end)
      {
        if reading.contradicting == 0 { reading.line = line }
        reading.contradicting += 1
      }
      readings[order] = reading
    }
  }

  /// As if clocks never changed.
  private static func minutes(from start: LocalDateTime, to end: LocalDateTime) -> Int {
    let (first, last) = (ZoneRules.utc.instants(of: start).earliest, ZoneRules.utc.instants(of: end).earliest)
    return Int((last.milliseconds - first.milliseconds) / 60_000)
  }

  /// Whether two o'clock of a Sunday lies between: nearly everywhere clocks change about then. Elsewhere a length that is
  /// an hour off is a mistake.
  private static func mayChangeClocks(from start: LocalDateTime, to end: LocalDateTime) -> Bool {
    guard let two = TimeOfDay(hour: 2, minute: 0) else { return false }
    return [start.date, end.date].contains { day in
      // Day 3 was a Sunday, 4 January 1970.
      (day.dayNumber - 3) % 7 == 0 && minutes(from: start, to: LocalDateTime(day, two)) >= 0
        && minutes(from: LocalDateTime(day, two), to: end) >= 0
    }
  }

  /// - Parameter order: of the dates, as it was decided.
  /// - Returns: how many nights confirm the zone, and the line of one that contradicts it if no fewer do.
  func verdict(_ order: DateOrder?) -> (fitting: Int, denied: Int?) {
    let reading = readings[order ?? .dayMonth] ?? Reading()
    return (
      reading.fitting, reading.contradicting > 0 && reading.contradicting >= reading.fitting ? reading.line : nil
    )
  }
}
