import BabyModel
import GRDB
import Synchronization
import Testing

@testable import BabyStore

@Suite("Files of earlier versions")
struct MigrationTests {
  private let directory = TemporaryDirectory()

  /// A file of version 5, without an account, as a program has left it, and then changed.
  private func keptFile(_ changes: String = "") async throws -> String {
    let path = try KeptFiles.copy("local.db", of: "0.7", into: directory)
    try await DatabaseQueue(path: path).write { try $0.execute(sql: changes) }
    return path
  }

  private func open(
    _ path: String, keepsOutbox: Bool = false, busyTimeout: Duration = .seconds(2),
    onMigrating: @escaping @Sendable () -> Void = {}
  ) throws -> Store {
    try Store.open(
      path: path, now: noon, keepsOutbox: keepsOutbox, busyTimeout: busyTimeout,
      readExecutor: globalConcurrentExecutor, writeExecutor: globalConcurrentExecutor, onMigrating: onMigrating)
  }

  @Test("tell while they are brought up to date that it gets on; files of today have nothing to tell")
  func progress() async throws {
    let path = try await keptFile(
      """
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 20000)
      INSERT INTO outbox (number, child_id) SELECT n, (SELECT id FROM child LIMIT 1) FROM number
      """)
    let heard = Mutex(0)
    try open(path, onMigrating: { heard.withLock { $0 += 1 } }).close()
    #expect(heard.withLock { $0 } > 0)
    heard.withLock { $0 = 0 }
    try open(path, onMigrating: { heard.withLock { $0 += 1 } }).close()
    #expect(heard.withLock { $0 } == 0)
  }

