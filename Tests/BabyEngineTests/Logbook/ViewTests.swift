import BabyEngine
import BabyModel
import BabyProtocol
import BabyStatistics
import Testing

@Suite("Dashboard, timeline and predictions")
struct ViewTests {
  /// A feed of yesterday; today's night, two feeds, and a sleep that runs.
  private func day() async throws -> Log {
    let log = try await Log()
    try await log.write { book in
      try book.feed(.feeding(method: .bottle, amount: 60), at: "2023-11-13T15:00:00Z")
      _ = try book.logEntry(
        .init(
          entry: .sleep, note: "a long night", time: TimeTexts(from: "2023-11-13T21:00:00Z", to: "2023-11-14T05:00:00Z")
        ))
      try book.feed(.feeding(method: .bottle, amount: 90), at: "08:00")
      try book.feed(.feeding(method: .breast, startedSide: .left), at: "11:00")
      try book.start(at: "20m ago")
    }
    return log
  }

  @Test("the dashboard is of the child's own day, and ends with it")
  func dashboard() async throws {
    let log = try await day()
    let (answer, period) = try await log.read { try $0.dashboard(of: nil) }
    #expect(answer.child.id == log.eva.id && answer.day.date == LocalDate("2023-11-14"))
    #expect(answer.day.start == noon - .hours(13) && answer.day.end == noon + .hours(11))
    #expect(period.lowerBound == answer.day.start && period.upperBound <= answer.day.end)
    #expect(answer.today.feedings == 2 && answer.today.feedingMl == 90)
    #expect(answer.today.sleepSeconds == 6 * 3600, "the part after midnight")
    #expect(answer.runningSleep?.entry.start == noon - .minutes(20))
    #expect(answer.suggestedSide == .right)
    try await log.write { _ = try $0.setSetting("day.start", to: "06:00", child: nil) }
    #expect(try await log.read { try $0.dashboard(of: nil).answer.day.start } == noon - .hours(7))
  }

  @Test("a page of the timeline leads to the next, and a search shows only matches")
  func pages() async throws {
    let log = try await day()
    let all = try await log.entries
    var (pages, cursor): ([[Entry]], String?) = ([], nil)
    repeat {
      let page = try await log.read { [cursor] in try $0.page(limit: 2, cursor: cursor) }
      pages.append(page.entries.map(\.entry))
      cursor = page.nextCursor
    } while cursor != nil
    #expect(pages.map(\.count) == [2, 2, 1] && pages.flatMap(\.self) == all)
    #expect(all.map(\.start) == all.map(\.start).sorted(by: >))
    #expect(try await log.read { try $0.page(search: "long").entries.map(\.entry.kind) } == [.sleep])
    #expect(try await log.read { try $0.page(kinds: [.feeding]).entries.count } == 3)
    let early = try await log.read { try $0.page(from: "2023-11-14T04:00:00Z", to: "2023-11-14T08:00:00Z").entries }
    #expect(early.map(\.entry.kind) == [.feeding, .sleep], "what touches the time")
  }

  @Test("a day's totals include all of it, whatever is shown")
  func totals() async throws {
    let log = try await day()
    let today = try await log.read { try $0.page(day: "today", kinds: [.diaper]) }
    #expect(today.entries == [] && today.totals?.feedings == 2 && today.totals?.sleepSeconds == 6 * 3600)
    let yesterday = try await log.read { try $0.page(day: "yesterday") }
    #expect(yesterday.totals?.feedings == 1 && yesterday.totals?.sleepSeconds == 2 * 3600)
    let week = try await log.read { try $0.page(days: 3) }
    #expect(week.days?.map(\.totals.feedings) == [2, 1, 0])
    let newest = try await log.read { try $0.page(days: 3, limit: 1) }
    #expect(newest.entries.count == 1 && newest.days?.map(\.totals.feedings) == [2])
    #expect(week.totals == nil && today.days == nil)
  }

  @Test("nothing is predicted if that is off; feedback on predictions is counted")
  func predictions() async throws {
    let log = try await day()
    #expect(try await log.read { try $0.forecast(of: "Eva") } != Forecast(madeAt: noon, allOmittedFor: .off))
    try await log.write { _ = try $0.setSetting("predictions.enabled", to: "off", child: nil) }
    #expect(try await log.read { try $0.forecast(of: nil) } == Forecast(madeAt: noon, allOmittedFor: .off))
    for verdict in [PredictionVerdict.tooEarly, .tooEarly, .justRight] {
      try await log.write { _ = try $0.keepFeedback(.init(kind: .nap, verdict: verdict)) }
    }
    let feedback = try await log.read { try $0.backtest(.init(from: "yesterday")).feedback }
    #expect(feedback == [.nap: [.tooEarly: 2, .justRight: 1]])
  }
}
