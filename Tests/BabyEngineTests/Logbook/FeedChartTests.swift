import BabyModel
import BabyProtocol
import Testing

@testable import BabyEngine

// It is one in the afternoon in Berlin, on Tuesday, 14 November 2023.

extension Log {
  fileprivate func chart(
    _ kind: ChartKind, day: String? = nil, days: Int? = nil
  ) async throws -> Chart {
    try await read { try $0.chart(.init(chart: kind, day: day, days: days)).chart }
  }

  /// - Parameter start: as "2023-11-14 07:00", in winter time if it has no offset.
  @discardableResult
  fileprivate func add(_ content: EntryContent, at start: String, minutes: Int? = nil) async throws -> Entry {
    let parts = start.split(separator: " ")
    let text = "\(parts[0])T\(parts[1]):00\(parts.count > 2 ? parts[2] : "+01:00")"
    let instant = try #require(Instant(rfc3339: text))
    return try await machine.log(content, of: eva, at: instant, for: minutes.map { .minutes($0) })
  }

  fileprivate func set(_ name: String, to value: String) async throws {
    try await write { _ = try $0.setSetting(name, to: value, child: "Eva") }
  }
}

extension EntryContent {
  fileprivate static let bottle = EntryContent.feeding(Feeding(method: .bottle))

  fileprivate static func bottle(_ amount: Volume, of content: BottleContent? = nil) -> EntryContent {
    .feeding(Feeding(method: .bottle, amount: amount, content: content))
  }

  fileprivate static func breast(_ side: Side) -> EntryContent {
    .feeding(Feeding(method: .breast, startedSide: side, breasts: .one))
  }
}

extension Chart {
  /// The cells of a column of the table, from top to bottom; empty if there is no such column.
  fileprivate func column(_ heading: String) -> [String] {
    table.headings.firstIndex(of: heading).map { place in table.rows.map { $0[place] } } ?? []
  }

  /// A row of the table by its first cell.
  fileprivate func row(_ name: String) -> [String] { table.rows.first { $0[0] == name } ?? [] }
}

