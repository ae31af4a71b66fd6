import BabyModel
import BabyProtocol
import Testing

@testable import BabyEngine

/// It is one in the afternoon in Berlin, on Tuesday, 14 November 2023.
@Suite("The chart of temperatures")
struct TemperatureChartTests {
  private func chart(of log: Log, day: String? = nil, days: Int? = nil) async throws -> Chart {
    try await log.read { try $0.chart(.init(chart: .temperature, day: day, days: days)).chart }
  }

  private func at(_ text: String) throws -> Instant { try #require(Instant(rfc3339: "\(text):00+01:00")) }

  private func content(_ value: Double, _ unit: TemperatureUnit = .celsius, place: Int? = nil) -> EntryContent {
    .declared(.temperature, [.quantity(value, unit: unit == .celsius ? 0 : 1), place.map { .choice($0) }])
  }

  @discardableResult
  private func log(_ content: EntryContent, at time: String, in log: Log) async throws -> EntryID {
    try await log.machine.log(content, of: log.eva, at: try at(time)).id
  }

  private func dose(_ name: String) -> EntryContent { .declared(.medicine, [.text(name), nil, nil, nil]) }

  private func series(_ name: String?, _ shape: ChartShape, _ chart: Chart) -> [ChartSeries] {
    chart.panels.flatMap(\.series).filter { $0.name == name && $0.shape == shape }
  }

  /// Three temperatures and three doses.
  private func illness() async throws -> (log: Log, readings: [EntryID], doses: [EntryID]) {
    let log = try await Log()
    let readings = [
      try await self.log(content(37.2), at: "2023-11-13T08:00", in: log),
      try await self.log(content(38.6, place: 1), at: "2023-11-13T18:05", in: log),
      try await self.log(content(37.9), at: "2023-11-14T09:00", in: log),
    ]
    let doses = [
      try await self.log(dose("Paracetamol"), at: "2023-11-13T18:30", in: log),
      try await self.log(dose("paracetamol"), at: "2023-11-14T00:30", in: log),
      try await self.log(dose("Vitamin D"), at: "2023-11-14T06:00", in: log),
    ]
    return (log, readings, doses)
  }

  @Test("temperatures stand at their times above the doses, and the highest and the doses are said")
  func temperatures() async throws {
    let (log, readings, doses) = try await illness()
    let chart = try await chart(of: log, days: 4)
    #expect(
      chart.sentence
        == "38.6 °C at the highest, yesterday at 6:05 PM; 2 doses of Paracetamol and 1 dose of Vitamin D")
    #expect(chart.table.headings == ["Time", "Temperature", "Place", "Medicines since the last temperature"])
    #expect(
      chart.table.rows == [
        ["2023-11-14 09:00", "37.9 °C", "–", "Paracetamol ×2, Vitamin D"],
        ["2023-11-13 18:05", "38.6 °C", "ear", "–"], ["2023-11-13 08:00", "37.2 °C", "–", "–"],
      ])
    #expect(chart.panels.map { $0.levels.map(\.label) } == [["36.5", "37", "37.5", "38", "38.5", "39 °C"]])
    let dots = try #require(series("temperature", .point, chart).first)
    #expect(dots.points.map(\.entries) == readings.map { [$0] })
    #expect(dots.points.map(\.from) == [0.5833, 0.6884, 0.8438])
    #expect(dots.points.map(\.high) == [0.28, 0.84, 0.56])
    #expect(series(nil, .line, chart).map { $0.points.map(\.high) } == [[0.28, 0.84, 0.56]])
    #expect(series("fever", .line, chart).first?.points.map(\.high) == [0.6, 0.6])
    let row = try #require(series("medicine", .point, chart).first)
    #expect(row.kind == .note && row.shade == 1 && row.points.map(\.entries) == doses.map { [$0] })
    #expect(row.points.allSatisfy { $0.high < 0.2 })
  }

  @Test("the axis has hours for one or two days, and days for more")
  func ticks() async throws {
    let log = try await illness().log
    func labels(_ days: Int) async throws -> [String] {
      try await chart(of: log, days: days).panels.flatMap { $0.ticks.map(\.label) }
    }
    #expect(try await labels(1) == ["12a", "6a", "12p", "6p", "12a"])
    #expect(try await labels(2) == ["12a", "12p", "12a", "12p", "12a"])
    #expect(try await labels(3) == ["Sun", "Mon", "Today"])
  }

  @Test("all are in the chosen unit; without one, in that in which the newest was typed")
  func units() async throws {
    let log = try await illness().log
    _ = try await log.write { try $0.setSetting("units.temperature", to: "F", child: nil) }
    let fahrenheit = try await chart(of: log, days: 4)
    #expect(fahrenheit.sentence.hasPrefix("101.5 °F at the highest"))
    #expect(fahrenheit.table.rows.map { $0[1] } == ["100.2 °F", "101.5 °F", "99 °F"])
    #expect(fahrenheit.panels[0].levels.last?.label == "102 °F")
    #expect(series("fever", .line, fahrenheit).first?.points.first?.high == 0.68, "100.4 °F, from 97 to 102")

    let typed = try await Log()
    try await self.log(content(100.4, .fahrenheit), at: "2023-11-14T09:00", in: typed)
    let chart = try await chart(of: typed, days: 1)
    #expect(chart.sentence == "100.4 °F at the highest, today at 9:00 AM")
    let dot = try #require(series("temperature", .point, chart).first?.points.first)
    #expect(series("fever", .line, chart).first?.points.first?.high == dot.high, "it is the limit itself")
  }

  @Test("temperatures more than two days apart are not joined, and days without entries are hatched")
  func gaps() async throws {
    let log = try await Log()
    for (day, value) in [(6, 38.4), (7, 37.8), (10, 37.1)] {
      try await self.log(content(value), at: "2023-11-\(day < 10 ? "0" : "")\(day)T09:00", in: log)
    }
    let chart = try await chart(of: log, day: "2023-11-06..2023-11-12")
    #expect(chart.sentence == "38.4 °C at the highest, on Mon at 9:00 AM")
    #expect(series(nil, .line, chart).map(\.points.count) == [2])
    #expect(series("temperature", .point, chart).first?.points.count == 3)
    #expect(series("nothing logged", .gap, chart).first?.points.count == 4)
  }

  @Test("without a temperature it says so, draws nothing and has the command, also if medicines were given")
  func none() async throws {
    let log = try await Log()
    try await self.log(dose("Vitamin D"), at: "2023-11-14T08:00", in: log)
    let chart = try await chart(of: log)
    #expect(chart.sentence == "No temperature was logged")
    #expect(chart.panels.isEmpty && chart.table.rows.isEmpty)
    #expect(chart.note == "Log one with: bbctl log temperature 38.2C ear")
  }

  @Test("a changed temperature moves its own dot and no other; a deleted one is gone")
  func change() async throws {
    let (log, readings, _) = try await illness()
    func dots() async throws -> [ChartPoint] {
      series("temperature", .point, try await chart(of: log, days: 4)).flatMap(\.points)
    }
    let before = try await dots()
    let changed = content(37.4)
    try await log.machine.change { transaction in
      guard var entry = try transaction.read.entry(readings[2]) else { return }
      entry.content = changed
      try transaction.update(entry)
    }
    let after = try await dots()
    #expect(Array(before[..<2]) == Array(after[..<2]) && before[2] != after[2] && after[2].high == 0.36)
    try await log.write { _ = try $0.delete("\(readings[1])") }
    #expect(try await dots().map(\.entries) == [[readings[0]], [readings[2]]])
  }

  @Test("of more than 400 temperatures, the highest of each day is shown")
  func many() async throws {
    let log = try await Log()
    let start = try at("2023-11-12T08:00")
    let entries = (0..<402).map { index in
      log.machine.entry(
        content(36.5 + Double(index % 201) / 100), of: log.eva,
        at: start + .minutes(index % 201) + .hours(index < 201 ? 0 : 24))
    }
    try await log.machine.change { transaction in for entry in entries { try transaction.insert(entry) } }
    let chart = try await chart(of: log, days: 3)
    #expect(series("temperature", .point, chart).first?.points.count == 2)
    #expect(chart.table.rows.map { $0[1] } == ["38.5 °C", "38.5 °C"])
    #expect(chart.note == "Of 402 temperatures, the highest of each day is shown.")
  }
}
