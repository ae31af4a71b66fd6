import BabyAPI
import BabyEngine
import BabyModel
import BabyProtocol
import GRDB
import GRDBSQLite
import Testing

@testable import BabyServer
@testable import BabyStore

@Suite("Predictions and reminders over HTTP")
struct ForecastHandlerTests {
  private func predictions(
    _ server: TestServer, _ child: Child, as caller: Caller, tag: String? = nil
  ) async throws -> Reply {
    try await server.send(
      "predictions.get", at: ["child": "\(child.id)"], as: caller, headers: tag.map { ["If-None-Match": $0] } ?? [:])
  }

  func reminders(_ server: TestServer, _ child: Child, as caller: Caller) async throws -> DueReminders {
    try await server.send("reminders.list", at: ["child": "\(child.id)"], as: caller).decoded(DueReminders.self)
  }

  /// Eva and weeks of her log.
  func eva(
    _ server: TestServer, of caller: Caller, days: Int, from number: UInt64 = 0
  ) async throws -> (Child, [Entry]) {
    let eva = try await server.addEva(caller)
    let log = LoggedYear(of: eva.id, days: days, until: server.now, from: number).entries
    let store = try server.openStore()
    try await store.write(at: server.now) { writer in for entry in log { try writer.put(.known(entry)) } }
    try store.close()
    return (eva, log)
  }

  func set(
    _ server: TestServer, _ key: String, _ value: String?, of child: Child? = nil, as caller: Caller
  ) async throws {
    #expect(try await server.set(key, value, of: child, as: caller).status == 200)
  }

  @Test("predictions are those of a daemon with the same entries and settings, made at the same time")
  func daemonsPredictions() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let (eva, log) = try await eva(server, of: anna, days: 60)
      let machine = try await OfflineMachine(of: eva, log, in: server.directory, at: server.now)
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
          let own = try await machine.engine.read(OfflineMachine.caller) { try $0.predictions(of: "Eva") }
          let theirs = try await predictions(server, eva, as: anna).decoded(PredictionList.self)
          #expect(theirs.madeAt == server.now && theirs.madeAt == own.madeAt)
          #expect(theirs.predictions == own.predictions)
          #expect(theirs.gaps == own.gaps)
          #expect(theirs.note == own.note)
          #expect(own.predictions.isEmpty == (key == "predictions.enabled"))
          // So that the next request is recomputed, whatever is cached.
          count += 1
          try await server.put(server.entry(count), server.sleep(eva, from: 100, to: 99.9), as: anna)
          try await server.send("entries.delete", at: ["entry": "\(server.entry(count))"], as: anna)
        }
      }
      try machine.close()
    }
  }

  @Test("they are computed once until a change or until their time has passed; then a 304 is no longer right")
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

  @Test("a page gets the cookie's account's answer, and a 304 only for that account's version")
  func pages() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let (eva, _) = try await eva(server, of: anna, days: 40)
      let vera = try await server.join("Vera", eva, of: anna, as: .viewer)
      let stranger = try await server.register("Mallory")
      try await set(server, "time.format", "24h", as: vera)
      // The last change is the same for both, so that nothing else distinguishes them.
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

  @Test("a year of entries is read no further back than a month, and once")
  func cost() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      /// The cost of a forecast for a child with a log of some days, in SQLite's steps.
      func steps(days: Int) async throws -> Int {
        let (child, _) = try await eva(server, of: anna, days: days, from: UInt64(days) << 32)
        let store = try server.openStore()
        defer { try? store.close() }
        let now = server.now
        return try await store.read { reader in
          let counter = StepCounter()
          return try counter.count(reader.entries.db) {
            let forecast = try Forecaster(
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
}
