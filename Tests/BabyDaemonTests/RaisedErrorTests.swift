import BabyAccount
import BabyModel
import BabyProtocol
import Foundation
import Systemd
import TestSupport
import Testing

@testable import BabyDaemon
@testable import BabyEngine
@testable import BabySocket
@testable import BabyStore

@Suite("Every error of the catalogue occurs")
struct RaisedErrorTests {
  @Test("in a transcript, or in this list", arguments: ErrorCode.all.map(\.name))
  func raised(name: String) async throws {
    guard try !TranscriptTests.answers().contains("\"name\":\"\(name)\"") else { return }
    let raise = try #require(Self.raising[name], "nothing raises it")
    #expect(try await raise() == name)
  }

  /// How those errors come about that no transcript shows, by their names. Each gives the name that was answered.
  private static let raising: [String: @Sendable () async throws -> String?] = [
    // The socket
    "rpc.parse": { try await overSocket { try await $0.call(#"{"jsonrpc":"2.0","id""#).errorName } },
    "rpc.invalidRequest": { try await overSocket { try await $0.call("[]").errorName } },
    "rpc.internal": { try await overSocket { try await $0.call(line(1, "broken")).errorName } },
    "rpc.lineTooLong": {
      try await overSocket { client in
        try await client.send(String(repeating: "[", count: 1001) + "\n")
        return try await client.answer().errorName
      }
    },
    "rpc.cancelled": {
      try await overSocket { client in
        try await client.send(line(1, "gate") + "\n" + line(2, "cancel", ["id": 1]) + "\n")
        let answers = [try await client.answer(), try await client.answer()]
        return answers.first { $0["id"] == 1 }?.errorName
      }
    },
    "rpc.tooManyConnections": {
      try await SocketFixture.run(ScriptedHandler(), limits: SocketLimits(connections: 1)) { fixture in
        let first = try fixture.connect()
        _ = try await first.call(line(1, "later"))
        try await first.send(line(2, "gate") + "\n")
        return try await fixture.connect().answer().errorName
      }
    },
    "rpc.shuttingDown": {
      let daemon = try await TestDaemon()
      await daemon.stop()
      return try await name(daemon, "changes.subscribe", ["topics": ["sleep"]])
    },
    "rpc.permissionDenied": {
      let daemon = try await TestDaemon()
      let member = ClientSession(
        id: 1, peer: Peer(pid: 1, uid: 1000, gid: 1000), isAdministrator: false, sink: daemon.sink)
      let request = Request(id: .number(1), method: DataErase.name, params: ["confirm": "DELETE"])
      do { _ = try await daemon.router.result(for: request, session: member) } catch {
        return RPCError(error).code.name
      }
      return nil
    },

    // The database
    "store.locked": {
      let daemon = try await withEva()
      let holder = try SQLiteShell(daemon.store.path)
      try holder.run("BEGIN IMMEDIATE")
      return try await name(daemon, "entry.log", ["kind": "note", "note": "x"])
    },
    "store.readOnly": {
      let daemon = try await withEva()
      try await daemon.engine.write(as: .daemon) { try $0.transaction.db.run("PRAGMA query_only = 1") }
      return try await name(daemon, "entry.log", ["kind": "note", "note": "x"])
    },
    "store.full": {
      let daemon = try await withEva()
      try await daemon.engine.write(as: .daemon) { try $0.transaction.db.run("PRAGMA max_page_count = 1") }
      for number in 0..<1000 {
        let text = JSON.string("\(number) " + String(repeating: "z", count: 5000))
        if let name = try await name(daemon, "entry.log", ["kind": "note", "note": text]) { return name }
      }
      return nil
    },
    "store.corrupt": {
      let daemon = try await withEva()
      _ = try await daemon.call(EntryLog.self, .init(entry: .diaper(.wet)))
      try SQLiteShell(daemon.store.path).run(
        "PRAGMA ignore_check_constraints = ON; UPDATE entry SET diaper = 'blue'")
      return try await name(daemon, "entry.get", ["id": "last"])
    },
    "timer.ahead": {
      let daemon = try await withEva()
      daemon.clock.now = daemon.clock.now + .hours(2)
      _ = try await name(daemon, "timer.start", ["kind": "sleep"])
      daemon.clock.now = daemon.clock.now - .hours(2)
      return try await name(daemon, "timer.stop", ["kind": "sleep"])
    },
    "phrase.notLogged": { try await name(withEva(), "phrase.log", ["text": "is she asleep"]) },
    "restore.otherLog": {
      // The first child of every test's daemon has the same id.
      let (daemon, other) = (try await withEva(), try await withEva())
      _ = try await other.call(ChildAdd.self, .init(name: "Mia", born: LocalDate(dayNumber: 18_400), zone: "UTC"))
      let file = try other.engine.backups.file(named: other.engine.backUp().name)
      let bytes = try Data(contentsOf: URL(filePath: file)).base64EncodedString()
      return try await name(daemon, "data.restore", ["chunk": .string(bytes), "end": true])
    },
    "store.failed": {
      let daemon = try await withEva()
      try SQLiteShell(daemon.store.path).run("ALTER TABLE change RENAME TO elsewhere")
      return try await name(daemon, "entry.log", ["kind": "note", "note": "x"])
    },

    // Syncing
    "child.unsent": {
      let daemon = try await withEva(keepsOutbox: true)
      _ = try await daemon.call(ChildRemove.self, .init(childID: "Eva"))
      return try await name(daemon, "child.purge", ["childId": "Eva"])
    },
    "child.readOnly": { try await name(shared(as: .viewer), "entry.log", ["kind": "note", "note": "x"]) },
    "child.notOwner": { try await name(shared(as: .caregiver), "child.remove", ["childId": "Eva"]) },
    "inbox.notAConflict": {
      let daemon = try await shared(as: .caregiver)
      let eva = try #require(try await daemon.store.read { try $0.children().first })
      let now = daemon.clock.now
      let theirs = Entry(
        id: IDGenerator().next(at: now), childID: eva.id, content: .diaper(.wet), start: now, author: "Ben",
        createdAt: now, updatedAt: now)
      let page = RemotePage(
        position: "1:2", hasMore: false, children: [RemoteChild(eva, role: .caregiver)], entries: [theirs])
      _ = try await daemon.engine.merge(page, tag: nil, me: "Anna")
      let item = try #require(try await daemon.call(InboxList.self, .init()).items.first)
      return try await name(daemon, "inbox.apply", ["id": .integer(Int64(item.id))])
    },

    // The family server
    "account.wrongCredentials": { try await login(.wrongCredentials) },
    "account.unauthorized": { try await login(.unauthorized) },
    "account.rateLimited": { try await login(.rateLimited(retryAfter: .seconds(60))) },
    "account.emailTaken": {
      let taken = UpstreamError.refused(Refusal(status: 409, message: "Taken"))
      return try await name(TestDaemon(upstream: RefusingUpstream(error: taken)), "account.register", newcomer)
    },
    "account.invalid": {
      try await login(.refused(Refusal(status: 400, message: "No", details: [FieldError("email", "is none")])))
    },
    "server.refused": { try await login(.refused(Refusal(status: 400, message: "No"))) },
    "server.unreachable": { try await login(.unavailable(.timeout)) },
    "server.failed": { try await login(.unavailable(.server(status: 500))) },
    "server.notAFamilyServer": { try await login(.unavailable(.badAnswer("HTML"))) },
    "account.codeNeeded": {
      let needed = Refusal(status: 403, message: "Needs a code", details: [FieldError("code", "is needed to register")])
      return try await name(
        TestDaemon(upstream: RefusingUpstream(error: .refused(needed))), "account.register", newcomer)
    },
    "account.sessionNotFound": {
      let list = AccountSessions.Answer(sessions: [], current: SessionID(high: 0, low: 1))
      let upstream = RefusingUpstream(error: .unavailable(.timeout), letsIn: true, list: list)
      let daemon = try await TestDaemon(upstream: upstream)
      try #require(try await name(daemon, "account.login", credentials) == nil)
      return try await name(daemon, "account.endSession", ["id": "abcd"])
    },
    "share.notFound": { try await accept(.refused(Refusal(status: 404, message: "Used"))) },
    "share.alreadyMember": { try await accept(.refused(Refusal(status: 409, message: "You are"))) },

    "share.memberNotFound": { try await people("share.remove", ["member": "Cleo"]) },
    "share.memberUnclear": { try await people("share.role", ["member": "ben", "role": "viewer"]) },
    "share.lastOwner": { try await people("share.leave", [:]) },
    "server.tooOld": { try await people("share.transfer", ["member": "ben@example.org"]) },
    "child.notShared": {
      let daemon = try await shared(as: .caregiver)
      let eva = try #require(try await daemon.store.read { try $0.children().first })
      let unsent = try await daemon.call(EntryLog.self, .init(entry: .note(), note: "x"))
      let page = RemotePage(position: "1:2", hasMore: false, children: [], entries: [], ended: [eva.id])
      _ = try await daemon.engine.merge(page, tag: nil, me: "Anna")
      return try await name(daemon, "entry.restore", ["id": .string("\(unsent.entry.entry.id)")])
    },

    // The keyring
    "keyring.locked": { try await login(withKeyring: "org.freedesktop.Secret.Error.IsLocked") },
    "keyring.denied": { try await login(withKeyring: "org.freedesktop.DBus.Error.AccessDenied") },
    "keyring.failed": { try await login(withKeyring: "org.freedesktop.DBus.Error.Failed") },
  ]

  private static func overSocket(_ body: (TestClient) async throws -> String?) async throws -> String? {
    try await SocketFixture.run(ScriptedHandler(), limits: SocketLimits(lineLength: 1000)) { fixture in
      try await body(fixture.connect())
    }
  }

  private static func name(_ daemon: TestDaemon, _ method: String, _ params: JSON) async throws -> String? {
    try JSON(parsing: try await daemon.answer(line(1, method, params)).utf8).errorName
  }

  private static func withEva(keepsOutbox: Bool = false) async throws -> TestDaemon {
    let daemon = try await TestDaemon(keepsOutbox: keepsOutbox)
    _ = try await daemon.call(ChildAdd.self, .init(name: "Eva", born: LocalDate(dayNumber: 18_400), zone: "UTC"))
    return daemon
  }

  /// A daemon with another person's child.
  private static func shared(as role: Role) async throws -> TestDaemon {
    let daemon = try await TestDaemon(keepsOutbox: true)
    let now = daemon.clock.now
    let eva = Child(
      id: IDGenerator().next(at: now), name: "Eva", born: LocalDate(dayNumber: 18_400), zone: "UTC", createdAt: now,
      updatedAt: now)
    let page = RemotePage(position: "1:1", hasMore: false, children: [RemoteChild(eva, role: role)], entries: [])
    _ = try await daemon.engine.merge(page, tag: nil, me: "Anna")
    return daemon
  }

  private static let credentials: JSON = [
    "email": "anna@example.org", "password": "correct horse", "server": "https://baby.example",
  ]

  private static let newcomer: JSON = [
    "email": "anna@example.org", "password": "correct horse", "name": "Anna", "server": "https://baby.example",
  ]

  private static func login(_ error: UpstreamError) async throws -> String? {
    try await name(TestDaemon(upstream: RefusingUpstream(error: error)), "account.login", credentials)
  }

  private static func accept(_ error: UpstreamError) async throws -> String? {
    let daemon = try await TestDaemon(upstream: RefusingUpstream(error: error, letsIn: true))
    try #require(try await name(daemon, "account.login", credentials) == nil)
    return try await name(daemon, "share.accept", ["code": "abc"])
  }

  /// Anna, who owns Eva, and two of the name of Ben, on a server that is too old for what she asks.
  private static func people(_ method: String, _ params: JSON) async throws -> String? {
    let start = Instant(milliseconds: 0)
    func member(_ number: UInt64, _ name: String, _ email: String, _ role: Role) -> Member {
      let user = User(id: UserID(high: 0, low: number), email: email, name: name, createdAt: start)
      return Member(user: user, role: role, since: start)
    }
    let upstream = RefusingUpstream(
      error: .tooOld, letsIn: true,
      members: [
        member(1, "Anna", "anna@example.org", .owner), member(2, "Ben", "ben@example.org", .caregiver),
        member(3, "Ben", "ben.b@example.org", .viewer),
      ])
    let daemon = try await TestDaemon(upstream: upstream)
    _ = try await daemon.call(ChildAdd.self, .init(name: "Eva", born: LocalDate(dayNumber: 18_400), zone: "UTC"))
    try #require(try await name(daemon, "account.login", credentials) == nil)
    return try await name(daemon, method, params)
  }

  /// - Parameter error: what the keyring answers.
  private static func login(withKeyring error: String) async throws -> String? {
    let bus = try BusDaemon()
    let service = try FakeService("org.freedesktop.secrets", at: bus.address) {
      let open = BusInterface.Method("OpenSession", takes: "sv", answers: "vo") {
        (_: [BusValue]) throws(BusError) -> [BusValue] in throw BusError(name: error, message: "no")
      }
      return [("/org/freedesktop/secrets", BusInterface(name: "org.freedesktop.Secret.Service", methods: [open]))]
    }
    defer { withExtendedLifetime(service) {} }
    let daemon = try await TestDaemon(environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    return try await name(daemon, "account.login", credentials)
  }
}

/// Another program that has the database open.
private final class SQLiteShell {
  private let program: StartedProgram

  init(_ path: String) throws { program = try StartedProgram(["sqlite3", "-bail", path]) }

  deinit {
    program.endInput()
    program.wait()
  }

  /// Returns once they have been run.
  func run(_ statements: String) throws {
    try program.write(statements + ";\nSELECT 'done';\n")
    var said = ""
    while !said.contains("done") {
      guard let bytes = program.read() else { throw TestFailure("sqlite3 has ended: \(said)") }
      said += String(decoding: bytes, as: UTF8.self)
    }
  }
}
