import Testing

@testable import BabyModel

@Suite("A day's totals")
struct DayTotalsTests {
  private func totals(_ entries: [Entry], day: String = "2020-05-10", from start: String = "00:00") throws -> DayTotals
  {
    DayTotals(entries: entries, in: DayWindow(try date(day), dayStart: try time(start), zone: .losAngeles))
  }

  @Test("Feeds are counted by method, pumping never as a feed")
  func feeds() throws {
    let totals = try totals([
      .breast(.left, .one, "2020-05-10T08:00:00-07:00", to: "2020-05-10T08:15:00-07:00"),
      .bottle(.ml(120), "2020-05-10T10:00:00-07:00", to: "2020-05-10T10:20:00-07:00"),
      .bottle(.oz(4), "2020-05-10T12:00:00-07:00"), .bottle(nil, "2020-05-10T14:00:00-07:00"),
      .make(
        .feeding(Feeding(method: .pumping, amount: .ml(80))), "2020-05-10T09:00:00-07:00",
        to: "2020-05-10T09:30:00-07:00"),
    ])
    #expect(totals.feedings == 4 && totals.breastFeedings == 1 && totals.bottles == 3)
    #expect(totals.feedingMilliliters == 120 + 4 * 29.5735)
    #expect(totals.feedingDuration == .minutes(35))
    #expect(totals.pumpings == 1 && totals.pumpingMilliliters == 80)
  }

  @Test("A diaper that was both counts as wet and as dirty")
  func diapers() throws {
    let totals = try totals(
      [DiaperType.wet, .wet, .dirty, .both].map { try .make(.diaper($0), "2020-05-10T08:00:00-07:00") })
    #expect(totals.diapers == 4 && totals.wetDiapers == 3 && totals.dirtyDiapers == 2)
  }

  @Test("A sleep over midnight is one sleep, of the evening's day, with its hours in both")
  func overMidnight() throws {
    let night = try Entry.make(.sleep, "2020-05-09T21:00:00-07:00", to: "2020-05-10T06:30:00-07:00")
    let evening = try totals([night], day: "2020-05-09")
    #expect(evening.sleeps == 1 && evening.sleepDuration == .hours(3))
    let morning = try totals([night])
    #expect(morning.sleeps == 0 && morning.sleepDuration == .minutes(390))
    let late = try totals([night], day: "2020-05-09", from: "04:30")
    #expect(late.sleeps == 1 && late.sleepDuration == .minutes(450))
  }

  @Test("On the night when clocks go forward, the two days contain the real durations")
  func clockChange() throws {
    let night = try Entry.make(.sleep, "2020-03-07T22:56:00-08:00", to: "2020-03-08T07:55:00-07:00")
    let evening = try totals([night], day: "2020-03-07").sleepDuration
    let morning = try totals([night], day: "2020-03-08").sleepDuration
    #expect(evening == .minutes(64) && morning == .minutes(415))
  }

  @Test("A running sleep is counted, its time is not")
  func running() throws {
    let totals = try totals([
      .make(.sleep, "2020-05-10T08:00:00-07:00"), .make(.tummyTime, "2020-05-10T08:00:00-07:00"),
      .make(.sleep, "2020-05-10T06:00:00-07:00", endUnknown: true),
    ])
    #expect(totals.sleeps == 2 && totals.sleepDuration == .zero)
    #expect(totals.tummyTimes == 1 && totals.tummyDuration == .zero)
  }

  @Test("Tummy times and notes are counted")
  func others() throws {
    let totals = try totals([
      .make(.tummyTime, "2020-05-10T08:00:00-07:00", to: "2020-05-10T08:05:00-07:00"),
      .make(.note(.general), "2020-05-10T08:00:00-07:00", note: "hm"),
    ])
    #expect(totals.tummyTimes == 1 && totals.tummyDuration == .minutes(5) && totals.notes == 1)
  }

  @Test("Entries outside the day, or deleted ones, do not count")
  func outside() throws {
    var deleted = try Entry.make(.diaper(.wet), "2020-05-10T08:00:00-07:00")
    deleted.deletedAt = deleted.start
    let totals = try totals([
      deleted, .make(.diaper(.wet), "2020-05-09T23:59:59-07:00"), .make(.diaper(.wet), "2020-05-11T00:00:00-07:00"),
      .make(.sleep, "2020-05-08T08:00:00-07:00", to: "2020-05-08T09:00:00-07:00"),
    ])
    #expect(try totals == self.totals([]))
  }
}

