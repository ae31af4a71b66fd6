import BabyClient
import BabyModel
import BabyProtocol

// Words for times and days.
extension WordCases {
  private static let zones = ["America/Los_Angeles", "Australia/Lord_Howe"]

  /// An instant and the time of reading: on the same day and on others, around midnight and noon, in another
  /// year, and on a night on which clocks change.
  private static func pairs() throws -> [(zone: ZoneRules, at: Instant, now: Instant)] {
    try zones.flatMap { name in
      let zone = try SampleFamily.zone(name)
      let change = zone.transitions.last { zone.local($0.at).date.year == 2025 }?.at ?? Sample.start
      let nows = [
        Instant(milliseconds: 1_605_993_245_123), Instant(milliseconds: 1_767_254_399_000), change + .hours(3),
      ]
      return nows.flatMap { now in
        [-400 * 24, -49, -25, -13, -3, 0, 1, 25].map {
          (zone, now + .hours($0) + .minutes($0 % 7), now)
        }
      }
    }
  }

  static func moments() throws -> [JSON] {
    try pairs().enumerated().map { index, pair in
      let (zone, at, now) = pair
      let format = TimeFormat.allCases[index % 2]
      let (local, today) = (zone.local(at), zone.local(now).date)
      return [
        "at": JSON(at), "now": JSON(now), "zone": .string(zone.name), "format": .string(format.rawValue),
        "clock": .string(Words.clock(local.time, format: format)),
        "dateTime": .string(Words.dateTime(local, today: today, format: format)),
        "due": .string(Words.due(local, today: today, isPast: at <= now, format: format)),
        "day": .string("\(local.date)"), "today": .string("\(today)"),
        "heading": .string(Words.dayHeading(local.date, today: today)),
      ]
    }
  }

  static func predictions() throws -> [JSON] {
    try pairs().enumerated().filter { $0.offset % 3 == 0 }.map { index, pair in
      let (zone, at, now) = pair
      let format = TimeFormat.allCases[index % 2]
      let (from, to) = (at - .minutes(25 + index), at + .minutes(17 * (index % 50)))
      let local = { zone.local($0) }
      return [
        "prediction": [
          "at": .string(at.utcText), "interval50": ["from": .string(from.utcText), "to": .string(to.utcText)],
        ],
        "now": JSON(now), "zone": .string(zone.name), "format": .string(format.rawValue),
        "text": .string(
          Words.predicted(local(at), from: local(from), to: local(to), today: local(now).date, format: format)),
      ]
    }
  }

  static func doses() throws -> [JSON] {
    try pairs().enumerated().filter { $0.offset % 4 == 1 }.map { index, pair in
      let (zone, at, now) = pair
      let next = at + .hours(6)
      let format = TimeFormat.allCases[index % 2]
      let text = { Words.dateTime(zone.local($0), today: zone.local(now).date, format: format) }
      return [
        "dose": ["last": .string(at.utcText), "next": .string(next.utcText)], "now": JSON(now),
        "zone": .string(zone.name), "format": .string(format.rawValue),
        "text": .string(
          Words.line([Words.lastDose(text(at)), Words.nextDose(text(next), isOver: next <= now)])),
      ]
    }
  }

  /// A day's counts in words, as bbctl and the bars write them.
  static var days: [JSON] {
    var numbers = SeededNumbers(seed: 5)
    return (0..<8).flatMap { round -> [JSON] in
      var day = DayTotalsRecord.zero
      func some(_ most: Int) -> Int { round > 0 && numbers.isLikely(60) ? numbers.within(0...most) : 0 }
      day.feedings = round == 1 ? 1 : some(12)
      day.feedingMl = Double(some(9000)) / 10
      (day.leftSeconds, day.rightSeconds) = (some(4000), some(4000))
      (day.wetDiapers, day.dirtyDiapers) = (round == 1 ? 1 : some(6), some(6))
      (day.sleepSeconds, day.tummySeconds) = (some(50_000), some(3000))
      (day.pumpings, day.notes) = (round == 1 ? 1 : some(3), round == 1 ? 1 : some(3))
      return VolumeUnit.allCases.map { unit in
        [
          "day": JSON(day), "units": .string(unit.rawValue),
          "text": .string(DashboardLines.counts(day, unit) ?? ""),
        ]
      }
    }
  }
}
