import BabyClient
import BabyModel
import BabyProtocol
import Testing

@testable import BabyBar

@Suite("What a bar shows now")
struct StateTests {
  @Test("its minutes turn when the first of its times turns, all of them at once")
  func minutes() {
    let knowledge = Situation.asleep.knowledge
    // The sleep began at :00, so half a minute has passed.
    #expect(BarClock.nextTurn(knowledge, after: Sample.now) == Sample.now + .seconds(30))
    let turn = Sample.now + .seconds(30)
    #expect(BarState(knowledge, at: turn - .milliseconds(1)).now == turn - .minutes(1))
    #expect(BarState(knowledge, at: turn).now == turn)
    #expect(BarClock.nextTurn(knowledge, after: turn) == turn + .minutes(1))
  }

  @Test("two bars that were started at different times show the same", arguments: [0, 7, 31, 59])
  func sameEverywhere(seconds: Int) {
    let knowledge = Situation.awake.knowledge
    let begin = Sample.at("2026-11-15T06:39:00Z")
    let one = BarText(BarState(knowledge, at: begin), Look())
    #expect(BarText(BarState(knowledge, at: begin + .seconds(seconds)), Look()) == one)
  }

  @Test("nothing wakes it up while nothing passes", arguments: [Situation.gone, .noChild, .nothingYet, .starting])
  func quiet(situation: Situation) {
    #expect(BarClock.nextTurn(situation.knowledge, after: Sample.now) == nil)
  }

  @Test("a clock that was set back does no harm")
  func setBack() {
    let knowledge = Situation.asleep.knowledge
    let before = Sample.at("2026-11-15T05:00:00Z")
    #expect(BarText(BarState(knowledge, at: before), Look()).plain == "Sleeping 0m")
    #expect(BarClock.nextTurn(knowledge, after: before) == Sample.at("2026-11-15T05:35:00Z"))
  }

  @Test("urgency follows what is due first")
  func urgency() {
    #expect(Situation.asleep.state.urgency == .ok)
    #expect(Situation.soon.state.urgency == .soon)
    #expect(Situation.overdue.state.urgency == .overdue)
    #expect(Situation.awake.state.urgency == .ok)
    #expect(Situation.awake.state.percentage == 0)
    #expect(Situation.soon.state.percentage == 83)
    #expect(Situation.overdue.state.percentage == 100)
  }

  @Test("while the daemon is away the age stays that of the loss, whatever the reason becomes")
  func age() {
    var knowledge = Situation.awake.knowledge
    knowledge.learn(.lost(.disconnected), at: Sample.now - .minutes(10))
    knowledge.learn(Sample.lost, at: Sample.now - .minutes(5))
    let state = BarState(knowledge, at: Sample.now)
    #expect(state.offlineSince == Sample.now - .minutes(10))
    #expect(state.classes == ["awake", "stale", "offline", "child-eva"])
    knowledge.learn(Sample.snapshot(Sample.dashboard(isAsleep: true)), at: Sample.now)
    #expect(BarState(knowledge, at: Sample.now).classes == ["sleeping", "fresh", "child-eva"])
  }

  @Test(
    "a child's name becomes a class that a style sheet can hold",
    arguments: [
      ("Tom Ümit", "child-tom-ümit"), ("  O'Neil <b>", "child-o-neil-b"), ("💙", nil), ("Lea.", "child-lea"),
    ] as [(String, String?)])
  func slug(name: String, expected: String?) {
    #expect(Sample.state(Sample.dashboard(name: name)).classes.first { $0.hasPrefix("child-") } == expected)
  }

