import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore
import Foundation
import TestSupport
import Testing

@testable import BabyServer

@Suite("The administrator's view and actions")
struct OperatorTests {
  @Test("an unknown command is named, with the most similar one and the rest of the line")
  func misspelt() {
    func message(_ words: String...) -> String? { ServerCommand.unknownCommand(in: words) }
    #expect(
      message("user", "disabel", "a@example.org")
        == "There is no command \"babybasics-server user disabel\".\nTry: babybasics-server user disable a@example.org")
    #expect(message("statsu")?.hasSuffix("\nTry: babybasics-server status") == true)
    #expect(message("user", "reset-pasword", "a b")?.hasSuffix("babybasics-server user reset-password 'a b'") == true)
    #expect(message("user", "frobnicate")?.hasSuffix("\nTry: babybasics-server user --help") == true)
    for right in [["user", "disable", "x"], ["status", "x"], ["--port", "8080"], ["user"], ["user", "--help"], []] {
      #expect(ServerCommand.unknownCommand(in: right) == nil)
    }
  }

  @Test("a disabled account is out at once, also with cached answers; its children and entries stay")
  func disable() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      server.pass(.minutes(1))
      let ben = try await server.join("Ben", eva, of: anna, as: .caregiver)
      try await server.put(server.entry(1), server.sleep(eva, from: 2, to: 1), as: anna)
      let store = try server.openStore()
      defer { try? store.close() }
      let code = TypedCode(random: Secrets.hash("code"))
      try await store.write(at: server.now) { try $0.setPasswordCode(Secrets.hash(code), of: anna.user.id) }
      func poll() async throws -> Int {
        try await server.send("changes.list", as: anna, headers: ["If-None-Match": "*"]).status
      }
      for _ in 1...2 { #expect(try await poll() == 304) }
      try await store.write(at: server.now) { try $0.disable(anna.user.id) }
      #expect(try await poll() == 401)
      let refused = try await server.login("Anna")
      #expect(refused.status == 403)
      #expect(try refused.json["error"]?["message"]?.stringValue?.contains("disabled") == true)
      let guess = try await server.login("Anna", "wrong horse")
      #expect(guess.status == 401, "who does not know the password learns nothing")
      let reset: JSON = ["code": .string(code.grouped), "password": "battery staple"]
      #expect(try await server.send("auth.reset", reset).status == 400)
      let changes = try await server.changes(as: ben)
      #expect(changes.known.map(\.entry.author) == ["Anna"])
      #expect(try await store.read { try $0.accounts().map { $0.disabledAt != nil } } == [true, false])

      try await store.write(at: server.now) { try $0.enable(anna.user.id) }
      #expect(try await server.login("Anna").status == 200)
      #expect(try await poll() == 401, "its old sessions stay ended")
    }
  }

  @Test("totals count everything that exists")
  func totals() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      server.pass(.minutes(1))
      _ = try await server.join("Ben", eva, of: anna, as: .viewer)
      server.pass(.hours(25))
      _ = try await server.login("Anna")
      let store = try server.openStore()
      defer { try? store.close() }
      let totals = try await store.read { try $0.totals(now: server.now) }
      #expect((totals.accounts, totals.disabled, totals.children) == (2, 0, 1))
      #expect((totals.sessions, totals.sessionsInUse) == (3, 1))
      #expect(totals.bytes > 4096)
      let used = try await store.read { try $0.accounts().map(\.usedAt) }
      #expect(used == [server.now, TestServer.noon + .minutes(1)])
    }
  }

  @Test("metrics count requests by operation and status, and contain no name, id or address")
  func metrics() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let store = try server.openStore()
      defer { try? store.close() }
      let counts = RequestCounts()
      counts.count(Operations.meGet.operation, 200)
      counts.count(Operations.meGet.operation, 200)
      counts.count(Operations.meGet.operation, 401)
      counts.countFromMemory()
      let text = try await Metrics(counts: counts, store: store).text(now: server.now)
      for line in [
        "babybasics_accounts 1", "babybasics_children 1", "babybasics_sessions 1",
        "babybasics_requests_total{operation=\"me.get\",status=\"200\"} 2",
        "babybasics_requests_total{operation=\"me.get\",status=\"401\"} 1", "babybasics_requests_from_memory_total 1",
      ] {
        #expect(text.contains("\n\(line)\n"), "\(line)")
      }
      #expect(text.hasSuffix("# EOF\n"))
      for name in ["Anna", "anna@", "Eva", "\(anna.user.id)", "\(eva.id)", "127.0.0.1"] {
        #expect(!text.contains(name))
      }
    }
  }

  @Test("an address of metrics is an address and a port", arguments: ["", "9464", ":9464", "host:9464", "127.0.0.1:0"])
  func addresses(text: String) {
    #expect(MetricsAddress(text) == nil)
    #expect(MetricsAddress("[::1]:9464")?.description == "[::1]:9464")
    #expect(MetricsAddress("127.0.0.1:9464")?.host == "127.0.0.1")
  }

  @Test("a backup is made once a day automatically, once there is an account, and can be restored")
  func backups() async throws {
    try await TestServer.run { server in
      let store = try server.openStore()
      defer { try? store.close() }
      let folder = BackupFolder(of: store.path)
      #expect(folder.items == [], "there is nothing to keep yet")
      _ = try await server.register("Anna")
    } afterRestart: { server in
      let store = try server.openStore()
      defer { try? store.close() }
      let folder = BackupFolder(of: store.path)
      try await eventually("there is a backup") { !folder.items.isEmpty }
      #expect(folder.items.first?.at == TestServer.noon)
      for day in 1...60 { _ = try folder.add(store, at: TestServer.noon + .hours(24 * day)) }
      #expect(folder.items.count < 15, "older ones go")
      _ = try await server.register("Ben")
      let newest = try #require(folder.items.first)
      try store.restore(from: folder.path + "/" + newest.name, now: server.now)
      #expect(try await store.read { try $0.accounts().map(\.user.name) } == ["Anna"])
    }
  }
}

@Suite("The log while saving fails")
struct SaveFailureLogTests {
  private let start = Instant(milliseconds: 1_600_000_000_000)

  @Test("has the reason once a minute, however many requests fail, and also after a clock was set back")
  func onceAMinute() {
    let saveFailures = SaveFailureLog()
    let full = BabyError.storeFull(path: "/data/server.db")
    let told = [0, 1, 59, 60, 61, 120, -600].map { saveFailures.reason(of: full, at: start + .seconds($0)) }
    let words = "There is no room on the disk for /data/server.db."
    #expect(told == [words, nil, nil, words, nil, words, words])
  }

  @Test("does not have errors whose reason the caller gets")
  func others() {
    let saveFailures = SaveFailureLog()
    for error in [BabyError.noChild, .zoneUnknown("Mars")] as [any Error] + [APIError(.unavailable, "Busy.")] {
      #expect(saveFailures.reason(of: error, at: start) == nil)
    }
  }
}
