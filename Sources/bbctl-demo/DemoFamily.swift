import BabyModel
import BabyProtocol

/// A scenario's children and entries, up to now. The same scenario is the same family whenever it is made.
struct DemoFamily {
  private(set) var children: [Child] = []
  private(set) var entries: [Entry] = []
  private let now: Instant
  private let zone: String
  private var count: UInt64 = 0

  /// - Parameter zone: the family's; the one of changing clocks is in Los Angeles.
  init(_ scenario: Scenario, now: Instant, zone: String) {
    self.zone = zone
    // Whole minutes, as people log them.
    self.now = Instant(milliseconds: now.milliseconds / 60_000 * 60_000)
    switch scenario {
    case .newborn:
      add("Eva", age: 15)
      for number in 0..<40 {
        bottle(60, of: number.isMultiple(of: 3) ? .formula : .breastMilk, ago: .hours(2 + 3 * number))
      }
      for number in 0..<30 { diaper(number, ago: .hours(1 + 4 * number)) }
      for number in 0..<30 { sleep(.minutes(100), ago: .minutes(150 + 180 * number)) }
    case .threeMonths:
      add("Eva", age: 90)
      for day in 0..<7 {
        Self.days(day, hours: [2, 5, 8, 11, 14]) { bottle(150, of: .formula, ago: $0) }
        Self.days(day, hours: [4, 10]) { sleep(.minutes($0 == .hours(4) ? 90 : 120), ago: $0) }
        Self.days(day, hours: [3, 6, 9, 13, 17]) { diaper(day, ago: $0) }
      }
    case .sixMonths:
      add("Eva", age: 180)
      for day in 0..<7 {
        Self.days(day, hours: [2, 6, 10, 14]) { bottle(180, of: .formula, ago: $0) }
        Self.days(day, hours: [8]) { bottle(40, of: .water, ago: $0) }
        Self.days(day, hours: [5]) { tummy(.minutes(15), ago: $0) }
        Self.days(day, hours: [4, 11]) { sleep(.minutes(100), ago: $0) }
        Self.days(day, hours: [3, 8, 12, 16]) { diaper(day, ago: $0) }
        Self.days(day, hours: [7]) { note("peas and carrots", .food, ago: $0) }
      }
    case .heavy:
      add("Eva", age: 120)
      for day in 0..<7 {
        Self.days(day, hours: [1, 4, 7, 10, 13, 16, 19]) { breast(ago: $0) }
        Self.days(day, hours: [2, 5, 8, 11, 14, 17]) { diaper(day, ago: $0) }
        Self.days(day, hours: [6, 15]) { sleep(.minutes($0 == .hours(6) ? 60 : 90), ago: $0) }
      }
    case .light:
      add("Eva", age: 60)
      for day in 0..<3 { Self.days(day, hours: [3]) { bottle(100, ago: $0) } }
      for day in 0..<2 { Self.days(day, hours: [4]) { diaper(day, ago: $0) } }
    case .dst:
      add("Eva", age: 400, zone: "America/Los_Angeles")
      for change in Self.clockChanges(before: self.now) {
        for night in -7..<7 {
          // From 8 PM over 2 AM, when clocks change.
          let start = change + .hours(24 * night - 6)
          if start + .hours(10) < self.now { sleep(.hours(10), at: start) }
          if start + .hours(12) < self.now { bottle(180, at: start + .hours(12)) }
        }
      }
    case .twins:
      for name in ["Eva", "Max"] {
        add(name, age: 60)
        for day in 0..<5 {
          Self.days(day, hours: [2, 5, 8, 12, 16]) {
            bottle(name == "Eva" ? 120 : 110, of: $0 > .hours(24 * day + 8) ? .breastMilk : .formula, ago: $0)
          }
          Self.days(day, hours: [3, 9, 15]) { diaper(day, ago: $0) }
          Self.days(day, hours: [6]) { sleep(.minutes(110), ago: $0) }
        }
      }
    case .twoCaregivers:
      add("Eva", age: 90)
      for day in 0..<5 {
        Self.days(day, hours: [2, 6, 10, 14]) { bottle(140, of: .formula, ago: $0, by: "Anna") }
        Self.days(day, hours: [4, 8, 12, 16]) { diaper(day, ago: $0, by: "Ben") }
        Self.days(day, hours: [5]) { sleep(.minutes(80), ago: $0, by: day.isMultiple(of: 2) ? "Anna" : "Ben") }
      }
      // The same bottle, logged by both.
      bottle(140, of: .formula, ago: .hours(2) + .minutes(4), by: "Ben")
    }
  }

  /// The file that `data.import` reads.
  var archive: String {
    func lines(_ records: [some WireObject]) -> String {
      records.map { String(decoding: $0.encoded, as: UTF8.self) }.joined(separator: ",\n")
    }
    let entries = entries.map { entry in
      EntryRecord(entry, startLocal: entry.start.utcText, endLocal: entry.end?.utcText)
    }
    return """
      {"format":"babybasics","version":1,
      "children":[\(lines(children.map { ChildRecord($0, isCurrent: false) }))],
      "entries":[\(lines(entries))]}

      """
  }