  @Test("a warning passes, an error stays until it is resolved")
  func feedback() {
    var knowledge = Situation.awake.knowledge
    func learn(_ feedback: FeedbackRecord, at instant: Instant) {
      let event = ChangeEvent(subscription: 1, seq: 43, topic: .feedback, at: instant, data: feedback.json)
      knowledge.learn(.change(event), at: instant)
    }
    learn(.init(id: "1", severity: .warning, text: "Saved here"), at: Sample.now)
    #expect(knowledge.trouble(at: Sample.now)?.isError == false)
    #expect(BarClock.nextTurn(knowledge, after: Sample.now) == Sample.now + .seconds(4))
    #expect(knowledge.trouble(at: Sample.now + .seconds(4)) == nil)
    learn(.init(id: "2", severity: .error, text: "Couldn't sync"), at: Sample.now)
    #expect(knowledge.trouble(at: Sample.now + .hours(5))?.text == "Couldn't sync")
    learn(.init(id: "2", severity: .error, text: "Couldn't sync", isResolved: true), at: Sample.now)
    #expect(knowledge.trouble(at: Sample.now + .hours(5)) == nil)
    learn(.init(id: "3", severity: .success, text: "Logged feed"), at: Sample.now)
    #expect(knowledge.trouble(at: Sample.now + .hours(5)) == nil)
  }

  @Test("what has arrived at last is no error any more, and no news on a bar")
  func saved() {
    var knowledge = Situation.unresolvedError.knowledge
    let saved = FeedbackRecord(id: "1", severity: .success, text: "Saved", lifetimeSeconds: 2, isResolved: true)
    let event = ChangeEvent(subscription: 1, seq: 43, topic: .feedback, at: Sample.now, data: saved.json)
    knowledge.learn(.change(event), at: Sample.now)
    #expect(knowledge.trouble(at: Sample.now) == nil)
  }

  @Test("a family server that is not reached makes it stale, and says so in the tooltip")
  func staleConnection() {
    var knowledge = Situation.awake.knowledge
    func learn(_ connection: ConnectionRecord) {
      let event = ChangeEvent(subscription: 1, seq: 43, topic: .connection, at: Sample.now, data: connection.json)
      knowledge.learn(.change(event), at: Sample.now)
    }
    func lines() -> [String] { Tooltip(BarState(knowledge, at: Sample.now)).lines.map(\.text) }
    let fresh = lines()
    learn(ConnectionRecord(state: .online))
    #expect(lines() == fresh)
    #expect(BarState(knowledge, at: Sample.now).classes.contains("fresh"))
    let synced = Sample.at("2026-11-15T05:02:00Z")
    learn(
      ConnectionRecord(
        state: .offline, isStale: true, lastSyncedAt: synced, lastSyncedLocal: synced.text(in: Sample.zone), unsent: 2))
    #expect(lines() == fresh + ["Offline · Showing last known data (synced 9:02 PM)", "2 unsent"])
    #expect(BarState(knowledge, at: Sample.now).classes == ["awake", "stale", "child-eva"])
    learn(ConnectionRecord(state: .online, failed: 1))
    #expect(lines() == fresh + ["1 failed"])
    #expect(BarState(knowledge, at: Sample.now).classes.contains("fresh"))
  }

  @Test("events change what is known, and what is not understood changes nothing")
  func events() {
    var knowledge = Situation.awake.knowledge
    func event(_ data: JSON) -> FollowerEvent {
      .change(ChangeEvent(subscription: 1, seq: 43, topic: .dashboard, at: Sample.now, data: data))
    }
    knowledge.learn(event(Sample.dashboard(isAsleep: true).json), at: Sample.now)
    #expect(BarState(knowledge, at: Sample.now).activity == .sleeping)
    knowledge.learn(event(["child": 7]), at: Sample.now)
    #expect(BarState(knowledge, at: Sample.now).activity == .sleeping)
    knowledge.learn(event(.null), at: Sample.now)
    #expect(BarState(knowledge, at: Sample.now).activity == .noChild)
  }
}

extension WireValue {
  /// The value as a client gets it.
  var json: JSON {
    do { return try JSON(parsing: encoded) } catch { preconditionFailure("\(error)") }
  }
}
