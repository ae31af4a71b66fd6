import BabyModel
import BabyProtocol
import Foundation
import Testing

@testable import BabyDaemon

@Suite("Days with their totals")
struct DaysTests {
  private func eva(at now: String) async throws -> TestDaemon {
    let daemon = try await TestDaemon(at: #require(Instant(rfc3339: now)))
    _ = try await daemon.call(
      ChildAdd.self, .init(name: "Eva", born: LocalDate(dayNumber: 18_248), zone: "America/Los_Angeles"))
    return daemon
  }

  @Test("a sleep over midnight is in both days' hours and counted in one")
  func midnight() async throws {
    let daemon = try await eva(at: "2020-06-10T20:00:00Z")
    _ = try await daemon.call(
      EntryLog.self, .init(entry: .sleep, time: .init(from: "2020-06-10T05:00:00Z", to: "2020-06-10T13:00:00Z")))
    let days = try #require(try await daemon.call(TimelineList.self, .init(days: 2)).days)
    #expect(days.map(\.day.date.description) == ["2020-06-10", "2020-06-09"])
    #expect(days.map(\.totals.sleeps) == [0, 1])
    #expect(days.map(\.totals.sleepSeconds) == [6 * 3600, 2 * 3600])
  }

  @Test("last week is seven days with their totals, and begins on the configured day")
  func lastWeek() async throws {
    let daemon = try await eva(at: "2020-06-10T20:00:00Z")
    for (start, first) in [("monday", "2020-06-01"), ("sunday", "2020-05-31")] {
      _ = try await daemon.call(SettingsSet.self, .init(key: "week.start", value: start))
      let days = try #require(try await daemon.call(TimelineList.self, .init(day: "last week")).days)
      #expect(days.count == 7 && days.last?.day.date.description == first)
      let now = try #require(try await daemon.call(TimelineList.self, .init(day: "this week")).days)
      #expect(now.first?.day.date.description == "2020-06-10" && now.last?.day.date == days[0].day.date.adding(days: 1))
    }
  }

  @Test("a date with a slash is read once its order is set, when logging, editing and listing")
  func dateOrder() async throws {
    let daemon = try await eva(at: "2020-06-10T20:00:00Z")
    await #expect(throws: RPCError.self) {
      try await daemon.call(EntryLog.self, .init(entry: .diaper(.wet), time: TimeTexts(at: "6/5 14:00")))
    }
    _ = try await daemon.call(SettingsSet.self, .init(key: "date.order", value: "day-month"))
    let logged = try await daemon.call(EntryLog.self, .init(entry: .diaper(.wet), time: TimeTexts(at: "6/5 14:00")))
      .entry
    #expect(logged.startLocal == "2020-05-06T14:00:00.000-07:00")
    let nap = try await daemon.call(EntryLog.self, .init(entry: .sleep, time: .init(for: "1h", from: "6/5 9am"))).entry
    #expect(nap.endLocal == "2020-05-06T10:00:00.000-07:00")
    let moved = try await daemon.call(
      EntryUpdate.self, .init(id: "\(nap.entry.id)", time: .init(at: "7/5 9am"))
    ).entry
    #expect(moved.startLocal == "2020-05-07T09:00:00.000-07:00")
    #expect(try await daemon.call(TimelineList.self, .init(day: "6/5")).entries.map(\.entry.id) == [logged.entry.id])
  }

  @Test("the day on which clocks change has 23 or 25 hours, and no hour is lost or counted twice")
  func clockChanges() async throws {
    let daemon = try await eva(at: "2020-11-03T20:00:00Z")
    // 8 PM to 6 AM: eleven hours in the night in which clocks went back.
    _ = try await daemon.call(
      EntryLog.self, .init(entry: .sleep, time: .init(from: "2020-11-01T03:00:00Z", to: "2020-11-01T14:00:00Z")))
    let days = try #require(try await daemon.call(TimelineList.self, .init(days: 4)).days)
    #expect(days.map { ($0.day.end - $0.day.start).wholeMinutes } == [1440, 1440, 1500, 1440])
    #expect(days.map(\.totals.sleepSeconds) == [0, 0, 7 * 3600, 4 * 3600])
  }

  @Test("totals include all kinds, whatever the entries were narrowed to")
  func narrowed() async throws {
    let daemon = try await eva(at: "2020-06-10T20:00:00Z")
    _ = try await daemon.call(EntryLog.self, .init(entry: .diaper(.wet)))
    _ = try await daemon.call(EntryLog.self, .init(entry: .note(), note: "smiled"))
    let answer = try await daemon.call(TimelineList.self, .init(days: 1, kinds: [.note], limit: 1))
    #expect(answer.entries.count == 1)
    #expect(answer.days?.first?.totals.diapers == 1)
  }

