import BabyAPI
import BabyEngine
import BabyModel
import BabyProtocol
import BabyRecords
import GRDB
import GRDBSQLite
import Synchronization
import Testing

@testable import BabyServer
@testable import BabyStore

@Suite("What is to come, over HTTP")
struct OutlookTests {
  private func predictions(
    _ server: TestServer, _ child: Child, as caller: Caller, tag: String? = nil
  ) async throws -> Reply {
    try await server.send(
      "predictions.get", at: ["child": "\(child.id)"], as: caller, headers: tag.map { ["If-None-Match": $0] } ?? [:])
  }

  private func reminders(_ server: TestServer, _ child: Child, as caller: Caller) async throws -> DueReminders {
    try await server.send("reminders.list", at: ["child": "\(child.id)"], as: caller).decoded(DueReminders.self)
  }

  /// Eva and weeks of her log.
  private func eva(
    _ server: TestServer, of caller: Caller, days: Int, from number: UInt64 = 0
  ) async throws -> (Child, [Entry]) {
    let eva = try await server.addEva(caller)
    let log = LoggedYear(of: eva.id, days: days, until: server.now, from: number).entries
    let store = try server.openStore()
    try await store.write(at: server.now) { writer in for entry in log { try writer.put(.known(entry)) } }
    try store.close()
    return (eva, log)
  }

  private func set(
    _ server: TestServer, _ key: String, _ value: String?, of child: Child? = nil, as caller: Caller
  ) async throws {
    var members: [(String, JSON)] = [
      ("home", child == nil ? "person" : "child"), ("key", .string(key)), ("changedAt", .string(server.now.utcText)),
    ]
    if let child { members.append(("childId", .string("\(child.id)"))) }
    if let value { members.append(("value", .string(value))) }
    let reply = try await server.send("settings.change", .object(JSONObject(members)), as: caller)
    #expect(reply.status == 200)
  }

  // MARK: Predictions