@Suite("The dashboard")
struct DashboardTests {
  @Test("It shows the last of each kind, running timers, and the current day")
  func shows() throws {
    let feed = try Entry.breast(.left, .one, "2020-05-10T01:00:00-07:00")
    let sleep = try Entry.make(.sleep, "2020-05-10T02:00:00-07:00")
    let diaper = try Entry.make(.diaper(.dirty), "2020-05-09T23:00:00-07:00")
    var settings = Settings()
    settings.dayStart = try time("04:30")
    let dashboard = Dashboard(
      facts: DashboardFacts(
        lastFeeding: feed, lastBreastFeeding: feed, lastDiaper: diaper, runningSleep: sleep,
        today: [diaper, feed, sleep]),
      child: try .make(), settings: settings, zone: .losAngeles, now: try at("2020-05-10T03:00:00-07:00"))
    #expect(dashboard.day.date.description == "2020-05-09")
    #expect(dashboard.lastFeeding == feed && dashboard.lastDiaper == diaper && dashboard.runningSleep == sleep)
    #expect(dashboard.suggestedSide == .right && dashboard.quick.diaperType == .dirty)
    #expect(dashboard.today.feedings == 1 && dashboard.today.sleeps == 1 && dashboard.today.dirtyDiapers == 1)
  }

  @Test("The next due time counts from the start of the last feed and the last diaper")
  func due() throws {
    let feed = try Entry.breast(.left, .one, "2020-05-10T01:00:00-07:00", to: "2020-05-10T01:20:00-07:00")
    let diaper = try Entry.make(.diaper(.wet), "2020-05-10T00:30:00-07:00")
    func dashboard(_ facts: DashboardFacts, _ stored: [String: String]) throws -> Dashboard {
      Dashboard(
        facts: facts, child: try .make(), settings: Settings(family: stored), zone: .losAngeles,
        now: try at("2020-05-10T09:00:00-07:00"))
    }
    let facts = DashboardFacts(lastFeeding: feed, lastDiaper: diaper)
    let due = try dashboard(facts, ["feeding.interval": "2h30m", "diaper.interval": "4h"])
    #expect(try due.nextFeedingDue == at("2020-05-10T03:30:00-07:00"))
    #expect(try due.nextDiaperDue == at("2020-05-10T04:30:00-07:00"))
    let off = try dashboard(facts, ["feeding.interval": "off"])
    #expect(off.nextFeedingDue == nil && off.nextDiaperDue == nil)
    let none = try dashboard(DashboardFacts(), ["feeding.interval": "3h", "diaper.interval": "3h"])
    #expect(none.nextFeedingDue == nil && none.nextDiaperDue == nil)
  }

  @Test("It has the pending medicines, each to the end of the day on which it stops being pending")
  func medicines() throws {
    let dose = try Entry.make(
      .declared(.medicine, [.text("Tylenol"), nil, .seconds(4 * 3600), nil]), "2020-05-09T08:00:00-07:00")
    func dashboard(_ now: String) throws -> Dashboard {
      var facts = DashboardFacts()
      facts.doses = [dose]
      return Dashboard(facts: facts, child: try .make(), settings: Settings(), zone: .losAngeles, now: try at(now))
    }
    #expect(try dashboard("2020-05-09T09:00:00-07:00").medicines.map(\.name) == ["Tylenol"])
    for time in ["2020-05-10T00:00:00-07:00", "2020-05-10T23:59:59-07:00"] {
      #expect(try dashboard(time).medicines.map(\.next) == [at("2020-05-09T12:00:00-07:00")])
    }
    #expect(try dashboard("2020-05-11T00:00:00-07:00").medicines == [])
  }

  @Test("It has the brief wakings of the running or last sleep, up to now")
  func wakings() throws {
    let last = try Entry.make(.sleep, "2020-05-09T21:00:00-07:00", to: "2020-05-10T01:00:00-07:00")
    let running = try Entry.make(.sleep, "2020-05-10T02:00:00-07:00")
    let wakings = try ["2020-05-10T03:00:00-07:00", "2020-05-09T23:00:00-07:00"].map {
      try Entry.make(.declared(.briefWaking, []), $0)
    }
    func dashboard(_ running: Entry?, _ wakings: [Entry]) throws -> Dashboard {
      var facts = DashboardFacts(lastSleep: last, runningSleep: running)
      facts.wakings = wakings
      return Dashboard(
        facts: facts, child: try .make(), settings: Settings(), zone: .losAngeles,
        now: try at("2020-05-10T03:00:00-07:00"))
    }
    #expect(try dashboard(running, [wakings[0]]).wakings == BriefWakings(count: 1, awake: .zero))
    #expect(try dashboard(nil, wakings).wakings?.count == 1)
    #expect(try dashboard(running, [wakings[1]]).wakings == nil)
    #expect(try dashboard(nil, []).wakings == nil)
  }

