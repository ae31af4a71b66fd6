import Testing

@testable import BabyModel

@Suite("The time since the last feed")
struct FeedClockTests {
  private func entry(_ id: UInt64, _ entry: Entry) -> Entry {
    var entry = entry
    entry.id = EntryID(high: 5, low: id)
    return entry
  }

  private func day(_ clock: String) -> String { "2026-01-10T\(clock):00Z" }

  private func breast(_ id: UInt64, _ start: String, to end: String? = nil) throws -> Entry {
    entry(id, try .breast(.left, .one, day(start), to: end.map(day)))
  }

  private func bottle(_ id: UInt64, _ start: String, to end: String? = nil) throws -> Entry {
    entry(id, try .bottle(.ml(60), day(start), to: end.map(day)))
  }

  private func clock(_ feeds: [Entry], _ settings: [String: String]) -> FeedClock? {
    FeedClock(DashboardFacts(feeds), Settings(family: settings))
  }

  /// "1 10:00": which feed counts, and from when.
  private func told(_ feeds: [Entry], _ settings: [String: String]) -> String? {
    clock(feeds, settings).map { "\($0.feed.id.low) \($0.since.utcText.dropFirst(11).prefix(5))" }
  }

  @Test("counts from the start of the last feed by default")
  func standard() throws {
    #expect(told([], [:]) == nil)
    #expect(try told([breast(1, "10:00", to: "10:20"), bottle(2, "10:25")], [:]) == "2 10:25")
    #expect(try told([breast(1, "10:00", to: "10:20")], [:]) == "1 10:00")
  }

  @Test("counts from the end if that is set, and from the start of a feed without one")
  func end() throws {
    let settings = ["reminders.from": "end"]
    #expect(try told([breast(1, "10:00", to: "10:20")], settings) == "1 10:20")
    #expect(try told([bottle(1, "10:00")], settings) == "1 10:00")
  }

  @Test(
    "a bottle that begins within half an hour of a feed's end belongs to that feed; a later one and one at the breast count",
    arguments: [
      ("10:50", "start", "1 10:00"), ("10:51", "start", "2 10:51"), ("10:10", "start", "1 10:00"),
      ("10:50", "end", "1 10:50"), ("10:51", "end", "2 10:51"), ("10:10", "end", "1 10:20"),
    ])
  func topUp(at start: String, from: String, told: String) throws {
    let settings = ["feeding.topUp": "30m", "reminders.from": from]
    #expect(try self.told([breast(1, "10:00", to: "10:20"), bottle(2, start)], settings) == told)
    #expect(try self.told([bottle(1, "10:00", to: "10:20"), bottle(2, start)], settings) == told)
    let again = try self.told([bottle(1, "10:00", to: "10:20"), breast(2, start)], settings)
    #expect(again == "2 \(start)", "a breast feed starts a new interval")
  }

  @Test(
    "the limit counts from the feed, not from an earlier top-up: bottles without a pause are not an endless feed")
  func chain() throws {
    let settings = ["feeding.topUp": "30m"]
    let feeds = try [breast(1, "10:00", to: "10:20"), bottle(2, "10:40"), bottle(3, "11:00"), bottle(4, "11:20")]
    #expect(told(Array(feeds.prefix(2)), settings) == "1 10:00")
    #expect(told(Array(feeds.prefix(3)), settings) == "3 11:00")
    #expect(told(feeds, settings) == "3 11:00")
  }

