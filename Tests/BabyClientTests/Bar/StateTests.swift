import BabyClient
import BabyModel
import BabyProtocol
import Testing

@testable import BabyBar

@Suite("The state of a bar")
struct StateTests {
  @Test("all minutes change together, when the first of its times changes")
  func minutes() {
    let view = Situation.asleep.view
    // The sleep began at :00, so half a minute has passed.
    #expect(BarClock.nextTurn(view, after: BarSample.now) == BarSample.now + .seconds(30))
    let turn = BarSample.now + .seconds(30)
    #expect(BarState(view, at: turn - .milliseconds(1)).now == turn - .minutes(1))
    #expect(BarState(view, at: turn).now == turn)
    #expect(BarClock.nextTurn(view, after: turn) == turn + .minutes(1))
  }

  @Test("two bars that were started at different times show the same", arguments: [0, 7, 31, 59])
  func sameEverywhere(seconds: Int) {
    let view = Situation.awake.view
    let begin = BarSample.at("2026-11-15T06:39:00Z")
    let one = BarText(BarState(view, at: begin), BarLayout())
    #expect(BarText(BarState(view, at: begin + .seconds(seconds)), BarLayout()) == one)
  }

  @Test("it does not wake up while no time is shown", arguments: [Situation.gone, .noChild, .nothingYet, .starting])
  func quiet(situation: Situation) {
    #expect(BarClock.nextTurn(situation.view, after: BarSample.now) == nil)
  }

  @Test("a clock that was set back does no harm")
  func setBack() {
    let view = Situation.asleep.view
    let before = BarSample.at("2026-11-15T05:00:00Z")
    #expect(BarText(BarState(view, at: before), BarLayout()).plain.hasPrefix("Sleeping 0m ·"))
    #expect(BarClock.nextTurn(view, after: before) == BarSample.at("2026-11-15T05:35:00Z"))
  }

  @Test("urgency follows the first due event")
  func urgency() {
    #expect(Situation.asleep.state.urgency == .ok)
    #expect(Situation.soon.state.urgency == .soon)
    #expect(Situation.overdue.state.urgency == .overdue)
    #expect(Situation.awake.state.urgency == .ok)
    #expect(Situation.awake.state.percentage == 0)
    #expect(Situation.soon.state.percentage == 83)
    #expect(Situation.overdue.state.percentage == 100)
  }

  @Test("while the daemon is away, the age counts from the disconnect, whatever the reason becomes")
  func age() {
    var view = Situation.awake.view
    view.learn(.lost(.disconnected), at: BarSample.now - .minutes(10))
    view.learn(BarSample.lost, at: BarSample.now - .minutes(5))
    let state = BarState(view, at: BarSample.now)
    #expect(state.offlineSince == BarSample.now - .minutes(10))
    #expect(state.classes == ["awake", "stale", "offline", "child-eva"])
    view.learn(BarSample.snapshot(BarSample.dashboard(isAsleep: true)), at: BarSample.now)
    #expect(BarState(view, at: BarSample.now).classes == ["sleeping", "fresh", "child-eva"])
  }

  @Test(
    "a child's name becomes a valid class for style sheets",
    arguments: [
      ("Tom Ümit", "child-tom-ümit"), ("  O'Neil <b>", "child-o-neil-b"), ("💙", nil), ("Lea.", "child-lea"),
    ] as [(String, String?)])
  func slug(name: String, expected: String?) {
    #expect(BarSample.state(BarSample.dashboard(name: name)).classes.first { $0.hasPrefix("child-") } == expected)
  }

  @Test("a warning disappears, an error stays until it is resolved")
  func banner() {
    var view = Situation.awake.view
    func learn(_ banner: BannerRecord, at instant: Instant) {
      let event = ChangeEvent(subscription: 1, seq: 43, topic: .banner, at: instant, data: banner.json)
      view.learn(.change(event), at: instant)
    }
    learn(.init(id: "1", severity: .warning, text: "Saved here"), at: BarSample.now)
    #expect(view.trouble(at: BarSample.now)?.isError == false)
    #expect(BarClock.nextTurn(view, after: BarSample.now) == BarSample.now + .seconds(4))
    #expect(view.trouble(at: BarSample.now + .seconds(4)) == nil)
    learn(.init(id: "2", severity: .error, text: "Couldn't sync"), at: BarSample.now)
    #expect(view.trouble(at: BarSample.now + .hours(5))?.text == "Couldn't sync")
    learn(.init(id: "2", severity: .error, text: "Couldn't sync", isResolved: true), at: BarSample.now)
    #expect(view.trouble(at: BarSample.now + .hours(5)) == nil)
    learn(.init(id: "3", severity: .success, text: "Logged feed"), at: BarSample.now)
    #expect(view.trouble(at: BarSample.now + .hours(5)) == nil)
  }

