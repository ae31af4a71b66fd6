import BabyModel
import BabyProtocol
import Testing

@testable import BabyEngine

/// Eva was born on 1 May 2023. It is one in the afternoon on Tuesday, 14 November: she is 197 days old.
@Suite("Growth curves")
struct GrowthChartTests {
  private func girl(due: LocalDate? = nil) async throws -> Log {
    let log = try await Log()
    try await log.write {
      try $0.updateChild(
        ChildUpdate.Params(childID: "Eva", sex: .value(.female), dueDate: due.map { .value($0) }))
    }
    return log
  }

  private func chart(of log: Log, day: String? = nil, days: Int? = nil) async throws -> Chart {
    try await log.read { try $0.chart(.init(chart: .growth, day: day, days: days)).chart }
  }

  /// Logs a measurement in the morning of a day of the child's life.
  @discardableResult
  private func measured(
    _ number: Double, unit: Int = 0, _ kind: String = "weight", onDay day: Int, in log: Log
  ) async throws -> Entry {
    let kind = try #require(DeclaredKinds.kind(called: kind))
    return try await log.machine.log(
      .declared(kind, [.quantity(number, unit: unit)] + kind.fields.dropFirst().map { _ in nil }), of: log.eva,
      at: noon - .hours(24 * (197 - day)) - .hours(3))
  }

  private func series(_ shape: ChartShape, _ kind: EntryKind?, of panel: ChartPanel) -> [ChartSeries] {
    panel.series.filter { $0.shape == shape && $0.kind == kind }
  }

  private func values(of panel: ChartPanel) throws -> [ChartPoint] {
    try #require(series(.point, .tummyTime, of: panel).first).points
  }

  /// The number at a level of the vertical axis, to a tenth.
  private func number(at level: Double, of panel: ChartPanel) throws -> Double {
    let ends = try [panel.levels.first, panel.levels.last].map { tick in
      let label = try #require(tick?.label.split(separator: " ").first)
      return try #require(Double(label))
    }
    return ((ends[0] + level * (ends[1] - ends[0])) * 10).rounded() / 10
  }

  /// The WHO publishes these for girls at birth and at six months, in kilograms.
  @Test("the lines are the WHO's percentiles at every age")
  func percentiles() async throws {
    let log = try await girl()
    try await measured(7.3, onDay: 182, in: log)
    let panel = try #require(try await chart(of: log, day: "2023-05-01..2023-10-30").panels.first)
    let curves = series(.line, nil, of: panel)
    #expect(curves.map(\.name) == ["WHO 3rd, 15th, 50th, 85th, 97th", nil, nil, nil, nil])
    #expect(curves.allSatisfy { $0.points.count <= 60 && $0.points.first?.from == 0 && $0.points.last?.from == 1 })
    let ends = try curves.map { curve in
      try [curve.points.first, curve.points.last].map { point in
        let level = try #require(point?.high)
        return try number(at: level, of: panel)
      }
    }
    #expect(ends.map { $0[0] } == [2.4, 2.8, 3.2, 3.7, 4.2])
    #expect(ends.map { $0[1] } == [5.8, 6.4, 7.3, 8.3, 9.2])
    #expect(try values(of: panel).map { try number(at: $0.high, of: panel) } == [7.3])
  }

  @Test("only what was measured has a panel, and ages are to scale, with room for what comes next")
  func scale() async throws {
    let log = try await girl()
    for (day, head) in [(14, 35.0), (28, 36.4), (112, 40.2)] { try await measured(head, "head", onDay: day, in: log) }
    let chart = try await chart(of: log)
    #expect(chart.title == "Growth" && chart.panels.map(\.title) == ["Head"])
    let places = try values(of: chart.panels[0]).map(\.from)
    // From birth to 217 days.
    #expect(places.map { ($0 * 217).rounded() } == [14, 28, 112])
    #expect(chart.panels[0].ticks.map(\.label) == ["birth", "2 mo", "4 mo", "6 mo"])
    #expect(chart.sentence == "40.2 cm on Mon, Aug 21: 48th percentile")
  }

  @Test("long after the last measurement, the axis ends at twice its age")
  func old() async throws {
    let log = try await girl()
    try await measured(4.1, onDay: 30, in: log)
    let panel = try #require(try await chart(of: log).panels.first)
    // Sixty days, and a tenth.
    #expect(try values(of: panel).map { ($0.from * 66).rounded() } == [30])
    #expect(panel.ticks.last?.label == "8 wk")
  }