  @Test("of version 9 what runs goes on running, and what happened at one moment runs not", arguments: ["0.9", "0.10"])
  func version9(version: String) async throws {
    let path = try KeptFiles.copy("account.db", of: version, into: directory)
    let store = try open(path, keepsOutbox: true)
    try await store.read { book in
      for child in try book.children() {
        let entries = try book.entries(EntryQuery(child: child.id)).entries
        for kind in EntryKind.allCases {
          let running = entries.filter { $0.kind == kind && $0.isRunning }.map(\.id)
          #expect(try book.running(of: kind, child: child.id).map(\.id) == running)
          if child.name == "Leo" { #expect(running.isEmpty == (kind != .sleep)) }
        }
      }
    }
  }

  @Test("of version 5 what is on its way is sent still, a child's change as a whole")
  func version5() async throws {
    let path = try await keptFile(
      """
      INSERT INTO outbox (number, child_id, base, sends, is_attempted, is_outdated)
        SELECT 1, id, 7, 1, 1, 1 FROM child WHERE name = 'Eva';
      INSERT INTO outbox (number, entry_id, child_id, sends, next_at)
        SELECT 2, id, child_id, 3, \((noon + .hours(1)).milliseconds) FROM entry WHERE kind = 'diaper';
      """)
    let store = try open(path, keepsOutbox: true)
    let rows = try await store.read { try $0.outboxRows(limit: 10) }
    let diaper = try await store.read { try $0.lastEntry(.diaper, child: rows[0].childID) }
    #expect(rows.map(\.number) == [1, 2] && rows.map(\.entryID) == [nil, diaper?.id])
    #expect(try await store.read { try $0.nextOutboxRow(now: noon) }?.number == 1)
    #expect(rows[0].base == Instant(milliseconds: 7))
    #expect(try await store.read { try $0.remoteChild(rows[0].childID) } == nil)
    #expect(try await store.read { try $0.sentChild(rows[0]) } == nil)
    #expect(rows[1].nextAt.milliseconds == 0, "nobody knows since when it waits")
    try store.close()
    try verifyIntegrity(of: path)
  }

  @Test("of version 11 settings wait for nothing until the server has told what it has of them")
  func version11() async throws {
    let path = try KeptFiles.copy("account.db", of: "0.12", into: directory)
    let store = try open(path, keepsOutbox: true)
    let state = try await store.read { try $0.syncState() }
    #expect(state.position != nil && state.settingsPosition == nil && !state.areSettingsListed)
    let waiting = try await store.read { try $0.queueCounts().waiting }
    try await store.write(WriteContext(uid: 7, client: "test", at: noon)) {
      try $0.setSetting("units", "oz", child: nil)
    }
    #expect(try await store.read { try $0.nextUnsentSetting() } == nil)
    #expect(try await store.read { try $0.queueCounts().waiting } == waiting)
  }

  @Test("of a server of version 6 settings are each person's still, and told to their machines")
  func serverVersion6() async throws {
    let path = try KeptFiles.copy("server.db", of: "0.12", into: directory)
    let user = try await DatabaseQueue(path: path).write { db in
      try db.execute(sql: "INSERT INTO setting (user_id, key, value) SELECT id, 'units', 'oz' FROM user LIMIT 1")
      return try db.first("SELECT user_id FROM setting") { try $0.id() as UserID }
    }
    let anna = try #require(user)
    let store = try ServerStore.open(path: path, now: noon)
    try await store.read { reader in
      #expect(try reader.settings(of: anna) == ["units": "oz"])
      let page = try reader.settings(of: anna, in: [], since: .beginning, limit: 10)
      #expect(page.settings.map(\.place) == [SettingPlace(home: .person, childID: nil, key: "units")])
      #expect(try page.position.seq == reader.lastSeq())
    }
    try store.close()
  }

  @Test(
    "of version 9 entries keep all that they had, and those of kinds that are not known are counted by child and day")
  func version9() async throws {
    let path = try KeptFiles.copy("account.db", of: "0.10", into: directory)
    let names =
      "id, child_id, kind, start_at, end_at, end_unknown, method, started_side, breasts, amount, unit, diaper, "
      + "category, note, author, created_at, updated_at, deleted_at"
    @Sendable func everything(_ db: Database) throws -> [[String]] {
      try ["entry", "entry_before", "outbox_entry", "remote_entry", "inbox_entry"].map { table in
        try Row.fetchAll(db, sql: "SELECT \(names) FROM \(table) ORDER BY 1").map(\.description)
      }
    }
    let child = try await DatabaseQueue(path: path).read { db in
      try db.first("SELECT child_id FROM entry") { try $0.id() as ChildID }
    }
    let eva = try #require(child)
    let before = try await DatabaseQueue(path: path).write { db in
      try db.run(
        "INSERT INTO unknown_entry (id, word, json) VALUES (?, 'bath', ?)",
        [
          .id(EntryID(high: 1, low: 1)),
          .text("{\"childId\":\"\("\(eva)".uppercased())\",\"start\":\"\(noon.utcText)\"}"),
        ])
      return try everything(db)
    }
    #expect(before.flatMap { $0 }.count > 3)
    let store = try open(path, keepsOutbox: true)
    #expect(try await store.read { try everything($0.db) } == before)
    #expect(try await store.read { try $0.unknownEntryCount(of: eva, from: noon, to: noon + .hours(1)) } == 1)
    #expect(try await store.read { try $0.unknownEntryCount(of: eva, from: nil, to: noon) } == 0)
    #expect(try await store.read { try $0.unknownEntryCount(of: eva, from: nil, to: nil) } == 1)
    try store.close()
    try verifyIntegrity(of: path)
  }

  @Test("of version 15 nothing is known of where entries come from, and what is imported now is known")
  func version15() async throws {
    let path = try KeptFiles.copy("account.db", of: "0.14", into: directory)
    let store = try open(path, keepsOutbox: true)
    let entries = try await store.read { try $0.storedEntries(after: nil, limit: 100) }
    #expect(!entries.isEmpty && entries.allSatisfy { $0.origin == nil })
    let origin = EntryOrigin(format: "nara-csv", importedAt: noon, digest: ContentDigest(value: 12))
    let id = try #require(entries.first).entry.id
    try await store.write(WriteContext(uid: 7, client: "test", at: noon)) { try $0.setOrigin(origin, of: id) }
    #expect(try await store.read { try $0.origin(of: id) } == origin)
    try store.close()
    try verifyIntegrity(of: path)
  }

  @Test("one that cannot be written is refused, for it cannot be brought up to date")
  func locked() async throws {
    let path = try await keptFile()
    let somebodyElse = try DatabaseQueue(path: path)
    try await somebodyElse.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      #expect(throws: BabyError.storeLocked(path: path)) { _ = try open(path, busyTimeout: .milliseconds(30)) }
      try db.execute(sql: "ROLLBACK")
    }
    let store = try open(path)
    #expect(try await store.read { try DatabaseSchema.isCurrent($0.db) })
    try store.close()
  }

