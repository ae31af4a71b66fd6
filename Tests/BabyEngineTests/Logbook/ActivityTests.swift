import BabyEngine
import BabyModel
import BabyProtocol
import Testing

@Suite("Changes since the last visit")
struct ActivityTests {
  @Test("begin with the caller's last entry before the newest of others, and are counted for each person")
  func handover() async throws {
    let (anna, server, eva) = try await family()
    try await anna.log(.diaper(.dirty), of: eva)
    anna.pass(.minutes(5))
    let bottle = try await anna.log(.feeding(Feeding(method: .bottle)), of: eva)
    try await anna.sync(server)
    anna.pass(.minutes(30))
    server.pass(.minutes(20))
    server.put(anna.entry(.diaper(.wet), of: eva))
    server.put(anna.entry(.feeding(Feeding(method: .pumping)), of: eva))
    let sleep = server.put(anna.entry(.sleep, of: eva))
    server.put(anna.entry(.feeding(Feeding(method: .bottle)), of: eva), by: "Anna")
    try await anna.poll(server)
    anna.pass(.minutes(5))
    try await anna.log(.diaper(.both), of: eva)

    let view = try await anna.activity()
    #expect(view.anchor?.entry.id == bottle.id)
    #expect(view.since == noon + .minutes(5))
    #expect(view.people.map(\.who) == [.named("Ben"), .you])
    #expect(view.people.map(\.diapers) == [1, 1])
    #expect(view.people.map(\.sleeps) == [1, 0])
    #expect(view.people.map(\.pumpings) == [1, 0])
    #expect(view.people.map(\.feeds) == [0, 1])
    #expect(view.running.map(\.entry.id) == [sleep.id])
    #expect(view.items.count == 5)
    #expect(view.items.allSatisfy { $0.action == .logged })
    let first = try await anna.activity(limit: 2)
    #expect(first.items == Array(view.items.prefix(2)))
    #expect(first.leftOut == 3)
    #expect(first.people == view.people)
  }

  @Test("name who changed or deleted an entry, here or as the server reports; entries that came and went are left out")
  func changes() async throws {
    let (anna, server, eva) = try await family()
    var entries: [Entry] = []
    for minute in 0..<5 { entries.append(try await anna.log(of: eva, at: noon - .minutes(minute))) }
    try await anna.sync(server)
    anna.pass(.hours(1))
    let ids = entries.map(\.id)
    try await anna.note("here", on: ids[0])
    server.edit(ids[1]) { $0.note = "elsewhere" }
    server.edit(ids[2]) { $0.deletedAt = noon }
    try await anna.change { try $0.delete(ids[3]) }
    let mistake = try await anna.log(of: eva)
    try await anna.change { try $0.delete(mistake.id) }
    try await anna.sync(server)

    let view = try await anna.activity(since: "30m ago")
    #expect(view.items.map(\.entry.entry.id) == Array(ids.prefix(4)))
    #expect(view.items.map(\.action) == [.changed, .changed, .deleted, .deleted])
    #expect(view.items.map(\.who) == [.you, .named("Ben"), .named("Ben"), .you])
    #expect(view.people.map(\.who) == [.named("Ben"), .you])
    #expect(view.people.map(\.changed) == [1, 1])
    #expect(view.people.map(\.deleted) == [1, 1])
    try await anna.change { try $0.restore(ids[3]) }
    #expect(try await anna.activity(since: "30m ago").items.map(\.action) == [.changed, .changed, .deleted, .restored])
  }

  @Test("name the last editor: before it is sent, once it is, and from another machine of the account")
  func lastChange() async throws {
    let (anna, server, eva) = try await family()
    let entry = try await anna.log(of: eva)
    try await anna.sync(server)
    anna.pass(.hours(1))
    func people() async throws -> [Activity.Person] { try await anna.activity(since: "30m ago").items.map(\.who) }
    server.edit(entry.id) { $0.note = "Ben's" }
    try await anna.poll(server)
    #expect(try await people() == [.named("Ben")])
    #expect(try await anna.shown(entry.id)?.changedBy == "Ben")
    try await anna.note("Anna's", on: entry.id)
    #expect(try await anna.shown(entry.id)?.changedBy == nil)
    #expect(try await people() == [.you])
    try await anna.sync(server)
    #expect(try await anna.shown(entry.id)?.changedBy == "Anna")
    #expect(try await people() == [.you])
    server.edit(entry.id) { $0.note = "Ben's again" }
    try await anna.poll(server)
    #expect(try await people() == [.named("Ben")])
    server.edit(entry.id, by: "Anna") { $0.note = "on the phone" }
    try await anna.poll(server)
    #expect(try await people() == [.you])
  }