  @Test("predictions are those of a daemon with the same entries and settings, made at the same time")
  func daemonsPredictions() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let (eva, log) = try await eva(server, of: anna, days: 60)
      let machine = try await Machine(of: eva, log, in: server.directory, at: server.now)
      let settings: [(String, String)] = [
        ("units", "oz"), ("time.format", "24h"), ("feeding.topUp", "45m"), ("predictions.enabled", "off"),
      ]
      var count: UInt64 = 0
      for (key, value) in [("units", "ml")] + settings {
        let isOfPerson = SettingKey.all.first { $0.name == key }?.home == .person
        try await set(server, key, value, of: isOfPerson ? nil : eva, as: anna)
        try await machine.set(key, value, of: isOfPerson ? nil : eva.id)
        for hours in [0, 1, 7] {
          server.now = TestServer.noon + .hours(hours)
          machine.now = server.now
          let own = try await machine.engine.read(Machine.caller) { PredictionGet.Answer(try $0.forecast(of: "Eva")) }
          let theirs = try await predictions(server, eva, as: anna).decoded(PredictionList.self)
          #expect(theirs.madeAt == server.now && theirs.madeAt == own.madeAt)
          #expect(theirs.predictions == own.predictions)
          #expect(theirs.gaps == own.gaps)
          #expect(theirs.note == own.note)
          #expect(own.predictions.isEmpty == (key == "predictions.enabled"))
          // So that the next question is asked anew, whatever has been found out.
          count += 1
          try await server.put(server.entry(count), server.sleep(eva, from: 100, to: 99.9), as: anna)
          try await server.send("entries.delete", at: ["entry": "\(server.entry(count))"], as: anna)
        }
      }
      try machine.close()
    }
  }

  @Test("they are found out once until something changes or time has overtaken them; then a 304 is no longer right")
  func remembered() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let (eva, _) = try await eva(server, of: anna, days: 40)
      let vera = try await server.join("Vera", eva, of: anna, as: .viewer)
      let first = try await predictions(server, eva, as: anna)
      let list = try first.decoded(PredictionList.self)
      let tag = try #require(first.headers["etag"])
      #expect(list.madeAt == server.now && list.validUntil > server.now)
      server.now = list.validUntil - .milliseconds(1)
      #expect(try await predictions(server, eva, as: anna).body == first.body)
      for _ in 1...2 { #expect(try await predictions(server, eva, as: anna, tag: tag).status == 304) }
      #expect(try await predictions(server, eva, as: vera).decoded(PredictionList.self).madeAt == server.now)
      server.now = list.validUntil
      let second = try await predictions(server, eva, as: anna, tag: tag)
      #expect(second.status == 200)
      #expect(try second.decoded(PredictionList.self).madeAt == server.now)

      var known = try #require(second.headers["etag"])
      func isNew() async throws -> Bool {
        let reply = try await predictions(server, eva, as: anna, tag: known)
        known = reply.headers["etag"] ?? ""
        return reply.status == 200
      }
      #expect(try await !isNew())
      try await server.put(server.entry(1), server.sleep(eva, from: 0.1), as: vera)
      #expect(try await !isNew(), "a viewer logs nothing")
      try await server.put(server.entry(1), server.sleep(eva, from: 0.1), as: anna)
      #expect(try await isNew())
      try await set(server, "feeding.topUp", "30m", of: eva, as: anna)
      #expect(try await isNew())
      try await set(server, "time.format", "24h", as: anna)
      #expect(try await isNew())
      try await set(server, "time.format", "24h", as: vera)
      #expect(try await !isNew(), "what others have set for themselves says nothing of what she sees")
      // An older copy of the database is another one, whatever its numbers are.
      let store = try server.openStore()
      try store.backup(to: server.directory + "/copy.db")
      try store.restore(from: server.directory + "/copy.db", now: server.now)
      try store.close()
      #expect(try await isNew())
    }
  }

  @Test("on a page it is who the cookie names that is answered, and with 304 for what that person has seen")
  func pages() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let (eva, _) = try await eva(server, of: anna, days: 40)
      let vera = try await server.join("Vera", eva, of: anna, as: .viewer)
      let stranger = try await server.register("Mallory")
      try await set(server, "time.format", "24h", as: vera)
      // The last change is one for both, so that they are told apart by nothing else.
      try await server.put(server.entry(1), server.sleep(eva, from: 0.1), as: anna)
      func ask(_ operation: String, _ caller: Caller?, _ tag: String? = nil) async throws -> Reply {
        let headers = tag.map { ["If-None-Match": $0] } ?? [:]
        return try await server.send(operation, at: ["child": "\(eva.id)"], as: caller, headers: headers)
      }
      for operation in ["predictions.get", "reminders.list"] {
        let first = try await ask(operation, anna.onPage)
        #expect(first.status == 200 && first.headers["cache-control"] == "no-store")
        let tag = try #require(first.headers["etag"])
        // The second answer is one from memory.
        for _ in 1...2 { #expect(try await ask(operation, anna.onPage, tag).status == 304) }
        #expect(try await ask(operation, anna, tag).status == 304)
        let own = try await ask(operation, vera.onPage, tag)
        #expect(own.status == 200 && own.headers["etag"] != tag)
        #expect(operation != "predictions.get" || own.body != first.body, "she has a clock of 24 hours")
        for _ in 1...2 { #expect(try await ask(operation, vera.onPage, own.headers["etag"]).status == 304) }
        for _ in 1...2 { #expect(try await ask(operation, stranger.onPage, tag).status == 404) }
        for _ in 1...2 { #expect(try await ask(operation, nil, tag).status == 401) }
      }
      let tag = try #require(try await ask("predictions.get", vera.onPage).headers["etag"])
      #expect(try await ask("predictions.get", vera.onPage, tag).status == 304)
      try await server.send("auth.logout", as: vera.onPage)
      #expect(try await ask("predictions.get", vera.onPage, tag).status == 401)
    }
  }

  @Test("a year of entries is gone through no further back than a month, and once")
  func cost() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      /// What a forecast for a child with a log of so many days takes, in steps of SQLite's.
      func steps(days: Int) async throws -> Int {
        let (child, _) = try await eva(server, of: anna, days: days, from: UInt64(days) << 32)
        let store = try server.openStore()
        defer { try? store.close() }
        let now = server.now
        return try await store.read { reader in
          let counter = StepCounter()
          return try counter.count(reader.entries.db) {
            let forecast = try Outlook(
              of: child, reader.entries, settings: Settings(), zone: try ZoneDatabase().rules(for: child.zone), now: now
            ).forecast()
            #expect(!forecast.predictions.isEmpty)
          }
        }
      }
      let (ofMonths, ofYear) = (try await steps(days: 60), try await steps(days: 365))
      #expect(ofMonths > 1000 && ofYear < ofMonths * 11 / 10, "\(ofMonths) for two months, \(ofYear) for a year")
    }
  }

  /// Counts what SQLite does, in hundreds of its steps.
  private final class StepCounter {
    private static let stride = 100
    private var count = 0

    func count(_ db: Database, _ body: () throws -> Void) throws -> Int {
      sqlite3_progress_handler(
        db.sqliteConnection, CInt(Self.stride),
        { counter in
          if let counter { Unmanaged<StepCounter>.fromOpaque(counter).takeUnretainedValue().count += 1 }
          return 0
        }, Unmanaged.passUnretained(self).toOpaque())
      defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
      try body()
      return count * Self.stride
    }
  }

  // MARK: Reminders

  @Test(
    "reminders are those of a daemon with the same entries and settings: due, held back, snoozed, dismissed and done")
  func daemonsReminders() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      var (eva, log) = try await eva(server, of: anna, days: 40)
      // So that nothing is due yet: she has just woken up.
      let start = server.now - .minutes(50)
      let nap = Entry(
        id: server.entry(1), childID: eva.id, content: .sleep, start: start, end: server.now, author: "Anna",
        createdAt: server.now, updatedAt: server.now)
      try await server.put(nap.id, server.sleep(eva, from: 50.0 / 60, to: 0), as: anna)
      log.append(nap)
      let machine = try await Machine(of: eva, log, in: server.directory, at: server.now)
      var seen: [[String]] = []
      func agree(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        machine.now = max(machine.now, server.now)
        let own = try await machine.reminders()
        let theirs = try await reminders(server, eva, as: anna)
        #expect(theirs.reminders == own, sourceLocation: sourceLocation)
        seen.append(own.map(\.kind.rawValue))
      }
      for (key, value) in [("feeding.interval", "3h"), ("reminders.nap", "15m"), ("diaper.interval", "4h")] {
        try await set(server, key, value, of: eva, as: anna)
        try await machine.set(key, value, of: eva.id)
      }
      try await set(server, "reminders.quiet", "22:00-06:00", as: anna)
      try await machine.set("reminders.quiet", "22:00-06:00", of: nil)
      try await machine.write { try $0.setReminder("Vitamin D", every: nil, daily: "18:00", child: "Eva") }
      try await share(machine, with: server, of: eva, as: anna)
      try await agree()
      #expect(seen == [[]])
      // Noon in London is one o'clock in Berlin.
      for minutes in [60, 200, 299, 300, 301, 500] {
        try await pass(to: TestServer.noon + .minutes(minutes), server, machine)
        try await agree()
      }
      #expect(seen.last.map { Set($0) } == ["feeding", "nap", "diaper", "custom"])
      try await machine.write { try $0.snoozeReminder("feeding", for: .minutes(60), child: "Eva") }
      try await machine.write { try $0.dismissReminder("Vitamin D", child: "Eva") }
      try await machine.write { try $0.dismissReminder("diaper", child: "Eva") }
      try await share(machine, with: server, of: eva, as: anna)
      try await agree()
      #expect(seen.last == ["nap", "feeding"])
      // It comes back in quiet hours, which hold it.
      try await pass(to: TestServer.noon + .minutes(595), server, machine)
      try await agree()
      let held = try await reminders(server, eva, as: anna).reminders.map(\.heldUntil)
      #expect(held == [nil, TestServer.noon + .hours(17)])
      try await pass(to: TestServer.noon + .hours(17), server, machine)
      try await agree()
      #expect(seen.last == ["feeding", "nap"])
      #expect(try await reminders(server, eva, as: anna).reminders.first?.toldAt == server.now)
      try machine.close()
    }
  }

  /// Lets time pass on both, as on a machine that is on: what is due is told when it is.
  private func pass(to time: Instant, _ server: TestServer, _ machine: Machine) async throws {
    while let next = try await machine.engine.tellDueReminders().next, next <= time { machine.now = next }
    machine.now = time
    _ = try await machine.engine.tellDueReminders()
    server.now = time
  }

  /// Sends the server what a machine would send of reminders.
  private func share(_ machine: Machine, with server: TestServer, of eva: Child, as caller: Caller) async throws {
    let (custom, marks) = try await machine.engine.read(Machine.caller) {
      (try $0.transaction.customReminders(child: eva.id), try $0.transaction.reminderMarks(child: eva.id))
    }
    for reminder in custom {
      try await set(server, "reminder.\(reminder.id)", reminder.sharedText, of: eva, as: caller)
    }
    for (rule, mark) in marks {
      if let text = mark.sharedText { try await set(server, "occasion.\(rule)", text, of: eva, as: caller) }
    }
  }

  @Test("a snoozed reminder is listed until it comes back; what is due is found out anew when it is")
  func time() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      try await set(server, "feeding.interval", "3h", of: eva, as: anna)
      let start = server.now - .hours(2)
      try await server.put(
        server.entry(1),
        [
          "childId": .string("\(eva.id)"), "kind": "feeding", "method": "bottle", "start": .string(start.utcText),
        ], as: anna)
      let first = try await reminders(server, eva, as: anna)
      #expect(first.reminders == [] && first.validUntil == start + .hours(3))
      server.now = start + .hours(3)
      let due = try #require(try await reminders(server, eva, as: anna).reminders.first)
      #expect(due.kind == .feeding && due.toldAt == server.now && due.text == "Fed about 3 hours ago")
      let until = server.now + .minutes(30)
      try await set(
        server, "occasion.feeding", "\(due.id) \(due.due.utcText) snoozed \(until.utcText)", of: eva, as: anna)
      let snoozed = try await reminders(server, eva, as: anna)
      #expect(snoozed.reminders.map(\.snoozedUntil) == [until] && snoozed.validUntil == until)
      #expect(snoozed.reminders.map(\.toldAt) == [nil])
      server.now = until
      #expect(try await reminders(server, eva, as: anna).reminders.map(\.toldAt) == [until])
      try await set(server, "reminders.enabled", "off", as: anna)
      #expect(try await reminders(server, eva, as: anna).reminders == [])
    }
  }
}