  @Test("one from before the first release is refused with a word, and stays as it is")
  func older() async throws {
    let path = try await keptFile("DELETE FROM grdb_migrations WHERE identifier > '3'")
    let before = try Files.bytes(of: path)
    #expect {
      _ = try open(path)
    } throws: { error in
      guard case BabyError.storeFailed(path, let reason)? = error as? BabyError else { return false }
      return reason.contains("before the first release (schema 3)")
    }
    #expect(try Files.bytes(of: path) == before)
    #expect(try Files.names(in: directory.path).allSatisfy { !$0.contains("damaged") })
  }

  @Test("of a family server keep all but the notes of what was deleted, and know no machine")
  func serverVersion1() async throws {
    let path = try KeptFiles.copy("server.db", of: "0.7", into: directory)
    let ids = try await DatabaseQueue(path: path).write { db in
      try db.execute(sql: "UPDATE entry SET note = 'a secret'")
      try db.execute(sql: "UPDATE entry SET deleted_at = updated_at WHERE id = (SELECT max(id) FROM entry)")
      return try db.all("SELECT id FROM entry ORDER BY id") { try $0.id() as EntryID }
    }
    let store = try ServerStore.open(path: path, now: noon)
    let (kept, tombstone, users) = try await store.read { reader in
      (
        try reader.entries.entry(ids[0]), try reader.entries.entry(ids[1]),
        try reader.users(of: [UInt8](repeating: 0, count: 32), now: noon)
      )
    }
    #expect(kept?.note == "a secret" && kept?.deletedAt == nil)
    #expect(tombstone?.deletedAt != nil && tombstone?.note == nil)
    #expect(users == [])
    try store.close()
  }

  @Test("of a family server keep who is logged in, in sessions that have no name yet and an id each")
  func serverSessionsOfVersion6() async throws {
    let path = try KeptFiles.copy("server.db", of: "0.12", into: directory)
    let ended = try Self.sessions(in: path)
    let store = try ServerStore.open(path: path, now: noon)
    let sessions = try await store.read { reader in
      try reader.users().flatMap { try reader.sessions(of: $0.id, now: $0.createdAt) }
    }
    #expect(!sessions.isEmpty)
    #expect(sessions.map(\.expiresAt).sorted() == ended.sorted())
    #expect(Set(sessions.map(\.id)).count == sessions.count)
    #expect(sessions.allSatisfy { $0.name == nil && $0.network == nil && $0.usedAt == $0.createdAt })
    try store.close()
  }

  /// When they end.
  private static func sessions(in path: String) throws -> [Instant] {
    try DatabaseQueue(path: path).read { db in
      try db.all("SELECT expires_at FROM session") { Instant(milliseconds: $0.integer()) }
    }
  }
}

/// What a step does is what has been done to the files that are kept: a step that was edited makes other tables.
@Suite("The steps are those that kept files went through")
struct HistoryTests {
  @Test("on a machine", arguments: KeptFiles.versions, ["local.db", "account.db"])
  func machine(version: String, name: String) throws {
    try compare(KeptFiles.path(of: name, in: version), DatabaseSchema.migrator(instance: Identifier(high: 1, low: 1)))
  }

  @Test("of a family server", arguments: KeptFiles.versions)
  func server(version: String) throws {
    try compare(
      KeptFiles.path(of: "server.db", in: version), ServerSchema.migrator(epoch: Identifier(high: 1, low: 1)))
  }

  @Test("today's tables are among the kept files, so that no step can be edited that leads to them")
  func today() throws {
    let versions = try KeptFiles.versions.map { version in
      (
        try Self.version(of: KeptFiles.path(of: "local.db", in: version)),
        try Self.version(of: KeptFiles.path(of: "server.db", in: version))
      )
    }
    #expect(versions.map(\.0).max() == DatabaseSchema.version, "contrib/dev/upgrade-fixture keeps today's")
    #expect(versions.map(\.1).max() == ServerSchema.version, "contrib/dev/upgrade-fixture keeps today's")
  }

  private func compare(_ path: String, _ migrator: DatabaseMigrator) throws {
    let fresh = try DatabaseQueue()
    try migrator.migrate(fresh, upTo: "\(try Self.version(of: path))")
    let made = try fresh.read(Self.schema)
    let kept = try Self.readOnly(path).read(Self.schema)
    #expect(Set(made.keys) == Set(kept.keys))
    for (name, sql) in kept { #expect(made[name] == sql) }
  }

  private static func readOnly(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: DatabaseFile(path: path).immutableURI, configuration: configuration)
  }

  private static func version(of path: String) throws -> Int {
    try readOnly(path).read { db in
      try Int.fetchOne(db, sql: "SELECT max(CAST(identifier AS INTEGER)) FROM grdb_migrations") ?? 0
    }
  }

  /// What every table and index was made with, without comments, quotes and the layout.
  private static func schema(_ db: Database) throws -> [String: String] {
    let rows = try Row.fetchAll(db, sql: "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return Dictionary(uniqueKeysWithValues: rows.map { ($0["name"], normalized($0["sql"])) })
  }

  private static func normalized(_ sql: String) -> String {
    let text = sql.replacing(#/--[^\n]*/#, with: "").replacing("\"", with: "")
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init).joined(separator: " ")
    return words.replacing(#/ ?([(),]) ?/#) { String($0.output.1) }
  }
}