@Suite("The chart of feeds")
struct FeedChartTests {
  @Test("feeds are counted by their method, milk by what it was, and minutes by their side")
  func numbers() async throws {
    let log = try await Log()
    try await log.add(.breast(.left), at: "2023-11-13 06:00", minutes: 15)
    try await log.add(.bottle(Volume(120, .milliliters), of: .formula), at: "2023-11-13 09:00")
    try await log.add(.bottle(Volume(60, .milliliters), of: .breastMilk), at: "2023-11-13 12:00")
    try await log.add(.bottle(Volume(30, .milliliters)), at: "2023-11-13 16:00")
    try await log.add(
      .feeding(Feeding(method: .pumping, amount: Volume(90, .milliliters))), at: "2023-11-13 18:00", minutes: 20)
    let chart = try await log.chart(.feeds, day: "2023-11-13")
    #expect(
      chart.table.headings == [
        "Day", "Feeds", "Breast", "Bottles", "Amount", "Breast milk", "Formula", "Other", "Left", "Between",
      ], "a column without a number on any day is left out")
    #expect(
      chart.table.rows == [["2023-11-13", "4", "1", "3", "210 ml", "60 ml", "120 ml", "30 ml", "15m", "3h"]])
    #expect(chart.panels.map(\.title) == ["Feeds a day", "Bottles in ml", "Minutes at the breast", "Between feeds"])
    #expect(chart.panels[1].series.map(\.name) == ["breast milk", "formula", "other or not said"])
    #expect(chart.panels[1].series.flatMap(\.points).map(\.high) == [0.24, 0.72, 0.84], "of 250 ml")
  }

  @Test("a day without feeds has no number of them, and one without a measured bottle no amount")
  func missing() async throws {
    let log = try await Log()
    try await log.add(.bottle(Volume(100, .milliliters)), at: "2023-11-10 08:00")
    try await log.add(.breast(.right), at: "2023-11-12 08:00")
    try await log.add(.diaper(.wet), at: "2023-11-13 08:00")
    let chart = try await log.chart(.feeds, day: "2023-11-10..2023-11-13")
    #expect(chart.column("Day") == ["2023-11-13", "2023-11-12", "2023-11-11", "2023-11-10", "Usual"])
    #expect(chart.column("Feeds") == ["–", "1", "–", "1", "1"])
    #expect(chart.column("Breast") == ["–", "1", "–", "0", "0.5"])
    #expect(chart.column("Amount") == ["–", "–", "–", "100 ml", "100 ml"])
    #expect(chart.column("Between").isEmpty, "there may have been feeds on the day between")
    #expect(chart.panels.map(\.title) == ["Feeds a day", "Bottles in ml"])
    #expect(chart.panels[0].series.filter { $0.shape == .gap }.flatMap(\.points).count == 1)
  }

  @Test("amounts are in the family's unit, and rounding leaves no rest that is something else")
  func ounces() async throws {
    let log = try await Log()
    try await log.set("units", to: "oz")
    for hour in 10...19 { try await log.add(.bottle(Volume(4.1, .ounces), of: .formula), at: "2023-11-13 \(hour):00") }
    let chart = try await log.chart(.feeds, day: "2023-11-13")
    #expect(chart.panels[1].title == "Bottles in oz" && chart.panels[1].levels.last?.label == "50 oz")
    #expect(chart.column("Amount") == ["41 oz"] && chart.column("Formula") == ["41 oz"])
    #expect(chart.column("Other").isEmpty)
  }

  @Test("water is a bottle, but no amount")
  func water() async throws {
    let log = try await Log()
    try await log.add(.bottle(Volume(50, .milliliters), of: .water), at: "2023-11-12 08:00")
    try await log.add(.bottle(Volume(50, .milliliters), of: .water), at: "2023-11-13 08:00")
    try await log.add(.bottle(Volume(90, .milliliters), of: .otherMilk), at: "2023-11-13 09:00")
    let chart = try await log.chart(.feeds, day: "2023-11-12..2023-11-13")
    #expect(chart.column("Bottles") == ["2", "1", "1.5"])
    #expect(chart.column("Amount") == ["90 ml", "–", "90 ml"])
    #expect(chart.note == "Water is counted as a bottle, but not in the amounts.")
    let dry = try await log.chart(.feeds, day: "2023-11-11")
    #expect(dry.note == nil && dry.panels.isEmpty && dry.sentence == "No feed was logged")
  }

  @Test("the time between feeds belongs to the day of the second one, with top-ups and solid food as the family set")
  func between() async throws {
    let log = try await Log()
    try await log.add(.bottle, at: "2023-11-12 23:00")
    try await log.add(.breast(.left), at: "2023-11-13 03:00", minutes: 20)
    try await log.add(.bottle, at: "2023-11-13 03:30")
    try await log.add(.declared(.food, [.text("banana"), nil, nil, nil]), at: "2023-11-13 05:00")
    try await log.add(.bottle, at: "2023-11-13 09:00")
    func times() async throws -> [String] {
      try await log.chart(.feeds, day: "2023-11-12..2023-11-13").column("Between")
    }
    #expect(try await times() == ["4h", "–", "4h"], "4h, 30m, and 5h 30m")
    try await log.set("feeding.topUp", to: "30m")
    #expect(try await times() == ["5h", "–", "5h"], "4h and 6h")
    try await log.set("feeding.solids", to: "on")
    #expect(try await times() == ["4h", "–", "4h"], "4h, 2h and 4h")
    #expect(try await log.chart(.feeds, day: "2023-11-13").column("Feeds").first == "3")
  }

  @Test("on the day on which clocks change, an hour more lies between two feeds")
  func clockChange() async throws {
    let log = try await Log()
    try await log.add(.bottle, at: "2023-10-29 00:30 +02:00")
    try await log.add(.bottle, at: "2023-10-29 06:30 +01:00")
    #expect(try await log.chart(.feeds, day: "2023-10-29").row("2023-10-29") == ["2023-10-29", "2", "2", "7h"])
  }

  @Test("the days that are over are compared with as many before them, and today is only drawn")
  func comparison() async throws {
    let log = try await Log()
    for (day, feeds) in [(9, 2), (10, 2), (11, 2), (12, 3), (13, 3), (14, 5)] {
      for hour in 0..<feeds {
        try await log.add(.bottle(Volume(90, .milliliters)), at: "2023-11-\(day < 10 ? "0" : "")\(day) 0\(hour):30")
      }
    }
    let chart = try await log.chart(.feeds, days: 3)
    #expect(chart.sentence == "Usually 3 feeds and 270 ml a day, 1 feed more than in the 3 days before")
    #expect(chart.column("Feeds") == ["5", "3", "3", "3", "2"])
    #expect(chart.row("Before") == ["Before", "2", "2", "180 ml", "180 ml", "12h"])
    #expect(chart.panels[0].series.last?.points.map(\.high) == [0.4, 0.4], "2 of 5")
    #expect(
      try await log.chart(.feeds, day: "2023-11-10..2023-11-11").sentence
        == "Usually 2 feeds and 180 ml a day, as many feeds as in the 2 days before")
  }

  @Test("more than 62 days are weeks with the median of their days")
  func weeks() async throws {
    let log = try await Log()
    for (day, feeds) in [(1, 1), (3, 2), (7, 4)] {
      for hour in 0..<feeds { try await log.add(.bottle, at: "2023-11-0\(day) 0\(hour):30") }
    }
    let chart = try await log.chart(.feeds, days: 63)
    #expect(chart.table.rows.count == 10, "nine weeks and what is usual")
    #expect(chart.row("2023-11-01 to 2023-11-07").prefix(2) == ["2023-11-01 to 2023-11-07", "2"])
    #expect(chart.row("2023-11-08 to 2023-11-14").prefix(2) == ["2023-11-08 to 2023-11-14", "–"])
    #expect(try await log.chart(.feeds, days: 62).table.rows.count == 63)
  }

  @Test("a changed feed changes its own column and no other")
  func change() async throws {
    let log = try await Log()
    for day in 10...13 {
      for hour in [4, 8, 11] {
        try await log.add(.bottle(Volume(100, .milliliters)), at: "2023-11-\(day) \(hour < 10 ? "0" : "")\(hour):00")
      }
    }
    let moved = try await log.add(.bottle(Volume(10, .milliliters)), at: "2023-11-12 06:00")
    let before = try await log.chart(.feeds, day: "2023-11-10..2023-11-13")
    try await log.write {
      try $0.update(.init(id: "\(moved.id)", time: TimeTexts(at: "2023-11-11T05:00:00+01:00")))
    }
    let after = try await log.chart(.feeds, day: "2023-11-10..2023-11-13")
    #expect(before.column("Feeds") == ["3", "4", "3", "3", "3"] && after.column("Feeds") == ["3", "3", "4", "3", "3"])
    #expect(before.column("Amount").prefix(4) == ["300 ml", "310 ml", "300 ml", "300 ml"])
    func others(_ chart: Chart) -> [[ChartPoint]] {
      chart.panels.flatMap(\.series).filter { $0.kind != nil }
        .map { $0.points.filter { $0.from < 0.25 || $0.from > 0.75 } }
    }
    #expect(others(before) == others(after) && others(before).allSatisfy { $0.count == 2 })
  }

  @Test("nothing lies outside the axes, and a screen reader gets every row")
  func picture() async throws {
    let log = try await Log()
    try await log.add(.bottle(Volume(100, .milliliters)), at: "2023-11-12 08:00")
    try await log.add(.breast(.right), at: "2023-11-13 08:00", minutes: 10)
    for kind in [ChartKind.feeds, .diapers, .hours] {
      let answer = try await log.read { try $0.chart(.init(chart: kind, days: 3, svg: .print)) }
      let svg = try #require(answer.svg)
      for row in answer.chart.table.rows { #expect(svg.contains("\(answer.chart.table.headings[0]) \(row[0])")) }
      let points = answer.chart.panels.flatMap(\.series).flatMap(\.points)
      #expect(points.allSatisfy { 0 <= $0.from && $0.from <= $0.to && $0.to <= 1 })
      #expect(points.allSatisfy { 0 <= $0.low && $0.low <= $0.high && $0.high <= 1 })
    }
  }
}