  @Test("for new entries name the other person who changed them, besides their author")
  func changedSince() async throws {
    let (anna, server, eva) = try await family()
    let entry = try await anna.log(of: eva)
    try await anna.sync(server)
    func item() async throws -> ActivityItemRecord? { try await anna.activity(since: "1h ago").items.first }
    #expect(try await item()?.editor == nil)
    try await anna.note("Anna's", on: entry.id)
    #expect(try await item()?.editor == nil)
    try await anna.sync(server)
    server.edit(entry.id) { $0.note = "Ben's" }
    try await anna.poll(server)
    let told = try await item()
    #expect(told?.action == .logged && told?.who == .you && told?.editor == .named("Ben"))
    let bens = server.put(anna.entry(of: eva))
    try await anna.poll(server)
    func his() async throws -> Activity.Person? {
      try await anna.activity(since: "1h ago").items.first { $0.entry.entry.id == bens.id }?.editor
    }
    #expect(try await his() == nil)
    try await anna.note("Anna's", on: bens.id)
    #expect(try await his() == .you)
    try await anna.sync(server)
    #expect(try await his() == .you)
    // Changed before this machine has heard of it.
    let ben = try SyncedMachine("Ben", at: anna.now, seed: 3)
    try await ben.poll(server)
    #expect(
      try await ben.engine.read(Caller(uid: SyncedMachine.uid, client: "test")) {
        try $0.activity(.init(since: "1h ago", limit: 10), account: "Ben").items.map(\.editor)
      }.contains(.named("Anna")))
  }

  @Test("an older server does not report who changed an entry, and no one is named")
  func olderServer() async throws {
    let (anna, server, eva) = try await family()
    let entry = try await anna.log(of: eva)
    try await anna.sync(server)
    anna.pass(.hours(1))
    var theirs = try #require(server.edit(entry.id) { $0.note = "elsewhere" })
    theirs.changedBy = nil
    let page = RemotePage(
      position: "1:9", hasMore: false, children: server.snapshot.children, entries: [theirs])
    _ = try await anna.engine.merge(page, tag: nil, me: "Anna")
    #expect(try await anna.activity(since: "30m ago").items.map(\.who) == [.unknown])
    #expect(try await anna.activity(since: "30m ago").members == nil)
  }

  @Test("people who joined, left, were removed or got another role are listed once, the latest first, with who did it")
  func members() async throws {
    let (anna, server, eva) = try await family()
    try await anna.sync(server)
    server.tell(.joined, "Ben", of: eva, as: .caregiver)
    server.pass(.hours(2))
    server.tell(.role, "Ben", of: eva, as: .viewer, by: "Anna")
    server.tell(.removed, "Cleo", of: eva, by: "Ben")
    // Of a child that is not here.
    server.tell(.left, "Dora", of: Child.foreign)
    anna.pass(.hours(3))
    for _ in 0..<2 {
      try await anna.poll(server)
      let members = try await anna.activity(since: "4h ago").members
      #expect(members?.map(\.who) == [.named("Ben"), .named("Cleo"), .named("Ben")])
      #expect(members?.map(\.owner) == [.you, .named("Ben"), nil])
      #expect(try await anna.activity(since: "2h ago").members?.map(\.action) == [.role, .removed])
    }
    let seq = try await anna.store.read { try $0.lastSeq() }
    try await anna.poll(server)
    #expect(try await anna.store.read { try $0.lastSeq() } == seq, "a known change is not logged again")
    let latest = try await anna.latest(of: eva)
    #expect(latest.item == nil && latest.member?.action == .role)
    anna.pass(.hours(31 * 24))
    try await anna.engine.forgetOldChanges()
    #expect(try await anna.latest(of: eva).member == nil)
    try await anna.poll(server)
    #expect(try await anna.latest(of: eva).member == nil, "told again, it is too old still")
  }

  @Test("the last change may be by anyone, and of a deleted entry")
  func latest() async throws {
    let (anna, server, eva) = try await family()
    let entry = try await anna.log(of: eva)
    #expect(try await anna.latest(of: eva).item?.action == .logged)
    #expect(try await anna.latest(of: eva).item?.who == .you)
    try await anna.sync(server)
    server.edit(entry.id) { $0.deletedAt = noon }
    try await anna.poll(server)
    let gone = try await anna.latest(of: eva).item
    #expect(gone?.action == .deleted && gone?.who == .named("Ben") && gone?.entry.entry.id == entry.id)
    try await anna.change { try $0.restore(entry.id) }
    let back = try await anna.latest(of: eva).item
    #expect(back?.action == .restored && back?.who == .you)
  }

  @Test("a new machine reports nothing from before")
  func newMachine() async throws {
    let (anna, server, eva) = try await family()
    try await anna.log(of: eva)
    try await anna.sync(server)
    let ben = try SyncedMachine("Ben", at: noon + .hours(2), seed: 2)
    try await ben.poll(server)
    #expect(try await ben.activity(since: "1h ago").items == [])
    #expect(try await ben.activity(since: "3h ago").people.map(\.who) == [.named("Anna")])
    #expect(try await ben.activity().since == noon - .hours(10))
  }

  @Test("alone, they cover the last 12 hours, all by this machine")
  func alone() async throws {
    let log = try await Log()
    try await log.write { try $0.note("in the morning") }
    log.machine.pass(.hours(13))
    try await log.write { try $0.note("at night") }
    let view = try await log.machine.activity(account: nil)
    #expect(view.anchor == nil)
    #expect(view.since == log.machine.now - .hours(12))
    #expect(view.people.map(\.who) == [.you])
    #expect(view.items.map(\.entry.entry.note) == ["at night"])
  }

  @Test("report if the changes of the time are no longer kept")
  func shortened() async throws {
    let log = try await Log()
    try await log.write { try $0.note("long ago") }
    log.machine.pass(.hours(20 * 24))
    try await log.write { try $0.note("kept") }
    #expect(try await !log.machine.activity(since: "2023-11-14", account: nil).isShortened)
    log.machine.pass(.hours(15 * 24))
    try await log.machine.engine.forgetOldChanges()
    let view = try await log.machine.activity(since: "2023-11-14", account: nil)
    #expect(view.isShortened)
    #expect(view.items.map(\.entry.entry.note) == ["kept"])
    #expect(try await !log.machine.activity(since: "yesterday", account: nil).isShortened)
  }

  @Test(
    "only other people's entries of the last 24 hours are news",
    arguments: [(hours: 23, isNews: true), (hours: 25, isNews: false)])
  func news(hours: Int, isNews: Bool) {
    let now = noon
    func logged(_ person: Activity.Person, hoursAgo: Int) -> (entry: Entry, person: Activity.Person, at: Instant) {
      let at = now - .hours(hoursAgo)
      let entry = Entry(
        id: EntryID(high: 0, low: UInt64(hoursAgo)), childID: ChildID(high: 0, low: 1), content: .sleep, start: at,
        createdAt: at, updatedAt: at)
      return (entry, person, at)
    }
    let all = [logged(.you, hoursAgo: 1), logged(.named("Ben"), hoursAgo: hours), logged(.you, hoursAgo: 60)]
    #expect(Activity.anchor(among: all, now: now)?.at == (isNews ? now - .hours(60) : nil))
    #expect(Activity.anchor(among: Array(all.prefix(2)), now: now) == nil)
  }
}