  @Test("months are listed with the totals of each day, and a single day with its own")
  func months() async throws {
    let daemon = try await eva(at: "2020-06-10T20:00:00Z")
    _ = try await daemon.call(EntryLog.self, .init(entry: .diaper(.wet), time: TimeTexts(at: "2020-03-31T20:00:00Z")))
    _ = try await daemon.call(EntryLog.self, .init(entry: .diaper(.wet), time: TimeTexts(at: "2020-04-01T20:00:00Z")))
    let march = try await daemon.call(TimelineList.self, .init(day: "march"))
    #expect(march.entries.count == 1)
    #expect(march.days?.count == 31)
    #expect(march.days?.map(\.totals.diapers) == [1] + Array(repeating: 0, count: 30))
    let both = try await daemon.call(TimelineList.self, .init(day: "2020-03-31 to 2020-04-01"))
    #expect(both.days?.map(\.totals.diapers) == [1, 1])
    let one = try await daemon.call(TimelineList.self, .init(day: "2020-03-31"))
    #expect(one.days == nil && one.totals?.diapers == 1 && one.day?.date.description == "2020-03-31")
  }

  @Test(
    "many days come in pages of whole days, each once, and nothing is lost at their borders", arguments: [1, 2, 3, 7])
  func pages(limit: Int) async throws {
    let daemon = try await eva(at: "2020-06-10T20:00:00Z")
    for day in 1...6 {
      // Over midnight, and two diapers; five on one day.
      _ = try await daemon.call(
        EntryLog.self,
        .init(entry: .sleep, time: .init(from: "2020-06-0\(day)T04:00:00Z", to: "2020-06-0\(day)T12:00:00Z")))
      for hour in 0..<(day == 3 ? 5 : 2) {
        _ = try await daemon.call(
          EntryLog.self, .init(entry: .diaper(.wet), time: TimeTexts(at: "2020-06-0\(day)T1\(hour + 4):00:00Z")))
      }
    }
    var days: [DaySummaryRecord] = []
    var seen: [String: Set<EntryID>] = [:]
    var cursor: String?
    repeat {
      let answer = try await daemon.call(
        TimelineList.self, .init(day: "2020-06-01 to 2020-06-09", limit: limit, cursor: cursor))
      for summary in answer.days ?? [] {
        if days.last?.day != summary.day { days.append(summary) }
        let touching = answer.entries.map(\.entry).filter {
          $0.start < summary.day.end && ($0.end ?? $0.start + .milliseconds(1)) > summary.day.start
        }
        seen["\(summary.day.date)", default: []].formUnion(touching.map(\.id))
      }
      cursor = answer.nextCursor
    } while cursor != nil
    #expect(days.map(\.day.date.day) == Array((1...9).reversed()))
    #expect(days.map(\.totals.diapers) == [0, 0, 0, 2, 2, 2, 5, 2, 2])
    // Each with the sleep of the night before and that of the evening.
    #expect(days.map { seen["\($0.day.date)"]?.count } == [0, 0, 0, 3, 4, 4, 7, 4, 4])
  }

  @Test("totals alone contain only running entries, and any number of days")
  func totalsOnly() async throws {
    let daemon = try await eva(at: "2020-06-10T20:00:00Z")
    _ = try await daemon.call(EntryLog.self, .init(entry: .diaper(.wet), time: TimeTexts(at: "2020-01-05T20:00:00Z")))
    _ = try await daemon.call(TimerStart.self, .init(timer: .sleep, at: "30m ago"))
    var totals = 0
    var days = 0
    var pages = 0
    var cursor: String?
    repeat {
      let answer = try await daemon.call(TimelineList.self, .init(days: 1000, isTotalsOnly: true, cursor: cursor))
      totals += answer.days?.map(\.totals.diapers).reduce(0, +) ?? 0
      days += answer.days?.count ?? 0
      #expect(answer.entries.map(\.entry.kind) == (cursor == nil ? [.sleep] : []))
      pages += 1
      cursor = answer.nextCursor
    } while cursor != nil
    #expect(totals == 1 && days == 1000 && pages == 3)
    let since = try await daemon.call(
      TimelineList.self, .init(from: "2020-01-05", to: "2020-01-06", isTotalsOnly: true))
    #expect(since.days?.map(\.totals.diapers) == [0, 1])
  }

  @Test("a cursor of other days, and totals without days, are refused")
  func refusals() async throws {
    let daemon = try await eva(at: "2020-06-10T20:00:00Z")
    for params in [
      TimelineList.Params(day: "2020-03", cursor: "2020-04-01"), .init(days: 3, cursor: "x"), .init(isTotalsOnly: true),
      .init(days: 3, cursor: "2020-06-10/x"),
    ] {
      await #expect(throws: RPCError.self) { try await daemon.call(TimelineList.self, params) }
    }
  }
}