@Suite("The chart of diapers")
struct DiaperChartTests {
  @Test("a diaper that was both counts as wet and as dirty, is one, and belongs to the day of its change")
  func numbers() async throws {
    let log = try await Log()
    for time in ["00:00", "09:00", "23:59"] { try await log.add(.diaper(.wet), at: "2023-11-12 \(time)") }
    try await log.add(.diaper(.dirty), at: "2023-11-12 10:00")
    try await log.add(.diaper(.both), at: "2023-11-12 15:00")
    try await log.add(.diaper(.wet), at: "2023-11-13 00:00")
    let chart = try await log.chart(.diapers, day: "2023-11-12..2023-11-13")
    #expect(chart.table.headings == ["Day", "Diapers", "Wet", "Dirty"])
    #expect(chart.row("2023-11-12") == ["2023-11-12", "5", "4", "2"])
    #expect(chart.row("2023-11-13") == ["2023-11-13", "1", "1", "0"], "with a diaper, none is a number")
    #expect(chart.sentence == "Usually 2.5 wet and 1 dirty diaper a day")
    let series = chart.panels[0].series
    #expect(series.map(\.name) == ["wet only", "dirty only", "both"] && series.map(\.shade) == [0, 1, 2])
    #expect(series.map { $0.points.map { $0.high } } == [[0.6, 0.2], [0.8], [1]], "of 5")
  }