  @Test("a late arrival is not an error any more, and not shown on a bar")
  func saved() {
    var view = Situation.unresolvedError.view
    let saved = BannerRecord(id: "1", severity: .success, text: "Saved", lifetimeSeconds: 2, isResolved: true)
    let event = ChangeEvent(subscription: 1, seq: 43, topic: .banner, at: BarSample.now, data: saved.json)
    view.learn(.change(event), at: BarSample.now)
    #expect(view.trouble(at: BarSample.now) == nil)
  }

  @Test("an unreachable family server marks the bar as stale, with the reason in the tooltip")
  func staleConnection() {
    var view = Situation.awake.view
    func learn(_ connection: ConnectionRecord) {
      let event = ChangeEvent(subscription: 1, seq: 43, topic: .connection, at: BarSample.now, data: connection.json)
      view.learn(.change(event), at: BarSample.now)
    }
    func lines() -> [String] { Tooltip(BarState(view, at: BarSample.now)).lines.map(\.text) }
    let fresh = lines()
    learn(ConnectionRecord(state: .online))
    #expect(lines() == fresh)
    #expect(BarState(view, at: BarSample.now).classes.contains("fresh"))
    let synced = BarSample.at("2026-11-15T05:02:00Z")
    learn(
      ConnectionRecord(
        state: .offline, isStale: true, lastSyncedAt: synced, lastSyncedLocal: synced.text(in: BarSample.zone),
        unsent: 2))
    #expect(lines() == fresh + ["Offline · Showing last known data (synced 9:02 PM)", "2 unsent"])
    #expect(BarState(view, at: BarSample.now).classes == ["awake", "stale", "child-eva"])
    learn(ConnectionRecord(state: .online, failed: 1))
    #expect(lines() == fresh + ["1 failed"])
    #expect(BarState(view, at: BarSample.now).classes.contains("fresh"))
  }

  @Test("events update the state, and unknown ones change nothing")
  func events() {
    var view = Situation.awake.view
    func event(_ data: JSON) -> FollowerEvent {
      .change(ChangeEvent(subscription: 1, seq: 43, topic: .dashboard, at: BarSample.now, data: data))
    }
    view.learn(event(BarSample.dashboard(isAsleep: true).json), at: BarSample.now)
    #expect(BarState(view, at: BarSample.now).activity == .sleeping)
    view.learn(event(["child": 7]), at: BarSample.now)
    #expect(BarState(view, at: BarSample.now).activity == .sleeping)
    view.learn(event(.null), at: BarSample.now)
    #expect(BarState(view, at: BarSample.now).activity == .noChild)
  }

  @Test("\"may be given again\" is shown for half an hour, and never as overdue")
  func medicine() {
    let view = Situation.medicine.view
    func says(_ time: String) -> Bool {
      BarText(BarState(view, at: BarSample.at(time)), BarLayout()).plain.contains("Tylenol may be given again")
    }
    #expect(!says("2026-11-15T06:28:00Z") && says("2026-11-15T06:29:00Z"))
    #expect(says("2026-11-15T06:58:00Z") && !says("2026-11-15T06:59:00Z"))
    #expect(Situation.medicine.state.urgency == .ok && Situation.medicine.state.percentage == 0)
  }

  @Test("a bar that only knows a medicine updates, too")
  func medicineAlone() {
    var dashboard = BarSample.dashboard(isNew: true)
    dashboard.medicines = [BarSample.tylenol(next: "2026-11-15T06:45:00Z")]
    let view = BarSample.view(BarSample.snapshot(dashboard))
    #expect(BarClock.nextTurn(view, after: BarSample.now) == BarSample.at("2026-11-15T06:40:00Z"))
    #expect(
      BarText(BarState(view, at: BarSample.at("2026-11-15T06:45:00Z")), BarLayout()).plain.contains(
        "may be given again"))
  }
}

extension WireValue {
  /// The value as a client gets it.
  var json: JSON {
    do { return try JSON(parsing: encoded) } catch { preconditionFailure("\(error)") }
  }
}
