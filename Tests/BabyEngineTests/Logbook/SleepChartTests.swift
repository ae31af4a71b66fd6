import BabyModel
import BabyProtocol
import Testing

@testable import BabyEngine

/// It is one in the afternoon in Berlin, on Tuesday, 14 November 2023.
@Suite("The chart of sleep")
struct SleepChartTests {
  private func chart(of log: Log, day: String? = nil, days: Int? = nil, isWhole: Bool = false) async throws -> Chart {
    try await log.read { try $0.chart(.init(chart: .sleep, day: day, days: days, isWhole: isWhole)).chart }
  }

  private func sleep(_ log: Log, from start: String, hours: Double) async throws {
    let start = try #require(Instant(rfc3339: start + ":00+01:00"))
    _ = try await log.machine.log(.sleep, of: log.eva, at: start, for: .minutes(Int(hours * 60)))
  }

  @Test("a sleep belongs to the night or the day by its middle, and its hours to the days in which they lie")
  func nights() async throws {
    let log = try await Log()
    try await sleep(log, from: "2023-11-12T18:30", hours: 3)
    try await sleep(log, from: "2023-11-12T22:00", hours: 8.5)
    try await sleep(log, from: "2023-11-13T09:00", hours: 1.5)
    try await sleep(log, from: "2023-11-13T17:30", hours: 1.5)
    let chart = try await chart(of: log, day: "2023-11-12..2023-11-13")
    #expect(chart.table.headings == ["Day", "Asleep", "Night", "Naps", "Naps begun", "Longest"])
    #expect(chart.table.rows[0] == ["2023-11-13", "9h 30m", "6h 30m", "3h", "2", "1h 30m"])
    #expect(chart.table.rows[1] == ["2023-11-12", "5h", "5h", "0m", "0", "8h 30m"])
    #expect(chart.table.rows[2] == ["Usual", "7h 15m", "5h 45m", "1h 30m", "1", "5h"])
    #expect(chart.table.rows.count == 3, "nothing was logged before")
    #expect(chart.sentence == "Usually 7h 15m asleep a day")
  }

  @Test("a brief waking shortens the longest sleep, and makes no two of one night's sleep and one nap")
  func wakings() async throws {
    let log = try await Log()
    try await sleep(log, from: "2023-11-12T22:00", hours: 8)
    let waking = try #require(Instant(rfc3339: "2023-11-13T02:00:00+01:00"))
    _ = try await log.machine.log(.declared(.briefWaking, []), of: log.eva, at: waking, for: .minutes(30))
    let chart = try await chart(of: log, day: "2023-11-12..2023-11-13")
    #expect(chart.table.rows[0] == ["2023-11-13", "5h 30m", "5h 30m", "0m", "0", "3h 30m"])
    #expect(chart.table.rows[1] == ["2023-11-12", "2h", "2h", "0m", "0", "4h"])
  }

  @Test("time that was logged twice counts once, and a day without entries has no value")
  func missing() async throws {
    let log = try await Log()
    try await sleep(log, from: "2023-11-12T01:00", hours: 3)
    try await sleep(log, from: "2023-11-12T02:00", hours: 3)
    let chart = try await chart(of: log, day: "2023-11-11..2023-11-12")
    #expect(chart.table.rows[0][1] == "4h")
    #expect(chart.table.rows[1] == ["2023-11-11", "–", "–", "–", "–", "–"])
    #expect(chart.table.rows[2][1] == "4h", "a day that says nothing does not halve what is usual")
    let panel = try #require(chart.panels.first)
    let gaps = panel.series.filter { $0.shape == .gap }.flatMap(\.points)
    #expect(gaps.count == 1 && gaps[0].from < 0.1 && gaps[0].to < 0.5)
  }

  @Test("today is drawn and is in the table, but is not part of what is usual")
  func today() async throws {
    let log = try await Log()
    for day in 11...13 { try await sleep(log, from: "2023-11-\(day)T01:00", hours: 6) }
    try await sleep(log, from: "2023-11-14T01:00", hours: 2)
    let chart = try await chart(of: log, days: 4)
    #expect(chart.table.rows.map { $0[1] } == ["2h", "6h", "6h", "6h", "6h"])
    #expect(chart.panels[0].series.first { $0.name == "night" }?.points.count == 4)
  }

  @Test("the days before are compared, in words, as a line, and in the table")
  func comparison() async throws {
    let log = try await Log()
    for day in 8...10 { try await sleep(log, from: "2023-11-\(day < 10 ? "0" : "")\(day)T01:00", hours: 6) }
    for day in 11...13 { try await sleep(log, from: "2023-11-\(day)T01:00", hours: 6.75) }
    let chart = try await chart(of: log, day: "2023-11-11..2023-11-13")
    #expect(chart.sentence == "Usually 6h 45m asleep a day, 45m more than in the 3 days before")
    #expect(chart.table.rows.last == ["Before", "6h", "6h", "0m", "0", "6h"])
    let line = try #require(chart.panels[0].series.first { $0.shape == .line })
    #expect(line.name == "usual before" && line.points.map(\.from) == [0, 1])
  }

  @Test("more than 62 days are weeks, which end with the newest day")
  func weeks() async throws {
    let log = try await Log()
    for day in [0, 1, 7, 8, 9] {
      let start = try #require(Instant(rfc3339: "2023-11-13T01:00:00+01:00")) - .hours(24 * day)
      _ = try await log.machine.log(.sleep, of: log.eva, at: start, for: .hours(day == 9 ? 9 : 6))
    }
    let chart = try await chart(of: log, day: "2023-09-01..2023-11-13")
    #expect(chart.table.rows.count == 11 + 1, "74 days are 11 weeks; and what is usual")
    #expect(chart.table.rows[0].prefix(2) == ["2023-11-07 to 2023-11-13", "6h"])
    #expect(chart.table.rows[1].prefix(2) == ["2023-10-31 to 2023-11-06", "6h"])
    #expect(chart.table.rows[10][0] == "2023-09-01 to 2023-09-04")
  }

  @Test("the whole log begins with the first entry, and there is nothing before it")
  func whole() async throws {
    let log = try await Log()
    try await sleep(log, from: "2023-11-10T01:00", hours: 6)
    let chart = try await chart(of: log, isWhole: true)
    #expect(chart.title == "Sleep · Fri, Nov 10 to today")
    #expect(chart.table.rows.map { $0[0] }.suffix(2) == ["2023-11-10", "Usual"])
  }

  @Test("an empty log has a sentence and no numbers")
  func empty() async throws {
    let chart = try await chart(of: Log())
    #expect(chart.sentence == "No sleep was logged on a day that is over")
    #expect(chart.table.rows.allSatisfy { $0.dropFirst().allSatisfy { $0 == "–" } })
  }

  @Test("a changed sleep changes only its own day")
  func change() async throws {
    let log = try await Log()
    for day in 10...13 { try await sleep(log, from: "2023-11-\(day)T01:00", hours: 6) }
    let before = try await chart(of: log, day: "2023-11-10..2023-11-13")
    try await sleep(log, from: "2023-11-12T13:00", hours: 1)
    let after = try await chart(of: log, day: "2023-11-10..2023-11-13")
    let changed = zip(before.table.rows, after.table.rows).filter { $0 != $1 }.map { $0.0[0] }
    #expect(changed == ["2023-11-12"])
  }
}