  // MARK: One thing each

  private mutating func add(_ name: String, age days: Int, zone: String? = nil) {
    let born = LocalDate(dayNumber: Int(now.milliseconds / LocalDate.millisecondsPerDay) - days)
    children.append(
      Child(
        id: nextID(), name: name, born: born, zone: zone ?? self.zone, feedingStyle: .both,
        createdAt: now - .hours(24 * days),
        updatedAt: now))
  }

  /// - Parameter content: nil if it was not logged.
  private mutating func bottle(
    _ milliliters: Double, of content: BottleContent? = nil, ago: Duration, by author: String? = nil
  ) {
    let bottle = Feeding(method: .bottle, amount: Volume(milliliters, .milliliters), content: content)
    log(.feeding(bottle), at: now - ago, by: author)
  }

  private mutating func bottle(_ milliliters: Double, at start: Instant) {
    log(.feeding(Feeding(method: .bottle, amount: Volume(milliliters, .milliliters))), at: start)
  }

  private mutating func breast(ago: Duration) {
    let side: Side = count.isMultiple(of: 2) ? .left : .right
    log(.feeding(Feeding(method: .breast, startedSide: side, breasts: .one)), at: now - ago, for: .minutes(18))
  }

  private mutating func diaper(_ number: Int, ago: Duration, by author: String? = nil) {
    log(.diaper(DiaperType.allCases[(number + Int(count)) % 3]), at: now - ago, by: author)
  }

  private mutating func sleep(_ length: Duration, ago: Duration, by author: String? = nil) {
    log(.sleep, at: now - ago, for: length, by: author)
  }

  private mutating func sleep(_ length: Duration, at start: Instant) { log(.sleep, at: start, for: length) }

  private mutating func tummy(_ length: Duration, ago: Duration) { log(.tummyTime, at: now - ago, for: length) }

  private mutating func note(_ text: String, _ category: NoteCategory, ago: Duration) {
    log(.note(category), at: now - ago, note: text)
  }

  private mutating func log(
    _ content: EntryContent, at start: Instant, for length: Duration? = nil, note: String? = nil,
    by author: String? = nil
  ) {
    guard let child = children.last else { return }
    entries.append(
      Entry(
        id: nextID(), childID: child.id, content: content, start: start, end: length.map { start + $0 }, note: note,
        author: author, createdAt: start, updatedAt: start))
  }

  /// Hours before now, on a day in the past.
  private static func days(_ day: Int, hours: [Int], _ body: (Duration) -> Void) {
    for hour in hours { body(.hours(24 * day + hour)) }
  }

  private mutating func nextID<Subject>() -> Identifier<Subject> {
    count += 1
    return Identifier(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0000 | count)
  }

  /// The last two changes of clocks in Los Angeles: 2 AM on the second Sunday of March and the first of November.
  private static func clockChanges(before now: Instant) -> [Instant] {
    let year = LocalDate(dayNumber: Int(now.milliseconds / LocalDate.millisecondsPerDay)).year
    return [year - 1, year].flatMap { year in
      [sunday(2, year: year, month: 3, utcHour: 10), sunday(1, year: year, month: 11, utcHour: 9)]
    }.compactMap(\.self).filter { $0 < now }.suffix(2)
  }

  private static func sunday(_ number: Int, year: Int, month: Int, utcHour: Int) -> Instant? {
    guard let first = LocalDate(year: year, month: month, day: 1) else { return nil }
    // Day 0 was a Thursday.
    let toSunday = (10 - first.dayNumber % 7) % 7
    let day = first.dayNumber + toSunday + 7 * (number - 1)
    return Instant(milliseconds: Int64(day) * LocalDate.millisecondsPerDay) + .hours(utcHour)
  }
}

/// A family for trying things out.
enum Scenario: String, CaseIterable, Sendable {
  case newborn
  case threeMonths = "3months"
  case sixMonths = "6months"
  /// Many entries on each day.
  case heavy
  /// A feed a day and not much else.
  case light
  /// Nights in which clocks change, both ways.
  case dst
  case twins
  case twoCaregivers = "two-caregivers"

  var summary: String {
    switch self {
    case .newborn: "15 days old: a feed every 3 hours, a diaper every 4"
    case .threeMonths: "90 days old: 5 bottles and 2 naps a day"
    case .sixMonths: "180 days old: 4 bottles, tummy time and 2 naps a day"
    case .heavy: "7 days with 7 feeds, 6 diapers and 2 sleeps each"
    case .light: "3 days with a feed each"
    case .dst: "two weeks around each change of clocks in the last year"
    case .twins: "two children of 60 days"
    case .twoCaregivers: "90 days old, logged by two people who meet at times"
    }
  }
}
