import BabyClient
import BabyModel
import BabyProtocol
import Foundation
import Testing

@testable import BabyBar

/// A family on the evening of Saturday, 14 November 2026, in Los Angeles.
enum BarSample {
  static let zone = ZoneRules(name: "America/Los_Angeles", initialOffset: -8 * 3600)
  /// 22:39:30 on the child's clocks.
  static let now = at("2026-11-15T06:39:30Z")

  static func at(_ text: String) -> Instant {
    guard let instant = Instant(rfc3339: text) else { preconditionFailure("\(text) is not an instant") }
    return instant
  }

  static func identifier<Subject>(_ number: UInt64) -> Identifier<Subject> {
    Identifier(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0000 | number)
  }

  static func record(
    _ number: UInt64, _ content: EntryContent, _ start: String, _ end: String? = nil, note: String? = nil
  ) -> EntryRecord {
    let start = at(start)
    let end = end.map(at)
    let entry = Entry(
      id: identifier(number), childID: identifier(0xe0a), content: content, start: start, end: end, note: note,
      createdAt: start, updatedAt: start)
    return EntryRecord(entry, startLocal: start.text(in: zone), endLocal: end?.text(in: zone))
  }

  static let night = record(0xa1b2c7, .sleep, "2026-11-15T05:35:00Z")

  /// - Parameters:
  ///   - feedingDue: when the next feed is due; nil without an interval.
  static func dashboard(
    isAsleep: Bool = false, isNew: Bool = false, feedingDue: String? = nil, name: String = "Eva", note: String? = nil
  ) -> DashboardGet.Answer {
    let date = LocalDate("2026-11-14") ?? LocalDate(dayNumber: 0)
    var dashboard = DashboardGet.Answer(
      child: .init(id: identifier(0xe0a), name: name), zone: zone.name, units: .milliliters, timeFormat: .twelveHour,
      theme: .init(),
      day: .init(date: date, start: at("2026-11-14T08:00:00Z"), end: at("2026-11-15T08:00:00Z")), suggestedSide: nil,
      quick: .init(amount: 120, unit: .milliliters, diaperType: .wet, tummySeconds: 300), today: .sample, seq: 42)
    guard !isNew else { return dashboard }
    dashboard.lastFeeding = record(
      0xa1b2c3, .feeding(Feeding(method: .breast, startedSide: .left, breasts: .one)), "2026-11-15T04:09:00Z",
      "2026-11-15T04:24:00Z")
    dashboard.lastDiaper = record(0xa1b2c5, .diaper(.wet), "2026-11-15T05:37:00Z", note: note)
    dashboard.lastSleep = record(0xa1b2c6, .sleep, "2026-11-14T21:50:00Z", "2026-11-14T23:35:00Z")
    dashboard.lastTummyTime = record(0xa1b2c8, .tummyTime, "2026-11-14T18:00:00Z", "2026-11-14T18:05:00Z")
    dashboard.runningSleep = isAsleep ? night : nil
    dashboard.suggestedSide = .right
    dashboard.nextFeedingDue = feedingDue.map(at)
    dashboard.nextFeedingDueLocal = feedingDue.map { at($0).text(in: zone) }
    dashboard.today.feedings = 6
    dashboard.today.feedingMl = 240
    dashboard.today.wetDiapers = 4
    dashboard.today.dirtyDiapers = 2
    dashboard.today.diapers = 5
    dashboard.today.sleepSeconds = 26_400
    return dashboard
  }

  /// Given at 6 PM.
  static func tylenol(next: String) -> NextDoseRecord {
    let last = at("2026-11-15T02:00:00Z")
    return NextDoseRecord(
      name: "Tylenol", last: last, lastLocal: last.text(in: zone), next: at(next), nextLocal: at(next).text(in: zone))
  }

  static func snapshot(_ dashboard: DashboardGet.Answer?, unresolved: [BannerRecord] = []) -> FollowerEvent {
    var snapshot = ChangeSnapshot()
    snapshot.dashboard = dashboard
    snapshot.banner = BannerSnapshot(unresolved: unresolved)
    return .snapshot(.init(subscription: 1, instance: "0192", seq: 42, isResync: false, snapshot: snapshot))
  }

  static let lost = FollowerEvent.lost(.notRunning(socket: "/run/user/1000/babybasics/daemon.sock"))

  /// What a bar knows after these events, which came an hour ago.
  static func view(_ events: FollowerEvent...) -> FamilyView {
    var view = FamilyView()
    for event in events { view.learn(event, at: now - .hours(1)) }
    return view
  }

  static func state(_ dashboard: DashboardGet.Answer) -> BarState { BarState(view(snapshot(dashboard)), at: now) }

  static func content(_ dashboard: DashboardGet.Answer, _ layout: BarLayout = BarLayout()) -> BarContent {
    BarContent(state(dashboard), layout)
  }
}

/// The states in which a bar can be.
enum Situation: String, CaseIterable {
  case starting, gone, noChild, nothingYet, awake, asleep, soon, overdue, stale, unresolvedError, failedClick, medicine

  var view: FamilyView {
    switch self {
    case .starting: return FamilyView()
    case .gone: return BarSample.view(BarSample.lost)
    case .noChild: return BarSample.view(BarSample.snapshot(nil))
    case .nothingYet: return BarSample.view(BarSample.snapshot(BarSample.dashboard(isNew: true)))
    case .awake: return BarSample.view(BarSample.snapshot(BarSample.dashboard(note: "a little rash")))
    case .asleep:
      return BarSample.view(BarSample.snapshot(BarSample.dashboard(isAsleep: true, feedingDue: "2026-11-15T08:09:00Z")))
    case .soon: return BarSample.view(BarSample.snapshot(BarSample.dashboard(feedingDue: "2026-11-15T07:09:00Z")))
    case .overdue:
      return BarSample.view(BarSample.snapshot(BarSample.dashboard(isAsleep: true, feedingDue: "2026-11-15T06:29:00Z")))
    case .stale: return BarSample.view(BarSample.snapshot(BarSample.dashboard(isAsleep: true)), BarSample.lost)
    case .unresolvedError:
      let error = BannerRecord(id: "1", severity: .error, text: "Couldn't sync")
      return BarSample.view(BarSample.snapshot(BarSample.dashboard(), unresolved: [error]))
    case .failedClick:
      var view = BarSample.view(BarSample.snapshot(BarSample.dashboard()))
      view.complain("Eva is not sleeping any more.", at: BarSample.now - .seconds(2))
      return view
    case .medicine:
      var dashboard = BarSample.dashboard(isAsleep: true)
      dashboard.medicines = [BarSample.tylenol(next: "2026-11-15T06:29:00Z")]
      dashboard.wakings = .init(count: 2, awakeSeconds: 1_500)
      return BarSample.view(BarSample.snapshot(dashboard))
    }
  }

  var state: BarState { BarState(view, at: BarSample.now) }
}

enum Golden {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

  /// Compares with a file, or writes it when `RECORD` is set.
  static func expect(_ text: String, _ file: String) throws { try expect(text, at: folder.appending(path: file)) }

  static func expect(_ text: String, at url: URL) throws {
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    let golden = try String(contentsOf: url, encoding: .utf8)
    #expect(text == golden, "\(url.lastPathComponent) differs; RECORD=1 writes it again")
  }
}