  @Test("It has the kinds that were logged within two weeks, the five last, in the order of the declarations")
  func recentKinds() throws {
    func words(_ lasts: [KindDeclaration: String]) throws -> [String] {
      var facts = DashboardFacts()
      for (kind, start) in lasts { facts.declared[.declared(kind)] = try at(start) }
      let dashboard = Dashboard(
        facts: facts, child: try .make(), settings: Settings(), zone: .losAngeles,
        now: try at("2020-05-20T09:00:00-07:00"))
      return dashboard.recentKinds.map(\.word)
    }
    #expect(try words([:]) == [])
    #expect(
      try words([.medicine: "2020-05-06T00:00:00-07:00", .food: "2020-05-05T23:59:00-07:00"]) == ["medicine"])
    let days: [KindDeclaration: String] = [
      .briefWaking: "20", .milkStore: "19", .medicine: "18", .weight: "17", .temperature: "16", .head: "15",
      .length: "14",
    ]
    #expect(
      try words(days.mapValues { "2020-05-\($0)T08:00:00-07:00" })
        == ["weight", "temperature", "medicine", "milkStore", "briefWaking"])
  }

  @Test("It stays the same as time passes, until the day turns")
  func constant() throws {
    func dashboard(_ now: String) throws -> Dashboard {
      Dashboard(
        facts: DashboardFacts(runningSleep: try .make(.sleep, "2020-05-10T02:00:00-07:00")), child: try .make(),
        settings: Settings(), zone: .losAngeles, now: try at(now))
    }
    let dashboards = try ["2020-05-10T02:00:00-07:00", "2020-05-10T23:59:59-07:00", "2020-05-11T00:00:00-07:00"].map(
      dashboard)
    #expect(dashboards[0] == dashboards[1] && dashboards[1] != dashboards[2])
  }
}

@Suite("Totals of many days")
struct TotalsOfDaysTests {
  @Test("equal those of each day alone, over midnight, with running timers, and when clocks change")
  func each() throws {
    let days = (0..<9).map {
      DayWindow(LocalDate(dayNumber: 18_569).adding(days: -$0), dayStart: .midnight, zone: .losAngeles)
    }
    let oldest = try #require(days.last)
    let newest = try #require(days.first)
    let now = newest.end - .hours(1)
    var entries = [
      try Entry.make(.sleep, "2020-11-01T03:00:00Z", to: "2020-11-01T14:00:00Z"),
      try Entry.make(.sleep, "2020-10-31T03:00:00Z"), try Entry.make(.diaper(.both), oldest.start.utcText),
      try Entry.make(.diaper(.wet), newest.end.utcText),
      try Entry.make(.sleep, "2020-10-27T05:00:00Z", to: oldest.start.utcText),
    ]
    let turn = NursingTurn(.right, since: newest.start - .hours(1))
    let nursing = Feeding(method: .breast, startedSide: .left, breasts: .both, left: .minutes(9), turn: turn)
    entries.append(try Entry.make(.feeding(nursing), (newest.start - .hours(2)).utcText))
    for hour in stride(from: -30, to: 24 * 9 + 5, by: 5) {
      let start = oldest.start + .hours(hour)
      entries.append(try Entry.make(.diaper(.wet), start.utcText))
      entries.append(try Entry.bottle(.ml(90), start.utcText, to: (start + .minutes(20)).utcText))
      entries.append(try Entry.make(.sleep, start.utcText, to: (start + .hours(3)).utcText))
    }
    let totals = DayTotals.all(of: days, entries: entries, until: now)
    #expect(totals == days.map { DayTotals(entries: entries.touching($0, now), in: $0) })
    #expect(totals.allSatisfy { $0.feedings > 3 })
    #expect(DayTotals.all(of: [], entries: entries, until: now) == [])
  }
}

extension [Entry] {
  /// The other way to say it: of each entry whether it touches the day.
  fileprivate func touching(_ day: DayWindow, _ now: Instant) -> [Entry] {
    filter { entry in
      let end = entry.isRunning ? now : entry.end ?? entry.start
      return day.contains(entry.start) || (entry.start < day.start && end > day.start)
    }
  }
}