extension Child {
  fileprivate static let foreign = Child(
    id: ChildID(high: 7, low: 7), name: "Max", born: LocalDate(dayNumber: 19_000), zone: "UTC", createdAt: noon,
    updatedAt: noon)
}

extension ActivityShareRecord {
  fileprivate var who: Activity.Person { Activity.Person(person, isYou: isYou) }
}

extension ActivityItemRecord {
  fileprivate var who: Activity.Person { Activity.Person(person, isYou: isYou) }
  fileprivate var editor: Activity.Person? {
    changer == nil && !changerIsYou ? nil : Activity.Person(changer, isYou: changerIsYou)
  }
}

extension ActivityMemberRecord {
  fileprivate var who: Activity.Person { Activity.Person(person, isYou: isYou) }
  fileprivate var owner: Activity.Person? { by == nil && !byYou ? nil : Activity.Person(by, isYou: byYou) }
}

extension SyncedMachine {
  fileprivate func latest(of child: Child) async throws -> ActivityNews {
    let account = name
    return try await engine.read(Caller(uid: Self.uid, client: "test")) {
      try $0.activityNews(of: child, account: account)
    }
  }

  fileprivate func activity(
    since: String? = nil, account: String? = "", limit: Int = 100
  ) async throws -> ActivityList.Answer {
    let account = account == "" ? name : account
    return try await engine.read(Caller(uid: Self.uid, client: "test")) {
      try $0.activity(.init(since: since, limit: limit), account: account)
    }
  }
}