  @Test("days without a diaper have no number, and the rest are compared with the days before")
  func comparison() async throws {
    let log = try await Log()
    for (day, count) in [(9, 4), (10, 4), (12, 2), (13, 2)] {
      for hour in 0..<count {
        try await log.add(.diaper(.both), at: "2023-11-\(day < 10 ? "0" : "")\(day) 1\(hour):00")
      }
    }
    try await log.add(.bottle, at: "2023-11-14 09:00")
    let chart = try await log.chart(.diapers, days: 3)
    #expect(chart.column("Diapers") == ["–", "2", "2", "2", "4"])
    #expect(chart.sentence == "Usually 2 wet and 2 dirty diapers a day, 2 diapers fewer than in the 3 days before")
    let none = try await log.chart(.diapers, day: "2023-11-11")
    #expect(none.panels.isEmpty && none.sentence == "No diaper was logged")
  }
}

@Suite("The chart of hours")
struct HourChartTests {
  @Test("asleep is the mean share of the hour on the days that are over, and time that was logged twice counts once")
  func asleep() async throws {
    let log = try await Log()
    try await log.add(.sleep, at: "2023-11-12 22:00", minutes: 510)
    try await log.add(.sleep, at: "2023-11-13 05:00", minutes: 60)
    try await log.add(.sleep, at: "2023-11-13 22:30", minutes: 150)
    let chart = try await log.chart(.hours, day: "2023-11-12..2023-11-14")
    #expect(chart.table.headings == ["Hour", "Asleep"] && chart.table.rows.count == 24)
    #expect(chart.row("5a") == ["5a", "50%"] && chart.row("6a") == ["6a", "25%"])
    #expect(chart.row("10p") == ["10p", "75%"] && chart.row("11p") == ["11p", "100%"])
    let cells = try #require(chart.panels.first?.series.first?.points)
    #expect(cells.count == 24 && cells[23].strength == 1 && cells[6].strength == 0.25 && cells[12].strength == 0)
  }

  @Test("feeds and diapers are how many begin in an hour a day, of the days on which there are any")
  func counts() async throws {
    let log = try await Log()
    for start in ["12 07:10", "12 07:50", "12 10:59", "13 07:30", "14 08:00"] {
      try await log.add(.bottle, at: "2023-11-\(start)")
    }
    try await log.add(.diaper(.wet), at: "2023-11-13 12:00")
    let chart = try await log.chart(.hours, days: 7)
    #expect(chart.table.headings == ["Hour", "Feeds", "Diapers"])
    #expect(chart.row("7a") == ["7a", "1.5", "0"] && chart.row("10a") == ["10a", "0.5", "0"])
    #expect(chart.row("8a") == ["8a", "0", "0"], "today is not over")
    #expect(chart.row("12p") == ["12p", "0", "1"])
    let panel = try #require(chart.panels.first)
    #expect(panel.levels.map(\.label) == ["Diapers", "Feeds"] && panel.series.map(\.name) == ["feeds", "diapers"])
    #expect(panel.series[0].points.map { $0.strength ?? -1 }.max() == 1)
    #expect(panel.series[0].points[10].strength == 0.3333)
  }

