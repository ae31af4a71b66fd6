import BabyModel
import BabyProtocol
import Foundation
import Testing

@testable import BabyEngine

/// It is one in the afternoon in Berlin, on Tuesday, 14 November 2023.
@Suite("Charts of days")
struct ChartTests {
  private func chart(of log: Log, day: String? = nil, days: Int? = nil) async throws -> Chart {
    try await log.read { try $0.chart(.init(day: day, days: days)).chart }
  }

  private func at(_ text: String) throws -> Instant { try #require(Instant(rfc3339: text + "+01:00")) }

  /// The ends of a kind's marks, in hours since the day began.
  private func hours(_ kind: EntryKind, _ band: ChartBand, _ state: ChartMark.State? = nil) -> [[Double]] {
    band.marks.filter { $0.kind == kind && (state == nil || $0.state == state) }
      .map { [$0.from, $0.to].map { ($0 * 240).rounded() / 10 } }
  }

  @Test("a sleep over midnight is drawn on both days, feeds and diapers where they begin, and now on today alone")
  func day() async throws {
    let log = try await Log()
    _ = try await log.machine.log(.sleep, of: log.eva, at: at("2023-11-13T22:00:00"), for: .hours(8) + .minutes(30))
    _ = try await log.machine.log(
      .feeding(Feeding(method: .breast, startedSide: .left)), of: log.eva, at: at("2023-11-14T07:00:00"),
      for: .minutes(30))
    _ = try await log.machine.log(.diaper(.wet), of: log.eva, at: at("2023-11-14T08:00:00"))
    try await log.write { try $0.start(at: "2023-11-14T12:00:00+01:00") }

    let today = try await chart(of: log)
    let band = try #require(today.bands.first)
    #expect(today.bands.count == 1 && today.title == "Today")
    #expect(hours(.sleep, band, .ended) == [[0, 6.5]])
    #expect(hours(.sleep, band, .running) == [[12, 13]])
    #expect(hours(.feeding, band, .ended) == [[7, 7.5]])
    #expect(hours(.diaper, band) == [[8, 8]])
    #expect(band.now.map { ($0 * 240).rounded() / 10 } == 13)
    #expect(today.sentence == "7h 30m asleep, 1 feed and 1 diaper")
    #expect(today.ticks.map(\.label) == ["12a", "6a", "12p", "6p", "12a"])
    #expect(today.table.rows == [["2023-11-14", "7h 30m", "1", "1", "1", "0"]])

    let both = try await chart(of: log, days: 2)
    #expect(both.bands.map(\.label) == ["Today", "Mon"])
    #expect(hours(.sleep, both.bands[1]) == [[22, 24]])
    #expect(both.table.rows.map { $0[2] } == ["1", "1"], "the night's sleep counts on its evening")
  }

  @Test("time that was logged twice is one bar, and a brief waking is a gap in it")
  func overlaps() async throws {
    let log = try await Log()
    let first = try await log.machine.log(.sleep, of: log.eva, at: at("2023-11-14T01:00:00"), for: .hours(3))
    let second = try await log.machine.log(.sleep, of: log.eva, at: at("2023-11-14T02:00:00"), for: .hours(4))
    let band = try #require(try await chart(of: log).bands.first)
    #expect(hours(.sleep, band, .ended) == [[1, 6]])
    #expect(band.marks.first?.entries == [first.id, second.id])

    _ = try await log.machine.log(
      .declared(.briefWaking, []), of: log.eva, at: at("2023-11-14T03:00:00"), for: .minutes(30))
    let woken = try await chart(of: log)
    #expect(hours(.sleep, woken.bands[0], .ended) == [[1, 3], [3.5, 6]])
    #expect(woken.table.rows[0][1] == "4h 30m")
  }

  @Test("a day without entries is not the same as one on which nothing is drawn, and neither counts as none")
  func gaps() async throws {
    let log = try await Log()
    for day in [10, 12, 13] {
      _ = try await log.machine.log(.sleep, of: log.eva, at: at("2023-11-\(day)T00:30:00"), for: .hours(day - 3))
    }
    _ = try await log.machine.log(.note(.general), of: log.eva, at: at("2023-11-09T10:00:00"))
    let week = try await chart(of: log, days: 7)
    #expect(week.bands.map(\.isUnlogged) == [true, false, false, true, false, false, true])
    #expect(week.sentence == "Usually 9h asleep a day; nothing was logged on 2 days")
    #expect(week.title == "Wed, Nov 8 to today")
  }

  @Test("days on which clocks change have 23 and 25 hours, and the labels stand where clocks show the time")
  func clockChanges() async throws {
    let log = try await Log()
    let spring = try #require(try await chart(of: log, day: "2023-03-26").bands.first)
    #expect(spring.day.end - spring.day.start == .hours(23))
    #expect(spring.length == 1)
    let ticks = try await chart(of: log, day: "2023-03-26").ticks
    #expect(ticks.map { ($0.at * 230).rounded() / 10 } == [0, 5, 11, 17, 23])
    let week = try await chart(of: log, day: "2023-10-28..2023-10-30")
    #expect(week.bands.map { ($0.length * 250).rounded() / 10 } == [24, 25, 24])
    #expect(week.bands.map(\.label) == ["Mon", "Sun +1h", "Sat"])
    #expect(try await chart(of: log, day: "2023-10-29").sentence.hasSuffix("; clocks +1h"))
  }

  @Test("a changed entry moves its own marks and no other")
  func change() async throws {
    let log = try await Log()
    let bottle = EntryContent.feeding(Feeding(method: .bottle))
    let feeds = [
      try await log.machine.log(bottle, of: log.eva, at: at("2023-11-14T05:00:00")),
      try await log.machine.log(bottle, of: log.eva, at: at("2023-11-14T09:00:00")),
    ]
    let before = try await chart(of: log)
    try await log.write { try $0.update(.init(id: "\(feeds[0].id)", time: TimeTexts(at: "2023-11-14T06:00:00+01:00"))) }
    let after = try await chart(of: log)
    #expect(hours(.feeding, after.bands[0], .ended) == [[6, 6], [9, 9]])
    func others(_ chart: Chart) -> [ChartMark] { chart.bands[0].marks.filter { !$0.entries.contains(feeds[0].id) } }
    #expect(others(before) == others(after))
  }

  @Test("what is likely is drawn ahead of now, and only on today")
  func predictions() async throws {
    let log = try await Log()
    for day in 1...14 {
      for hour in [6, 9, 12] {
        let start = try at("2023-11-14T00:00:00") - .hours(24 * day) + .hours(hour)
        _ = try await log.machine.log(.feeding(Feeding(method: .bottle)), of: log.eva, at: start)
      }
    }
    _ = try await log.machine.log(.feeding(Feeding(method: .bottle)), of: log.eva, at: at("2023-11-14T12:00:00"))
    let bands = try await chart(of: log, days: 3).bands
    let likely = bands.map { $0.marks.filter { $0.state == .likely } }
    let now = try #require(bands[0].now)
    #expect(!likely[0].isEmpty && likely[1...].allSatisfy(\.isEmpty))
    #expect(likely[0].allSatisfy { $0.from >= now && $0.to > $0.from && $0.entries.isEmpty })
  }

  @Test("more than a year of days, and days that are not understood, are refused")
  func refused() async throws {
    let log = try await Log()
    _ = try await log.machine.ask { book in
      try book.addChild(ChildAdd.Params(name: "Tom", born: LocalDate(dayNumber: 17_000), zone: "Europe/Berlin"))
    }
    await #expect(throws: BabyError.self) {
      try await log.read { try $0.chart(.init(childID: "Tom", day: "2020..2023")) }
    }
    await #expect(throws: BabyError.daysNotUnderstood("gibberish")) { try await chart(of: log, day: "gibberish") }
  }

