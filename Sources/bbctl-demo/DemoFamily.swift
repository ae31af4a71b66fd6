import BabyModel
import BabyProtocol

/// A scenario's children and entries, up to now. The same scenario at the same time is the same family.
struct DemoFamily {
  private(set) var children: [Child] = []
  private(set) var entries: [Entry] = []
  private let now: Instant
  private let zone: String
  /// Of the zone now, in milliseconds east of UTC. Days before a change of clocks are an hour off, as babies are.
  private let offset: Int64
  private var count: UInt64 = 0

  /// - Parameters:
  ///   - zone: the family's; the one of changing clocks is in Los Angeles.
  ///   - offset: the zone's now, in seconds east of UTC.
  init(_ scenario: Scenario, now: Instant, zone: String, offset: Int) {
    self.zone = zone
    self.offset = Int64(offset) * 1000
    // Whole minutes, as people log them.
    self.now = Instant(milliseconds: now.milliseconds / 60_000 * 60_000)
    switch scenario {
    case .newborn:
      add("Eva", age: 15)
      live(.newborn, days: 14)
    case .threeMonths:
      add("Eva", age: 96)
      live(.threeMonths, days: 21)
      vaccinate(daysAgo: 5, dose: 2)
      log(.declared(.milestone, [.text("Laughs out loud"), .choice(3)]), at: time(daysAgo: 3, 15, 55))
    case .sixMonths:
      add("Eva", age: 185)
      live(.sixMonths, days: 21)
      vaccinate(daysAgo: 12, dose: 3)
      log(.declared(.milestone, [.text("Sits with support"), .choice(0)]), at: time(daysAgo: 6, 15, 40))
    case .heavy:
      add("Eva", age: 120)
      live(.threeMonths, days: 60)
      vaccinate(daysAgo: 29, dose: 2)
    case .light:
      add("Eva", age: 60)
      for day in 0..<3 { bottle(100, .formula, at: self.now - .hours(24 * day + 3)) }
      for day in 0..<2 { log(.diaper(.wet), at: self.now - .hours(24 * day + 4)) }
    case .dst:
      add("Eva", age: 400, zone: "America/Los_Angeles")
      for change in Self.clockChanges(before: self.now) {
        for night in -7..<7 {
          // From 8 PM over 2 AM, when clocks change.
          let start = change + .hours(24 * night - 6)
          if start + .hours(10) < self.now { log(.sleep, at: start, end: start + .hours(10)) }
          if start + .hours(12) < self.now { bottle(180, .formula, at: start + .hours(12)) }
        }
      }
    case .twins:
      for (index, name) in ["Eva", "Max"].enumerated() {
        add(name, age: 65)
        live(.threeMonths, days: 14, later: 20 * index)
      }
    case .twoCaregivers:
      add("Eva", age: 96)
      live(.threeMonths, days: 14) { $0 < 17 * 60 ? "Anna" : "Ben" }
      // A bottle that both have logged.
      if let both = entries.last(where: {
        if case .feeding(let feed) = $0.content { feed.method == .bottle } else { false }
      }) {
        log(both.content, at: both.start - .minutes(4), by: both.author == "Anna" ? "Ben" : "Anna")
      }
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

  // MARK: Days by a plan

  private var today: Int { dayNumber(now.milliseconds + offset) }

  private func dayNumber(_ wall: Int64) -> Int { Int(wall / LocalDate.millisecondsPerDay) }

  private func time(daysAgo days: Int, _ hour: Int, _ minute: Int) -> Instant {
    Instant(milliseconds: Int64(today - days) * LocalDate.millisecondsPerDay - offset) + .minutes(60 * hour + minute)
  }

  /// The last days, each a little different. What is going on now is running.
  ///
  /// - Parameters:
  ///   - shift: in minutes.
  ///   - author: by the minute of the day; may go beyond midnight.
  private mutating func live(
    _ plan: DayPlan, days: Int, later shift: Int = 0, by author: (Int) -> String? = { _ in nil }
  ) {
    for ago in (0...days).reversed() {
      let day = today - ago
      let early = shift + Self.variation(day, 0, upTo: 12) - 6
      for (index, event) in plan.events.enumerated() {
        let start = time(daysAgo: ago, 0, event.minute + early + Self.variation(day, index + 1, upTo: 4))
        guard start <= now else { break }
        log(event.content, at: start, varied: Self.variation(day, index + 100, upTo: 12), by: author(event.minute))
      }
    }
  }

  /// - Parameter shorter: by how many minutes what takes long is; at least 4, which the start may be late.
  private mutating func log(_ content: DayPlan.Content, at start: Instant, varied: Int, by author: String?) {
    func end(_ minutes: Int) -> Instant? {
      let end = start + .minutes(minutes - 4 - (minutes > 30 ? varied : varied / 4))
      return end > now ? nil : end
    }
    switch content {
    case .sleep(let minutes): log(.sleep, at: start, end: end(minutes), by: author)
    case .breast(let minutes):
      let side: Side = count.isMultiple(of: 2) ? .left : .right
      let end = end(minutes)
      let turn = end == nil ? NursingTurn(side, since: start) : nil
      let feed = Feeding(method: .breast, startedSide: side, breasts: .one, turn: turn)
      log(.feeding(feed), at: start, end: end, by: author)
    case .bottle(let milliliters, let content):
      bottle(milliliters - Double(varied / 4) * 10, content, at: start, by: author)
    case .diaper(let type): log(.diaper(type), at: start, by: author)
    case .tummyTime(let minutes): log(.tummyTime, at: start, end: end(minutes), by: author)
    case .activity(let name, let minutes):
      log(.declared(.activity, [.text(name)]), at: start, end: end(minutes), by: author)
    case .vitaminD:
      log(
        .declared(.medicine, [.text("Vitamin D"), .quantity(1, unit: 1), .seconds(86_400), nil]), at: start, by: author)
    case .food(let foods):
      log(.declared(.food, [.text(foods), .choice(varied % 3), nil, nil]), at: start, by: author)
    }
  }

  /// A number from 0 to a maximum, which is the same for the same day and place.
  private static func variation(_ day: Int, _ place: Int, upTo most: Int) -> Int {
    var bits = UInt64(truncatingIfNeeded: day &* 1009 &+ place) &* 0x9e37_79b9_7f4a_7c15
    bits ^= bits >> 32
    return Int(bits % UInt64(most + 1))
  }

  /// A vaccine, and what followed.
  private mutating func vaccinate(daysAgo days: Int, dose: Int) {
    log(.declared(.vaccine, [.text("6-in-1"), .count(dose), .text("left leg")]), at: time(daysAgo: days, 10, 32))
    let temperature = EntryContent.declared(.temperature, [.quantity(37.9, unit: 0), .choice(1)])
    log(temperature, at: time(daysAgo: days, 18, 24))
    log(.note(.health), at: time(daysAgo: days - 1, 9, 5), note: "Slept well, no fever any more")
  }

  // MARK: One thing each

  /// Adds a child with what it weighed and measured so far.
  private mutating func add(_ name: String, age days: Int, zone: String? = nil) {
    let born = LocalDate(dayNumber: today - days)
    let child = Child(
      id: nextID(), name: name, born: born, sex: name == "Max" ? .male : .female, zone: zone ?? self.zone,
      feedingStyle: .both, birthWeight: BodyWeight(3300, .grams), createdAt: now - .hours(24 * days), updatedAt: now)
    children.append(child)
    for checkup in Checkup.all where checkup.week > 0 && checkup.week * 7 < days {
      let start = time(daysAgo: days - 7 * checkup.week, 10, 20)
      log(.declared(.weight, [.quantity(checkup.kilograms, unit: 0)]), at: start)
      log(.declared(.length, [.quantity(checkup.length, unit: 0), nil]), at: start)
      log(.declared(.head, [.quantity(checkup.head, unit: 0)]), at: start)
    }
  }

  private mutating func bottle(
    _ milliliters: Double, _ content: BottleContent, at start: Instant, by author: String? = nil
  ) {
    let bottle = Feeding(method: .bottle, amount: Volume(milliliters, .milliliters), content: content)
    log(.feeding(bottle), at: start, by: author)
  }

  private mutating func log(
    _ content: EntryContent, at start: Instant, end: Instant? = nil, note: String? = nil, by author: String? = nil
  ) {
    guard let child = children.last else { return }
    entries.append(
      Entry(
        id: nextID(), childID: child.id, content: content, start: start, end: end, note: note, author: author,
        createdAt: start, updatedAt: start))
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
