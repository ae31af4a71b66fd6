import BabyModel

/// Collects evidence from ambiguous dates for which number is the month. It uses constant memory, however many dates
/// there are.
struct DateEvidence: Sendable {
  /// Days on which a log can have anything: from the first child's birth to today.
  private let life: ClosedRange<LocalDate>
  private(set) var clocks: Set<WallTimeText.Clock> = []
  /// The number of ambiguous dates.
  private var count = 0
  /// The first of them: "3/4/2021".
  private(set) var example: String?
  /// The first line on which the first or the second number is over 12, and cannot be the month.
  private var overTwelve: (first: Int?, second: Int?) = (nil, nil)
  /// Of the file that is being looked at.
  private var serials = SerialEvidence()
  /// The numbers of files whose times are counted as spreadsheets do, each with the first of them.
  private(set) var serialFiles: [Int: LocalDateTime?] = [:]
  private var clocksOfFile: Set<WallTimeText.Clock> = []
  /// The numbers of files that have times with their half of the day and times without.
  private(set) var mixedFiles: Set<Int> = []
  private var readings: [DateOrder: Reading] = [.dayMonth: Reading(), .monthDay: Reading()]

  /// The dates when read in one order.
  private struct Reading {
    var outsideLife = 0
    var last: LocalDate?
    var ascents = 0
    var descents = 0
    /// In days, between two rows of different days.
    var shortestStep = Int.max
    var longestStep = 0

    /// Rows that are out of order, whichever end of the file is the newest.
    var disorder: Int { min(ascents, descents) }
    var steps: Int { ascents + descents }

    mutating func add(_ date: LocalDate, life: ClosedRange<LocalDate>, isInOrder: Bool) {
      if !life.contains(date) { outsideLife += 1 }
      guard isInOrder else { return }
      if let last, last != date {
        let step = abs(date.dayNumber - last.dayNumber)
        if date > last { ascents += 1 } else { descents += 1 }
        shortestStep = min(shortestStep, step)
        longestStep = max(longestStep, step)
      }
      last = date
    }
  }

  init(life: ClosedRange<LocalDate>) { self.life = life }

  /// - Parameter isInOrder: whether the file's rows are sorted by these times, unlike the times of ends.
  mutating func add(_ time: WallTimeText, line: Int, isInOrder: Bool = true) {
    addStyle(of: time)
    if let clock = time.clock { clocks.insert(clock) }
    guard case .numbers(let first, let second, let year) = time.day else { return }
    if first > 12 { overTwelve.first = overTwelve.first ?? line }
    if second > 12 { overTwelve.second = overTwelve.second ?? line }
    if first != second {
      count += 1
      example = example ?? "\(first)/\(second)/\(year)"
    }
    for order in [DateOrder.dayMonth, .monthDay] {
      guard let date = time.date(DateStyle(order: order)) else { continue }
      readings[order]?.add(date, life: life, isInOrder: isInOrder)
    }
  }

  /// Learns only how times are written, and nothing of the order of dates.
  mutating func addStyle(of time: WallTimeText) {
    if let clock = time.clock { clocksOfFile.insert(clock) }
    if case .serial(let date, let decimals) = time.day {
      serials.add(date, time.timeOfDay, decimals: decimals)
    } else {
      serials.addOther()
    }
  }

  /// A time that says its offset, as no number does.
  mutating func addInstant() { serials.addOther() }

  /// The next file is sorted independently.
  ///
  /// - Parameter number: of the file that is over.
  mutating func endFile(_ number: Int) {
    if serials.isCertain { serialFiles[number] = serials.first }
    serials = SerialEvidence()
    if clocksOfFile.count > 1 { mixedFiles.insert(number) }
    clocksOfFile = []
    for order in readings.keys { readings[order]?.last = nil }
  }

  enum Verdict {
    case notNeeded
    case known(DateOrder, reason: String)
    /// - Parameter reason: why it cannot be decided.
    case unknown(reason: String)
  }

  var verdict: Verdict {
    switch overTwelve {
    case (let line?, nil): return .known(.dayMonth, reason: "line \(line) begins with a number over 12")
    case (nil, let line?): return .known(.monthDay, reason: "on line \(line) the second number is over 12")
    case (let first?, let second?):
      return .unknown(reason: "line \(first) can only begin with the day, and line \(second) only with the month")
    case (nil, nil): break
    }
    guard count > 0, let dayMonth = readings[.dayMonth], let monthDay = readings[.monthDay] else { return .notNeeded }
    for (order, own, other) in [(DateOrder.dayMonth, dayMonth, monthDay), (.monthDay, monthDay, dayMonth)] {
      if own.outsideLife == 0, other.outsideLife > 0 {
        return .known(order, reason: "else \(Self.rows(other.outsideLife)) would be before birth or in the future")
      }
      if own.steps > 2, own.disorder == 0, other.disorder > 0 {
        return .known(order, reason: "only then are the rows in order")
      }
      if own.steps > 2, own.longestStep <= 7, other.shortestStep >= 20 {
        return .known(order, reason: "otherwise all rows would be on the same day of each month")
      }
    }
    return .unknown(reason: "every date in the file fits both orders")
  }

  private static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }
}

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

  /// A sleep, or another span without pauses.
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

  /// Whether the span contains two o'clock of a Sunday: nearly all clocks change about then. In any other span, a
  /// duration that is an hour off is a mistake.
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

/// A quantity that apps may write as a number without its unit.
public enum ImportQuantity: String, CaseIterable, Sendable {
  case volume, weight, length, head, temperature

  /// The possible units, by the words of the kinds' declarations.
  public var units: [String] {
    switch self {
    case .volume: VolumeUnit.allCases.map(\.rawValue)
    case .weight: ["kg", "lb", "g"]
    case .length, .head: ["cm", "in"]
    case .temperature: ["celsius", "fahrenheit"]
    }
  }
}

/// Collects evidence from numbers without a unit.
struct QuantityEvidence: Sendable {
  private(set) var count = 0
  private var least = Double.infinity
  private var most = -Double.infinity

  mutating func add(_ number: Double) {
    guard number.isFinite, number > 0 else { return }
    count += 1
    least = min(least, number)
    most = max(most, number)
  }

  /// The unit in which alone these numbers are those of a baby, and why; nil if two will do.
  func unit(of quantity: ImportQuantity) -> (word: String, reason: String)? {
    switch quantity {
    case .volume:
      if most > 20 { return ("ml", "one is over 20, which no bottle has in ounces") }
      return count >= 30 && most <= 17 ? ("oz", "none of \(count) is over 17") : nil
    case .temperature:
      if least >= 30, most <= 45 { return ("celsius", "all are between 30 and 45") }
      return least >= 85 && most <= 115 ? ("fahrenheit", "all are between 85 and 115") : nil
    case .length:
      if least >= 41, most <= 130 { return ("cm", "all are over 40") }
      return least >= 12 && most <= 40 && count >= 2 ? ("in", "none is over 40") : nil
    case .head:
      if least >= 26, most <= 65 { return ("cm", "all are over 25") }
      return least >= 8 && most <= 25 ? ("in", "none is over 25") : nil
    // A newborn's weight in pounds is a one-year-old's in kilograms.
    case .weight: return nil
    }
  }
}