  @Test("the sentence names the hours that stand out, and a night over midnight as one")
  func sentence() async throws {
    let log = try await Log()
    for day in 11...13 {
      try await log.add(.sleep, at: "2023-11-\(day) 19:00", minutes: 660)
      for time in ["07:00", "10:15", "18:45"] { try await log.add(.bottle, at: "2023-11-\(day) \(time)") }
    }
    try await log.add(.bottle, at: "2023-11-13 14:00")
    let chart = try await log.chart(.hours, day: "2023-11-12..2023-11-13")
    #expect(chart.sentence == "Most feeds at 7a, 10a and 6p; asleep from 7p to 6a on most days")
    try await log.write { _ = try $0.setSetting("time.format", to: "24h", child: nil) }
    #expect(
      try await log.chart(.hours, day: "2023-11-12..2023-11-13").sentence
        == "Most feeds at 07, 10 and 18; asleep from 19 to 06 on most days")
  }

  @Test("hours that are all the same do not stand out, and an empty log has hours without numbers")
  func nothing() async throws {
    let log = try await Log()
    let empty = try await log.chart(.hours, days: 7)
    #expect(empty.sentence == "Nothing was logged on a day that is over" && empty.panels.isEmpty)
    #expect(empty.table.rows.count == 24 && empty.table.rows[13] == ["1p"])
    for hour in 11...15 { try await log.add(.bottle, at: "2023-11-13 \(hour):00") }
    #expect(try await log.chart(.hours, days: 7).sentence == "No hour stands out")
  }

  @Test("the first hour is the one in which the child's day begins")
  func dayStart() async throws {
    let log = try await Log()
    try await log.set("day.start", to: "06:30")
    try await log.add(.diaper(.wet), at: "2023-11-13 06:30")
    try await log.add(.diaper(.wet), at: "2023-11-13 06:29")
    let chart = try await log.chart(.hours, days: 3)
    #expect(chart.table.rows.first == ["6:30a", "0.5"] && chart.table.rows.last == ["5:30a", "0.5"])
    #expect(chart.panels[0].ticks.map(\.label).prefix(2) == ["6:30a", "9:30a"])
  }

  @Test("an hour that clocks show twice is one, and a day without an hour does not count for it")
  func clockChanges() async throws {
    let log = try await Log()
    try await log.add(.sleep, at: "2023-10-29 00:00 +02:00", minutes: 300)
    try await log.add(.bottle, at: "2023-10-29 02:15 +02:00")
    try await log.add(.bottle, at: "2023-10-29 02:15 +01:00")
    let autumn = try await log.chart(.hours, day: "2023-10-29")
    #expect(autumn.row("2a") == ["2a", "100%", "2"] && autumn.row("3a") == ["3a", "100%", "0"])
    #expect(autumn.row("4a") == ["4a", "0%", "0"])

    try await log.add(.sleep, at: "2023-03-25 00:00", minutes: 240)
    try await log.add(.bottle, at: "2023-03-25 02:30")
    try await log.add(.sleep, at: "2023-03-26 00:00", minutes: 180)
    try await log.add(.bottle, at: "2023-03-26 03:00 +02:00")
    let spring = try await log.chart(.hours, day: "2023-03-25..2023-03-26")
    #expect(spring.row("2a") == ["2a", "100%", "1"] && spring.row("3a") == ["3a", "100%", "0.5"])
    #expect(spring.row("4a") == ["4a", "0%", "0"])
    let skipped = try await log.chart(.hours, day: "2023-03-26")
    #expect(skipped.row("2a") == ["2a", "–", "–"])
    #expect(skipped.panels[0].series.map(\.points.count) == [23, 23])
  }
}
