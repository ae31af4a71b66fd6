import GRDB
import GRDBSQLite
import Testing

@testable import BabyModel
@testable import BabyStore

@Suite("Facts for the dashboard")
struct DashboardFactsTests {
  private let day = DayWindow(containing: noon, dayStart: .midnight, zone: .utc)

  @Test("include the last of each kind, without pumping and running timers")
  func lasts() async throws {
    let fixture = try await Fixture()
    let hour = { (hours: Int) in noon + .hours(hours) }
    let breast = fixture.entry(.feeding(Feeding(method: .breast, startedSide: .right)), at: hour(-30))
    let bottle = fixture.entry(.feeding(Feeding(method: .bottle)), at: hour(-4))
    let pumping = fixture.entry(.feeding(Feeding(method: .pumping)), at: hour(-1))
    let diaper = fixture.entry(.diaper(.dirty), at: hour(-3))
    let sleep = fixture.entry(.sleep, at: hour(-8), end: hour(-6))
    let running = fixture.entry(.sleep, at: hour(-1))
    let tummy = fixture.entry(.tummyTime, at: hour(-50), endUnknown: true)
    let note = fixture.entry(.note(.milestone), at: hour(-900), note: "smiled")
    let deleted = fixture.entry(.diaper(.wet), at: hour(0))
    try await fixture.write { transaction in
      for entry in [breast, bottle, pumping, diaper, sleep, running, tummy, note, deleted] {
        try transaction.insert(entry)
      }
      try transaction.delete(deleted.id)
    }
    let facts = try await fixture.store.read { try $0.dashboardFacts(fixture.eva.id, day: day, settings: Settings()) }
    #expect(
      facts
        == DashboardFacts(
          lastFeeding: bottle, lastBreastFeeding: breast, lastBottle: bottle, lastDiaper: diaper, lastSleep: sleep,
          lastTummyTime: tummy, lastNote: note, runningSleep: running, runningTummyTime: nil,
          today: [sleep, bottle, diaper, pumping, running].sorted { ($0.start, $0.id) < ($1.start, $1.id) }
            .map(\.counted)))
  }

  @Test("a timer that has been running since the day before yesterday is part of today")
  func forgottenTimer() async throws {
    let fixture = try await Fixture()
    let tummy = fixture.entry(.tummyTime, at: noon - .hours(50))
    try await fixture.write { try $0.insert(tummy) }
    let facts = try await fixture.store.read { try $0.dashboardFacts(fixture.eva.id, day: day, settings: Settings()) }
    #expect(facts == DashboardFacts(runningTummyTime: tummy, today: [tummy.counted]))
  }

  @Test("another child's entries are not among them")
  func otherChild() async throws {
    let fixture = try await Fixture()
    var entry = fixture.entry(.sleep)
    var ben = fixture.eva
    ben.id = fixture.ids.next(at: noon)
    ben.name = "Ben"
    entry.childID = ben.id
    let (child, sleep) = (ben, entry)
    try await fixture.write { transaction in
      try transaction.insert(child)
      try transaction.insert(sleep)
    }
    let facts = try await fixture.store.read { try $0.dashboardFacts(fixture.eva.id, day: day, settings: Settings()) }
    #expect(facts == DashboardFacts())
  }

  @Test("entries are counted without their texts, whatever their kind")
  func counted() async throws {
    let fixture = try await Fixture()
    let feeding = Feeding(method: .breast, startedSide: .left, left: .minutes(5), right: .minutes(4))
    let entries = [
      fixture.entry(.feeding(feeding), at: noon - .hours(3), end: noon - .hours(2), note: "sleepy"),
      fixture.entry(
        .feeding(Feeding(method: .bottle, amount: Volume(90, .milliliters))), at: noon - .hours(2), note: "warm"),
      fixture.entry(.sleep, at: noon - .hours(1), end: noon, note: "in the pram"),
      fixture.entry(.note(.health), at: noon, note: "a cough"),
      dose(fixture, "Tylenol", at: noon + .minutes(1)),
    ]
    try await fixture.write { transaction in for entry in entries { try transaction.insert(entry) } }
    let facts = try await fixture.store.read { try $0.dashboardFacts(fixture.eva.id, day: day, settings: Settings()) }
    #expect(facts.today == entries.dropLast().map(\.counted), "of a dose there is nothing to count")
    #expect(DayTotals(entries: facts.today, in: day) == DayTotals(entries: entries, in: day))
  }

  @Test("on a family server only displayed notes are read, whatever there is on that day")
  func longNotes() async throws {
    func pages(noteLength: Int) async throws -> Int {
      let fixture = try await Fixture()
      let store = try ServerStore.open(path: fixture.directory.path + "/server.db", now: noon)
      let user = User(id: fixture.ids.next(at: noon), email: "anna@example.org", name: "Anna", createdAt: noon)
      let note = String(repeating: "a", count: noteLength)
      let contents: [EntryContent] = [
        .note(.general), .diaper(.wet), .sleep, .tummyTime, .feeding(Feeding(method: .bottle)),
      ]
      let entries = (0..<200).map { number in
        let start = noon - .minutes(number)
        return fixture.entry(contents[number % 5], at: start, end: start, note: note)
      }
      try await store.write(at: noon) { writer in
        _ = try writer.insert(user, password: "")
        try writer.insert(fixture.eva, owner: user.id)
        for entry in entries { try writer.put(.known(entry)) }
      }
      let pages = try await store.read { reader in
        try reader.db.pagesRead {
          let facts = try reader.entries.dashboardFacts(fixture.eva.id, day: day, settings: Settings())
          #expect(facts.today.count == 200 && facts.lastNote?.note == note)
        }
      }
      try store.close()
      return pages
    }
    let (short, long) = (try await pages(noteLength: 10), try await pages(noteLength: 40_000))
    // Five are shown. Each note is ten pages long, and to find one some others are read on the way.
    #expect(long < short + 1_500, "\(short) pages with short notes, \(long) with long ones")
  }

  private func dose(_ fixture: Fixture, _ name: String, at start: Instant) -> Entry {
    fixture.entry(.declared(.medicine, [.text(name), nil, nil, nil]), at: start)
  }

  @Test("doses are read as far back as their intervals reach, if one is recent enough to be pending")
  func doses() async throws {
    let fixture = try await Fixture()
    let child = fixture.eva.id
    let old = dose(fixture, "Iron", at: noon - .hours(80 * 24))
    let older = dose(fixture, "Iron", at: noon - .hours(91 * 24))
    try await fixture.write { transaction in for entry in [old, older] { try transaction.insert(entry) } }
    #expect(try await fixture.store.read { try $0.awaitedDoses(of: child, at: noon) } == [])
    let new = dose(fixture, "Tylenol", at: noon - .hours(31 * 24))
    try await fixture.write { try $0.insert(new) }
    #expect(try await fixture.store.read { try $0.awaitedDoses(of: child, at: noon) } == [new, old])
    let facts = try await fixture.store.read { try $0.dashboardFacts(child, day: day, settings: Settings()) }
    #expect(facts.doses == [new, old])
    try await fixture.write { try $0.delete(new.id) }
    #expect(try await fixture.store.read { try $0.awaitedDoses(of: child, at: noon) } == [])
  }

  @Test("for declared kinds there is the time of the last entry")
  func lastStarts() async throws {
    let fixture = try await Fixture()
    let child = fixture.eva.id
    let entries = [
      dose(fixture, "Iron", at: noon - .hours(2)), dose(fixture, "Iron", at: noon - .hours(1)),
      fixture.entry(.declared(.briefWaking, []), at: noon - .hours(900)), fixture.entry(.diaper(.wet), at: noon),
    ]
    try await fixture.write { transaction in for entry in entries { try transaction.insert(entry) } }
    func lasts() async throws -> [EntryKind: Instant] {
      try await fixture.store.read { try $0.lastStarts(ofDeclaredKinds: child) }
    }
    #expect(
      try await lasts() == [.declared(.medicine): noon - .hours(1), .declared(.briefWaking): noon - .hours(900)])
    try await fixture.write { try $0.delete(entries[1].id) }
    #expect(try await lasts()[.declared(.medicine)] == noon - .hours(2))
  }

  @Test("no more doses are read than a course uses")
  func manyDoses() async throws {
    let fixture = try await Fixture()
    let child = fixture.eva.id
    let all = (0..<MedicineCourse.mostDoses + 5).map { dose(fixture, "Drops", at: noon - .minutes($0)) }
    try await fixture.write { transaction in for entry in all { try transaction.insert(entry) } }
    let read = try await fixture.store.read { try $0.awaitedDoses(of: child, at: noon) }
    #expect(read == Array(all.prefix(MedicineCourse.mostDoses)))
  }

  @Test("wakings are those since the running sleep began, otherwise those of the last")
  func wakings() async throws {
    let fixture = try await Fixture()
    let child = fixture.eva.id
    let night = fixture.entry(.sleep, at: noon - .hours(14), end: noon - .hours(6))
    let within = fixture.entry(.declared(.briefWaking, []), at: noon - .hours(10), end: noon - .hours(10) + .minutes(5))
    let after = fixture.entry(.declared(.briefWaking, []), at: noon - .hours(5))
    func wakings() async throws -> [Entry] {
      try await fixture.store.read { try $0.dashboardFacts(child, day: day, settings: Settings()).wakings }
    }
    try await fixture.write { transaction in for entry in [night, within] { try transaction.insert(entry) } }
    #expect(try await wakings() == [within])
    try await fixture.write { try $0.insert(after) }
    #expect(try await wakings() == [within])
    let nap = fixture.entry(.sleep, at: noon - .hours(1))
    try await fixture.write { try $0.insert(nap) }
    #expect(try await wakings() == [])
    let brief = fixture.entry(.declared(.briefWaking, []), at: noon - .minutes(30))
    try await fixture.write { try $0.insert(brief) }
    #expect(try await wakings() == [brief])
  }
}

extension Entry {
  /// As it is read for counting.
  fileprivate var counted: Entry {
    var entry = self
    (entry.note, entry.author, entry.changedBy) = (nil, nil, nil)
    (entry.createdAt, entry.updatedAt) = (start, start)
    return entry
  }
}

extension Database {
  /// How many pages of the file are looked at, in memory or not.
  fileprivate func pagesRead(_ body: () throws -> Void) throws -> Int {
    func count() -> Int {
      [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS].reduce(0) { sum, status in
        var (current, highest): (CInt, CInt) = (0, 0)
        sqlite3_db_status(sqliteConnection, status, &current, &highest, 0)
        return sum + Int(current)
      }
    }
    let before = count()
    try body()
    return count() - before
  }
}