  @Test("days before the child was born are left out")
  func unborn() async throws {
    let bands = try await chart(of: Log(), day: "2023-04-20..2023-05-03").bands
    #expect(bands.map { "\($0.day.date)" } == ["2023-05-03", "2023-05-02", "2023-05-01"])
  }
}

@Suite("Charts as SVG")
struct ChartPictureTests {
  private static let band = ChartBand(
    day: DayRecord(
      date: LocalDate(dayNumber: 20_000), start: Instant(milliseconds: 0), end: Instant(milliseconds: 86_400_000)),
    label: "Today", length: 1,
    marks: [
      ChartMark(kind: .sleep, from: 0, to: 0.25, state: .ended),
      ChartMark(kind: .feeding, from: 0.3, to: 0.3, state: .ended),
      ChartMark(kind: .diaper, from: 1, to: 1, state: .ended),
      ChartMark(kind: .sleep, from: 0.6, to: 0.7, state: .likely),
    ], now: 0.5)

  private static func chart(days: Int) -> Chart {
    Chart(
      kind: .day, title: "Today", sentence: "6h asleep", ticks: [ChartTick(at: 0, label: "12a")],
      bands: Array(repeating: band, count: days), table: ChartTable(headings: ["Day", "Asleep"], rows: [["1", "6h"]]))
  }

  private func svg(days: Int, on ground: ChartBackground, child: String = "Eva") -> String {
    BandPicture(chart: Self.chart(days: days), child: child, ink: ChartInk(Theme(), on: ground)).svg()
  }

  @Test("nothing is drawn outside the picture", arguments: [1, 7, 31, 366])
  func bounds(days: Int) throws {
    let svg = svg(days: days, on: .light)
    let size = try #require(svg.firstMatch(of: /viewBox="0 0 ([\d.]+) ([\d.]+)"/))
    let (width, height) = (try #require(Double(size.1)), try #require(Double(size.2)))
    var count = 0
    for match in svg.matches(of: /<rect x="([-\d.]+)" y="([-\d.]+)" width="([-\d.]+)" height="([-\d.]+)"/) {
      let (x, y) = (try #require(Double(match.1)), try #require(Double(match.2)))
      let (w, h) = (try #require(Double(match.3)), try #require(Double(match.4)))
      #expect(x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= width + 0.01 && y + h <= height + 0.01)
      count += 1
    }
    #expect(count > 3 * days)
    for match in svg.matches(of: /<text x="([-\d.]+)" y="([-\d.]+)"/) {
      #expect(try #require(Double(match.1)) <= width && #require(Double(match.2)) <= height)
    }
  }

  @Test("on paper it needs no colour")
  func print() {
    let svg = svg(days: 1, on: .print)
    let colors = Set(svg.matches(of: /#([0-9a-f]{6})/).map { String($0.1) })
    func isGrey(_ color: String) -> Bool {
      color.prefix(2) == color.dropFirst(2).prefix(2) && color.prefix(2) == color.suffix(2)
    }
    #expect(!colors.isEmpty && colors.allSatisfy(isGrey))
    #expect(svg.contains("stroke-dasharray"), "what is likely is dashed")
  }

  @Test("names are text and nothing else, and a screen reader gets the sentence and the numbers")
  func words() throws {
    let svg = svg(days: 1, on: .dark, child: "<b>&\"Tom\u{1}")
    #expect(svg.contains("<title id=\"title\">&lt;b&gt;&amp;&quot;Tom · Today</title>"))
    #expect(svg.contains("<desc id=\"desc\">6h asleep. Day 1, Asleep 6h.</desc>"))
  }
}
