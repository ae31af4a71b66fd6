import BabyModel

/// Collects evidence from ambiguous dates for which number is the month. It uses constant memory, however many dates
/// there are.
struct DateEvidence: Sendable {
  /// Days on which a log can have anything: from the first child's birth to today.
  private let life: ClosedRange<LocalDate>
  private(set) var clocks: Set<WallTimeText.Clock> = []
  /// Dates of two numbers that are not alike.
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

  /// - Parameter isInOrder: whether the file's rows are in the order of these times, as they are not of those at which
  ///   something ended.
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
        return .known(order, reason: "only so do the rows stand in the order of time")
      }
      if own.steps > 2, own.longestStep <= 7, other.shortestStep >= 20 {
        return .known(order, reason: "else there would be rows on one day of each month alone")
      }
    }
    return .unknown(reason: "no date of the file tells them apart")
  }

  private static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }
}