/// A machine without the way to a server: what a daemon says, with a clock that stands until it is set.
private final class Machine: Sendable {
  static let caller = BabyEngine.Caller(uid: 1000, client: "test")

  let engine: Engine
  private let child: ChildID
  private let clock: Clock

  private final class Clock: Sendable {
    let now: Mutex<Instant>
    init(_ now: Instant) { self.now = Mutex(now) }
  }

  var now: Instant {
    get { clock.now.withLock { $0 } }
    set { clock.now.withLock { $0 = newValue } }
  }

  init(of eva: Child, _ log: [Entry], in directory: String, at now: Instant) async throws {
    let store = try Store.open(
      path: directory + "/local.db", now: now, readExecutor: globalConcurrentExecutor,
      writeExecutor: globalConcurrentExecutor)
    let clock = Clock(now)
    self.clock = clock
    child = eva.id
    engine = Engine(store: store, zones: ZoneDatabase(), ids: IDGenerator(), systemZone: "UTC") {
      clock.now.withLock { $0 }
    }
    try await store.write(WriteContext(uid: 1000, client: "test", at: now)) { transaction in
      try transaction.label("Logged")
      try transaction.insert(eva)
      for entry in log { try transaction.insert(entry) }
    }
  }

  func close() throws { try engine.store.close() }

  func set(_ key: String, _ value: String, of child: ChildID?) async throws {
    try await engine.store.write(WriteContext(uid: 1000, client: "test", at: now)) {
      try $0.label("Set")
      try $0.setSetting(key, value, child: child)
    }
  }

  func write(_ body: @escaping @Sendable (LogbookWriter) throws -> Void) async throws {
    let call = WriteCall(
      caller: Self.caller, fingerprint: "", idempotencyKey: nil, coalescesPresses: false, isDryRun: false)
    _ = try await engine.write(call) { book in
      try body(book)
      return []
    }
  }

  func write<Outcome>(_ body: @escaping @Sendable (LogbookWriter) throws -> Outcome) async throws {
    try await write { _ = try body($0) }
  }

  /// What `reminder.list` says, but for what is yet to come.
  func reminders() async throws -> [ReminderRecord] {
    let now = now
    return try await engine.read(Self.caller) { [child] book in
      let list = book.reminderList([try book.reminders(of: book.anyChild("\(child)"))])
      return list.open + list.waiting.filter { $0.due <= now || $0.snoozedUntil != nil }
    }
  }
}