  @Test("a child that was born early stands at its corrected age, before term without a curve")
  func corrected() async throws {
    // Ten weeks early.
    let log = try await girl(due: LocalDate(dayNumber: 19_478 + 70))
    try await measured(1.4, onDay: 7, in: log)
    try await measured(6.2, onDay: 197, in: log)
    let chart = try await chart(of: log)
    let panel = try #require(chart.panels.first)
    #expect(panel.title == "Weight, corrected age")
    // From 70 days before term to 147 days after it.
    let term = 70.0 / 217
    #expect(try values(of: panel).map { ($0.from * 217).rounded() } == [7, 197])
    #expect(series(.line, nil, of: panel).allSatisfy { abs(($0.points.first?.from ?? 0) - term) < 0.001 })
    #expect(panel.ticks.map(\.label) == ["-2 mo", "-1 mo", "term", "1 mo", "2 mo", "3 mo", "4 mo"])
    #expect(chart.table.rows.map { $0[1] } == ["6 months (corrected 18 weeks)", "7 days"])
    #expect(chart.table.rows[1][3] == "–", "there is no percentile before term")
  }

  @Test("without a known sex there are no curves and no percentiles, and the note asks once, in a command that works")
  func unknownSex() async throws {
    let log = try await Log()
    try await log.write { try $0.updateChild(ChildUpdate.Params(childID: "Eva", name: "Eva Marie")) }
    try await measured(7.2, onDay: 196, in: log)
    let chart = try await chart(of: log)
    #expect(chart.panels.map { $0.series.map(\.shape) } == [[.line, .point]])
    #expect(chart.table.headings == ["Day", "Age", "Weight"])
    #expect(chart.sentence == "7.2 kg yesterday")
    #expect(
      chart.note
        == "A percentile says where a child is among others. Not medical advice. To see the curves of the WHO standards, "
        + "say whether Eva Marie is a girl or a boy: bbctl child edit 'Eva Marie' --sex female")
  }

  @Test("weights are in the chosen unit, lengths in the one in which they were typed")
  func units() async throws {
    let log = try await girl()
    try await measured(7250, unit: 1, onDay: 190, in: log)
    try await measured(25, unit: 1, "length", onDay: 190, in: log)
    let kilograms = try await chart(of: log)
    #expect(kilograms.panels.map { $0.levels.last?.label.split(separator: " ").last } == ["kg", "in"])
    #expect(kilograms.table.rows[0][2] == "7250 g" && kilograms.table.rows[0][4] == "25 in")

    try await log.write { _ = try $0.setSetting("units.weight", to: "lb", child: nil) }
    let pounds = try await chart(of: log)
    #expect(pounds.panels.map { $0.levels.last?.label.split(separator: " ").last } == ["lb", "in"])
    #expect(try values(of: pounds.panels[0]).map { try number(at: $0.high, of: pounds.panels[0]) } == [16])
    #expect(try values(of: pounds.panels[1]).map { try number(at: $0.high, of: pounds.panels[1]) } == [25])
    #expect(pounds.table.rows[0][2] == "16 lb")
  }

  @Test("a period has its own measurements, and gains count from the weight before it")
  func period() async throws {
    let log = try await girl()
    try await measured(6.9, onDay: 169, in: log)
    try await measured(7.2, onDay: 190, in: log)
    try await measured(64, "length", onDay: 190, in: log)
    let chart = try await chart(of: log, days: 14)
    #expect(chart.title == "Growth · Wed, Nov 1 to today")
    #expect(chart.sentence == "7.2 kg on Tue, Nov 7: 42nd percentile, +100 g a week since Tue, Oct 17")
    #expect(chart.table.headings == ["Day", "Age", "Weight", "Percentile", "Length", "Percentile"])
    #expect(chart.table.rows == [["2023-11-07", "6 months", "7.2 kg", "42nd", "64 cm", "18th"]])
    // From day 184 to day 197.
    #expect(try values(of: chart.panels[0]).map { ($0.from * 13).rounded() } == [6])

    let later = try await self.chart(of: log, days: 3)
    #expect(later.panels.isEmpty && later.table.rows.isEmpty)
    #expect(later.sentence == "Nothing was measured in this time")
    #expect(later.note?.hasSuffix(" on Tue, Nov 7.") == true)
  }

  @Test("a weight of the night belongs to the day before, but is as old as the calendar says")
  func night() async throws {
    let log = try await girl()
    try await log.write { _ = try $0.setSetting("day.start", to: "11:00", child: nil) }
    // At ten in the morning.
    try await measured(7.3, onDay: 197, in: log)
    let yesterday = try await chart(of: log, day: "yesterday")
    #expect(yesterday.table.rows == [["2023-11-14", "6 months", "7.3 kg", "43rd"]])
    #expect(yesterday.sentence == "7.3 kg today: 43rd percentile")
    #expect(try yesterday.panels.map { try values(of: $0).count } == [1])
    #expect(try await chart(of: log, day: "today").panels.isEmpty)
  }

  @Test("a mistake is drawn at the top, named, and neither joined to the others nor allowed to flatten them")
  func implausible() async throws {
    let log = try await girl()
    try await measured(3.4, onDay: 5, in: log)
    let mistake = try await measured(72, onDay: 190, in: log)
    try await measured(7.3, onDay: 197, in: log)
    let chart = try await chart(of: log)
    let panel = try #require(chart.panels.first)
    let points = try values(of: panel)
    #expect(points.map(\.entries.count) == [1, 1, 1] && points[1].high == 1)
    #expect(try number(at: 1, of: panel) <= 20)
    #expect(series(.line, .tummyTime, of: panel).map(\.points.count) == [2])
    let named = "72 kg on Tue, Nov 7 is so far out that it may be a mistake (bbctl edit \(mistake.id.lastDigits)). "
    #expect(chart.note == named + Words.growthIsNoAdvice)
  }

  @Test("a changed measurement moves its own point and no other")
  func change() async throws {
    let log = try await girl()
    for (day, weight) in [(60, 5.0), (120, 6.2), (190, 7.2)] { try await measured(weight, onDay: day, in: log) }
    let before = try #require(try await chart(of: log).panels.first)
    let changed = try #require(try values(of: before)[1].entries.first)
    try await log.write { try $0.update(.init(id: "\(changed)", fields: FieldInputs([.init("value", .number(6.4))]))) }
    let after = try #require(try await chart(of: log).panels.first)
    let (old, new) = (try values(of: before), try values(of: after))
    #expect(new[1].high > old[1].high && new[1].from == old[1].from)
    #expect([0, 2].allSatisfy { new[$0] == old[$0] })
    #expect(series(.line, nil, of: before) == series(.line, nil, of: after))
  }

  @Test("of hundreds of measurements those close together share a point, and none is lost")
  func crowded() async throws {
    let log = try await girl()
    for day in 0..<190 { try await measured(3.3 + Double(day) * 0.02, onDay: day, in: log) }
    let panel = try #require(try await chart(of: log).panels.first)
    let points = try values(of: panel)
    #expect(points.count <= 100 && points.map(\.from) == points.map(\.from).sorted())
    #expect(Set(points.flatMap(\.entries)).count == 190)
  }

  @Test("an empty log says how to begin")
  func empty() async throws {
    let chart = try await chart(of: try await girl())
    #expect(chart.panels.isEmpty && chart.table.rows.isEmpty)
    #expect(chart.sentence == "Nothing measured yet")
    #expect(chart.note == "To log a weight: bbctl weight 3.2kg --child Eva")
  }

  @Test(
    "ages are in weeks up to 13 weeks, in months up to two years, then in years, and finer where hardly any would fit",
    arguments: [
      (0, 28, "birth, 1 wk, 2 wk, 3 wk, 4 wk"), (0, 91, "birth, 2 wk, 4 wk, 6 wk, 8 wk, 10 wk, 12 wk"),
      (0, 365, "birth, 2 mo, 4 mo, 6 mo, 8 mo, 10 mo"), (0, 731, "birth, 4 mo, 8 mo, 12 mo, 16 mo, 20 mo, 24 mo"),
      (0, 1826, "birth, 1 y, 2 y, 3 y, 4 y"), (193, 197, "193 d, 194 d, 195 d, 196 d, 197 d, 198 d, 199 d"),
      (100, 110, "100 d, 102 d, 104 d, 106 d, 108 d, 110 d"), (150, 190, "5 mo, 6 mo"),
    ])
  func ticks(first: Int, last: Int, labels: String) {
    let ticks = AgeAxis(from: first, to: last, goesOn: false, isCorrected: false).ticks
    #expect(ticks.map(\.label).joined(separator: ", ") == labels)
    #expect(ticks.map(\.at) == ticks.map(\.at).sorted())
  }
}
