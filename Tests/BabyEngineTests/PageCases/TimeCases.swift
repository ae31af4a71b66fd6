import BabyModel
import BabyProtocol

/// Zones, days and clock times, and ids.
enum TimeCases {
  /// Clocks that change by an hour, by half an hour, at midnight and not at all; and one that has skipped a day.
  private static let zones = [
    "America/Los_Angeles", "Europe/Berlin", "Australia/Lord_Howe", "America/Havana", "Asia/Kathmandu", "Pacific/Apia",
    "UTC",
  ]

  static func table() throws -> CaseTable {
    var table = CaseTable()
    var numbers = SeededNumbers(seed: 11)
    var (texts, instants, typed, days): ([JSON], [JSON], [JSON], [JSON]) = ([], [], [], [])
    for name in zones {
      let zone = try SampleFamily.zone(name)
      let changes = Array(zone.transitions.filter { (2011...2025).contains(zone.local($0.at).date.year) }.suffix(2))
      for change in changes {
        for shift in [-1, 0, 1] { texts.append(text(change.at + .milliseconds(shift), zone)) }
        let shown = zone.local(change.at)
        for minutes in [-61, -60, -31, -1, 0, 29, 30, 60] {
          let wall = shown.adding(minutes: minutes)
          instants.append(self.instants(wall, zone))
          typed.append(self.typed(wall, zone, now: change.at + .hours(5)))
        }
        typed.append(self.typed(shown.adding(minutes: -20), zone, now: change.at - .minutes(25)))
        for start in ["00:00", "02:30"].compactMap(TimeOfDay.init) {
          days.append(day(shown.date, start, zone))
          for hours in [-8, 0, 20] { days.append(day(containing: change.at + .hours(hours), start, zone)) }
        }
      }
      for _ in 0..<4 {
        let instant = Instant(milliseconds: Int64(numbers.within(1_577_836_800...1_760_000_000)) * 1000 + 123)
        texts.append(text(instant, zone))
        days.append(day(containing: instant, .midnight, zone))
      }
    }
    table.add("texts", texts)
    table.add("instants", instants)
    table.add("typed", typed)
    table.add("days", days)
    table.add("intervals", intervals)
    table.add("ids", (0..<6).map { _ in id(&numbers) })
    return table
  }

  private static func text(_ instant: Instant, _ zone: ZoneRules) -> JSON {
    ["at": JSON(instant), "zone": .string(zone.name), "text": .string(instant.text(in: zone))]
  }

  private static func instants(_ wall: LocalDateTime, _ zone: ZoneRules) -> JSON {
    let (all, next): ([Instant], Instant?) =
      switch zone.instants(of: wall) {
      case .once(let instant): ([instant], nil)
      case .twice(let first, let second): ([first, second], nil)
      case .never(let next): ([], next)
      }
    return [
      "local": .string(wall.text), "zone": .string(zone.name), "all": .array(all.map { JSON($0) }),
      "next": next.map { JSON($0) } ?? .null,
    ]
  }

  /// Typed exact times, and their meaning; for an ambiguous one, the choices.
  private static func typed(_ wall: LocalDateTime, _ zone: ZoneRules, now: Instant) -> JSON {
    var (at, choices): (Instant?, [Instant]) = (nil, [])
    do {
      at = try TimeExpression.resolvePoint("\(wall.date) \(wall.time)", now: now, zone: zone)
    } catch {
      switch error {
      case .timeAmbiguous(_, let first, let second): choices = [first, second]
      case .timeNonexistent(_, let next): choices = [next]
      // That it is in the future is found with all else that is wrong.
      case .timeInFuture(_, let instant): at = instant
      default: preconditionFailure("\(wall.text): \(error)")
      }
    }
    return [
      "text": .string(wall.text), "zone": .string(zone.name), "now": JSON(now), "at": at.map { JSON($0) } ?? .null,
      "choices": .array(choices.map { JSON($0) }),
    ]
  }

  private static func day(_ date: LocalDate, _ start: TimeOfDay, _ zone: ZoneRules) -> JSON {
    let record = JSON(DayRecord(DayWindow(date, dayStart: start, zone: zone)))
    return ["dayStart": .string("\(start)"), "zone": .string(zone.name), "day": record]
  }

  private static func day(containing instant: Instant, _ start: TimeOfDay, _ zone: ZoneRules) -> JSON {
    let record = JSON(DayRecord(DayWindow(containing: instant, dayStart: start, zone: zone)))
    return ["at": JSON(instant), "dayStart": .string("\(start)"), "zone": .string(zone.name), "day": record]
  }

  /// Lengths of time as settings have them.
  private static var intervals: [JSON] {
    let texts = [
      "30m", "3h", "2h30m", "1h 20m", "1h30", "1.5h", "90 min", "2 hours", "45 minutes", "1 hour 5 mins", "2hrs", "1 h",
      "half an hour", "an hour and a half", "forty minutes", "1h and 5m", "1,5h",
    ]
    return texts.compactMap { text in
      Duration(text: text).map { ["text": .string(text), "ms": .milliseconds($0)] }
    }
  }

  private static func id(_ numbers: inout SeededNumbers) -> JSON {
    let now = Instant(milliseconds: Int64(numbers.within(0...4_000_000_000_000)))
    let (first, second) = (numbers.next(), numbers.next())
    let bytes = EntryID(high: first, low: second).bytes
    let id = RandomParts.id(of: [first, second], at: now)
    return [
      "now": JSON(now), "random": .array(bytes.dropFirst(6).map { .integer(Int64($0)) }), "id": .string("\(id)"),
    ]
  }
}

extension LocalDateTime {
  /// "2026-11-21T20:14", as an input has it.
  fileprivate var text: String { "\(date)T\(time)" }

  /// The same calendar and clock later, or earlier, to the minute.
  fileprivate func adding(minutes: Int) -> LocalDateTime {
    let all = date.dayNumber * 1440 + time.hour * 60 + time.minute + minutes
    let day = all >= 0 ? all / 1440 : (all - 1439) / 1440
    let rest = all - day * 1440
    return LocalDateTime(LocalDate(dayNumber: day), TimeOfDay(hour: rest / 60, minute: rest % 60) ?? .midnight)
  }
}
