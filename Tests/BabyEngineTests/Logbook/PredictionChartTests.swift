import BabyModel
import BabyProtocol
import Testing

@testable import BabyEngine

/// It is one in the afternoon in Berlin, on Tuesday, 14 November 2023. Eva is 28 weeks old.
@Suite("The chart of predictions")
struct PredictionChartTests {
  private func chart(of log: Log, days: Int? = nil, isWhole: Bool = false) async throws -> Chart {
    try await log.read { try $0.chart(.init(chart: .predictions, days: days, isWhole: isWhole)).chart }
  }

  /// A time of an earlier day, in hours since its midnight.
  private func at(_ hours: Double, daysAgo: Int) throws -> Instant {
    try #require(Instant(rfc3339: "2023-11-14T00:00:00+01:00")) - .hours(24 * daysAgo) + .minutes(Int(hours * 60))
  }

  /// Eva's days up to yesterday: five feeds, two naps and the night, which begin up to 50 minutes later on some days.
  private func routine(days: Int) async throws -> (log: Log, entries: [Entry]) {
    let log = try await Log()
    var entries: [Entry] = []
    for day in 1...days {
      let late = Double(day * 37 % 50) / 60
      for hour in [6.5, 9, 12, 15, 18] {
        let bottle = EntryContent.feeding(Feeding(method: .bottle))
        let start = try at(hour + late, daysAgo: day)
        entries.append(log.machine.entry(bottle, of: log.eva, at: start, for: .minutes(15)))
      }
      for (hour, length) in [(9.5, 80), (14, 90), (19.5, 630)] {
        let start = try at(hour + late, daysAgo: day)
        entries.append(log.machine.entry(.sleep, of: log.eva, at: start, for: .minutes(length)))
      }
    }
    let all = entries
    try await log.machine.change { transaction in for entry in all { try transaction.insert(entry) } }
    return (log, entries)
  }

  private func move(_ entry: Entry, by time: Duration, in log: Log) async throws {
    var moved = entry
    (moved.start, moved.end) = (entry.start + time, entry.end.map { $0 + time })
    let entry = moved
    try await log.machine.change { try $0.update(entry) }
  }

  private func dots(_ title: String, _ chart: Chart) -> [ChartPoint] {
    chart.panels.filter { $0.title.hasPrefix(title) }.flatMap(\.series).filter { $0.shape == .point }.flatMap(\.points)
  }

  @Test("counts what a backtest counts of first predictions, and draws a dot for each")
  func backtest() async throws {
    let log = try await routine(days: 20).log
    let chart = try await chart(of: log, isWhole: true)
    let scores = try await log.read { try $0.backtest(.init()) }.run().scores.filter {
      $0.quarter == nil && $0.moments == .first
    }
    #expect(chart.table.headings == ["Kind", "Count", "Within 30 minutes", "Median error", "Too early", "Too late"])
    #expect(chart.table.rows.map { $0[0] } == ["Next nap", "Bedtime", "Next feed", "Wake-up"])
    #expect(zip(chart.panels, chart.table.rows).allSatisfy { $0.title.hasPrefix($1[0]) })
    for score in scores {
      let row = try #require(chart.table.rows.first { $0[0] == Words.title(score.kind) })
      let made = Int((Double(score.count) * (1 - score.abstained)).rounded())
      #expect(row[1] == "\(made)")
      #expect(dots(row[0], chart).count == made)
      let share = try #require(Int(row[2].dropLast()))
      #expect(abs(Double(share) - score.within30 * 100) <= 0.6)
      let (early, late) = (try #require(Int(row[4])), try #require(Int(row[5])))
      #expect(abs(Double(early + late) / Double(made) - (1 - score.within30)) < 0.001)
      #expect(row[3] == Words.duration(.minutes(Int(score.medianError.rounded()))))
    }
    #expect(scores.count == 4 && chart.sentence.hasPrefix("Usually "))
  }

  @Test("what happens later than predicted was predicted too early, and its dot is below the middle, at its time")
  func late() async throws {
    let (log, entries) = try await routine(days: 20)
    // Yesterday's feed at noon.
    let noon = entries[2]
    try await move(noon, by: .minutes(100), in: log)
    let chart = try await chart(of: log, days: 2)
    let dot = try #require(dots("Next feed", chart).first { $0.entries == [noon.id] })
    let panel = try #require(chart.panels.first { $0.title.hasPrefix("Next feed") })
    let range = try #require(panel.series.first { $0.shape == .range })
    #expect(range.points.allSatisfy { dot.high < $0.low && $0.low < 0.5 && $0.high > 0.5 })
    let minutes = (noon.start - (try at(0, daysAgo: 1))).inMinutes + 100
    #expect(abs(dot.from - minutes / 2880) < 0.0001, "of two days")
    let row = try #require(chart.table.rows.first { $0[0] == "Next feed" })
    #expect(try #require(Int(row[4])) >= 1)
  }

  @Test("a changed entry changes no prediction before it")
  func change() async throws {
    let (log, entries) = try await routine(days: 20)
    // The longest delay stays, and with it the axis.
    try await move(entries[8 * 11 + 4], by: .minutes(170), in: log)
    let before = dots("Next feed", try await chart(of: log, days: 20))
    try await move(entries[2], by: .minutes(60), in: log)
    let after = dots("Next feed", try await chart(of: log, days: 20))
    let index = try #require(before.firstIndex { $0.entries == [entries[2].id] })
    #expect(index > 50 && before[..<index] == after[..<index] && before[index] != after[index])
  }

  @Test("of more than 28 days only the last 28 are shown")
  func long() async throws {
    let log = try await routine(days: 34).log
    let month = try await chart(of: log, days: 28)
    let longer = try await chart(of: log, days: 34)
    #expect(longer.title == month.title && longer.table == month.table && longer.panels == month.panels)
    #expect(longer.note?.contains("Only the last 28 days are shown.") == true)
    #expect(month.note?.contains("28 days") == false)
  }

  @Test("if predictions are off, it has the command that turns them on, and nothing to draw")
  func off() async throws {
    let log = try await routine(days: 3).log
    _ = try await log.write { try $0.setSetting("predictions.enabled", to: "off", child: nil) }
    let chart = try await chart(of: log)
    #expect(chart.sentence == "Predictions are off: bbctl settings set predictions.enabled on")
    #expect(chart.panels.isEmpty && chart.table.rows.isEmpty && chart.note == nil)
  }

  @Test("without anything that happened, it says so")
  func nothing() async throws {
    let chart = try await chart(of: try await Log())
    #expect(chart.sentence == "Nothing that was predicted has happened")
    #expect(chart.panels.isEmpty && chart.table.rows.isEmpty)
  }
}