  @Test("solid food counts only if that is set; a bottle soon after it tops it up")
  func solids() throws {
    let banana = entry(2, try .make(.declared(.food, [.text("banana"), nil, nil, nil]), day("12:00")))
    func facts(_ feeds: [Entry]) -> DashboardFacts {
      var facts = DashboardFacts(feeds.filter { $0.kind == .feeding })
      (facts.recentFeeds, facts.lastSolids) = (feeds, banana)
      return facts
    }
    func told(_ feeds: [Entry], _ settings: [String: String]) -> UInt64? {
      FeedClock(facts(feeds), Settings(family: settings))?.feed.id.low
    }
    let (milk, later) = (try breast(1, "10:00", to: "10:20"), try bottle(3, "12:20"))
    let on = ["feeding.solids": "on"]
    #expect(told([milk, banana], [:]) == 1 && told([milk, banana], on) == 2)
    #expect(told([banana], [:]) == nil && told([banana], on) == 2)
    #expect(told([milk, banana, later], on) == 3)
    #expect(told([milk, banana, later], on.merging(["feeding.topUp": "30m"]) { $1 }) == 2)
    let dashboard = Dashboard(
      facts: facts([milk, banana]), child: try .make(),
      settings: Settings(family: ["feeding.solids": "on", "feeding.interval": "3h"]), zone: .berlin,
      now: try at(day("12:30")))
    #expect(try dashboard.lastFeeding?.id == banana.id && dashboard.nextFeedingDue == at(day("15:00")))
    #expect(Rhythm([milk, banana]).feedings.count == 1 && Rhythm([milk, banana], solids: .on).feedings.count == 2)
    #expect(Settings(family: ["feeding.interval": "3h"]).remindingKinds.contains(.declared(.food)) == false)
    #expect(
      Settings(family: ["feeding.interval": "3h", "feeding.solids": "on"]).remindingKinds.contains(.declared(.food)))
  }

  @Test("dashboard, reminder and predictions count alike")
  func derived() throws {
    let feeds = try [breast(1, "10:00", to: "10:20"), bottle(2, "10:45")]
    for (from, due) in [("start", "13:00"), ("end", "13:45")] {
      let values = ["feeding.topUp": "30m", "reminders.from": from, "feeding.interval": "3h"]
      let (settings, facts) = (Settings(family: values), DashboardFacts(feeds))
      let now = try at(day("11:00"))
      let dashboard = Dashboard(facts: facts, child: try .make(), settings: settings, zone: .berlin, now: now)
      #expect(dashboard.lastFeeding?.id == feeds[0].id)
      #expect(dashboard.nextFeedingDue == (try at(day(due))))
      let plan = ReminderPlan(
        facts: facts, custom: [], marks: [:], settings: settings, zone: .berlin, now: now)
      #expect(plan.waiting.first?.id == "feeding.\(feeds[0].id)")
      #expect(
        plan.waiting.first?.due == dashboard.nextFeedingDue && plan.waiting.first?.since == dashboard.feedingSince)
    }
    let rhythm = Rhythm(feeds)
    #expect(rhythm.joiningTopUps(within: nil) == rhythm)
    let joined = rhythm.joiningTopUps(within: .minutes(30)).feedings
    #expect(joined.map(\.start) == [feeds[0].start] && joined.map(\.end) == [feeds[1].start])
  }

  @Test("a dismissed reminder stays dismissed after a top-up, and one that counts from the end comes later")
  func reminder() throws {
    let settings = Settings(family: ["feeding.topUp": "30m", "feeding.interval": "30m"])
    let first = try breast(1, "10:00", to: "10:20")
    let now = try at(day("10:40"))
    func plan(_ feeds: [Entry], _ marks: [String: ReminderMark]) -> ReminderPlan {
      ReminderPlan(
        facts: DashboardFacts(feeds), custom: [], marks: marks, settings: settings, zone: .berlin, now: now)
    }
    let due = try #require(plan([first], [:]).due(at: now).first)
    let marks = [due.rule.key: due.sent(at: now).dismissed(at: now)]
    #expect(plan([first], marks).open.isEmpty && plan([first], marks).waiting.isEmpty)
    let toppedUp = try plan([first, bottle(2, "10:35")], marks)
    #expect(toppedUp.open.isEmpty && toppedUp.waiting.isEmpty)
  }
}

extension DashboardFacts {
  /// - Parameter feeds: in order.
  fileprivate init(_ feeds: [Entry]) {
    self.init(lastFeeding: feeds.last)
    recentFeeds = feeds
  }
}

extension ReminderMark {
  fileprivate func dismissed(at now: Instant) -> ReminderMark {
    ReminderMark(id: id, due: due, toldAt: toldAt, dismissedAt: now)
  }
}
