import BabyModel
import GRDB
import Synchronization
import Testing

@testable import BabyStore

/// There is one version so far. The next one, which brings such a file up to date, is made up.
@Suite("A file of an earlier version")
struct MigrationTests {
  private static let today = DatabaseSchema.ladder
  private let fixture: Fixture

  init() async throws {
    fixture = try await Fixture()
    let entries = (0..<3).map { fixture.entry(at: noon + .minutes($0), note: "warm") }
    try await fixture.write { for entry in entries { try $0.insert(entry) } }
    try fixture.store.close()
  }

  /// Opens the file as a later version does.
  ///
  /// - Parameter steps: what that version has in addition.
  private func open(
    _ steps: String..., busyTimeout: Duration = .seconds(2), onMigrating: @escaping @Sendable () -> Void = {}
  ) throws -> DatabasePool {
    let ladder = SchemaLadder(
      applicationID: Self.today.applicationID, identity: Self.today.identity, steps: Self.today.steps + steps)
    let opener = DatabaseOpener(
      file: DatabaseFile(path: fixture.path), busyTimeout: busyTimeout, ladder: ladder, onMigrating: onMigrating)
    return try opener.writable(instance: Identifier(high: 1, low: 1))
  }

  private func upgrade(_ step: String, onMigrating: @escaping @Sendable () -> Void = {}) throws {
    try close(open(step, onMigrating: onMigrating))
  }

  /// The readers go first: only a writer that closes last merges the log into the file.
  private func close(_ pool: DatabasePool) throws {
    pool.releaseMemory()
    try pool.close()
  }

  private static let mood = "ALTER TABLE entry ADD COLUMN mood TEXT; UPDATE entry SET mood = upper(note)"

  /// Opens the file as this version does.
  private func openToday() throws -> Store {
    try Store.open(path: fixture.path, now: noon)
  }

  @Test("is migrated with all its data, and goes through each step once")
  func upgraded() async throws {
    for _ in 0..<2 {
      let pool = try open(Self.mood, "UPDATE entry SET mood = mood || '!'")
      let (moods, entries, children, instance) = try await pool.read { [eva = fixture.eva] db in
        let book = ReadTransaction(db: db)
        return (
          try String.fetchAll(db, sql: "SELECT mood FROM entry"), try book.entries(EntryQuery(child: eva.id)).entries,
          try book.children(), try Self.today.id(of: db) as Identifier<Store>
        )
      }
      #expect(moods == ["WARM!", "WARM!", "WARM!"])
      #expect(entries.map(\.note) == ["warm", "warm", "warm"])
      #expect(children == [fixture.eva])
      #expect(instance == fixture.store.instance, "it is the same database")
      try close(pool)
    }
    try fixture.verifyIntegrity()
  }

  @Test("is a newer version's from then on: the earlier version refuses it, and changes nothing")
  func downgrade() throws {
    try upgrade(Self.mood)
    let before = try Files.bytes(of: fixture.path)
    let version = Self.today.version
    #expect(throws: BabyError.storeNewer(path: fixture.path, found: version + 1, supported: version)) {
      _ = try openToday()
    }
    #expect(try Files.bytes(of: fixture.path) == before)
    #expect(try Files.names(in: fixture.directory.path) == ["local.db"], "it is not set aside either")
  }

  @Test("stays as it is if a step fails")
  func failedStep() async throws {
    #expect(throws: DatabaseError.self) { _ = try open("\(Self.mood); DROP TABLE child; SELECT * FROM nowhere") }
    let store = try openToday()
    #expect(try await store.read { try $0.children() } == [fixture.eva])
    #expect(try await store.read { try !$0.db.columns(in: "entry").map(\.name).contains("mood") })
    try store.close()
  }

  @Test("is refused while it cannot be written, and opened once it can")
  func locked() async throws {
    let other = try DatabaseQueue(path: fixture.path)
    try await other.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      #expect {
        _ = try open(Self.mood, busyTimeout: .milliseconds(30))
      } throws: {
        storeFailure($0, path: fixture.path) as? BabyError == .storeLocked(path: fixture.path)
      }
      try db.execute(sql: "ROLLBACK")
    }
    try upgrade(Self.mood)
  }

  @Test("reports progress during the migration; a current file does not")
  func progress() throws {
    let step = """
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 20000)
      INSERT INTO inbox (kind, at, text) SELECT 'sent', n, 'told' FROM number
      """
    let heard = Mutex(0)
    try upgrade(step, onMigrating: { heard.withLock { $0 += 1 } })
    #expect(heard.withLock { $0 } > 0)
    heard.withLock { $0 = 0 }
    try upgrade(step, onMigrating: { heard.withLock { $0 += 1 } })
    #expect(heard.withLock { $0 } == 0)
  }
}

/// Their steps have the numbers 5 to 17 on a machine, and 1 to 14 on a server, by which they are known.
@Suite("A file of a build from before the first release")
struct UnreleasedTests {
  private let directory = TemporaryDirectory()

  /// - Parameter steps: as the file names those that it went through.
  private func becomeUnreleased(_ path: String, steps: [String]) async throws {
    try await DatabaseQueue(path: path).write { db in
      try db.execute(sql: "DELETE FROM grdb_migrations")
      for step in steps { try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [step]) }
    }
  }

  private static let histories = [["3"], ["1", "2"], (5...17).map(String.init)]

  @Test("is refused on a machine, and stays as it is", arguments: histories)
  func machine(steps: [String]) async throws {
    let fixture = try await Fixture()
    try fixture.store.close()
    try await becomeUnreleased(fixture.path, steps: steps)
    let before = try Files.bytes(of: fixture.path)
    #expect(throws: BabyError.storeUnreleased(path: fixture.path)) {
      _ = try Store.open(path: fixture.path, now: noon)
    }
    #expect(try Files.bytes(of: fixture.path) == before)
    #expect(try Files.names(in: fixture.directory.path) == ["local.db"], "it is not set aside either")
  }

  @Test("is refused on a server, and stays as it is", arguments: histories)
  func server(steps: [String]) async throws {
    let path = directory.path + "/server.db"
    try ServerStore.open(path: path, now: noon).close()
    try await becomeUnreleased(path, steps: steps)
    let before = try Files.bytes(of: path)
    #expect(throws: BabyError.storeUnreleased(path: path)) { _ = try ServerStore.open(path: path, now: noon) }
    #expect(try Files.bytes(of: path) == before)
  }

  @Test("is not restored from a backup, and is not the suggested backup")
  func backup() async throws {
    let fixture = try await Fixture()
    let folder = BackupFolder(of: fixture.path)
    let item = try folder.add(fixture.store, at: noon)
    let path = try folder.file(named: item.name)
    #expect(folder.newestSound == item)
    try await becomeUnreleased(path, steps: ["17"])
    #expect(throws: BabyError.storeUnreleased(path: path)) {
      try fixture.store.restore(from: path, now: noon, ids: fixture.ids, check: { _, _ in }, before: { _ in })
    }
    #expect(folder.newestSound == nil)
    // And nothing has changed.
    #expect(try await fixture.store.read { try $0.children() } == [fixture.eva])
    try await fixture.write { try $0.insert(fixture.entry()) }
  }

  @Test("is not restored on a server either")
  func serverBackup() async throws {
    let (path, backup) = (directory.path + "/server.db", directory.path + "/backup.db")
    let store = try ServerStore.open(path: path, now: noon)
    try store.backup(to: backup)
    try await becomeUnreleased(backup, steps: ["14"])
    #expect(throws: BabyError.storeUnreleased(path: backup)) { try store.restore(from: backup, now: noon) }
    try store.close()
  }
}

/// What a step does is what was done to the files that are kept: a step that was edited makes other tables.
@Suite("The steps are those that kept files went through")
struct HistoryTests {
  @Test("on a machine", arguments: KeptFiles.versions, ["local.db", "account.db"])
  func machine(version: String, name: String) throws {
    try compare(KeptFiles.path(of: name, in: version), DatabaseSchema.ladder)
  }

  @Test("on a family server", arguments: KeptFiles.versions)
  func server(version: String) throws {
    try compare(KeptFiles.path(of: "server.db", in: version), ServerSchema.ladder)
  }

  @Test("a file with today's tables is kept, so that the steps that lead to them cannot be edited")
  func today() throws {
    func latest(_ name: String) throws -> Int? {
      try KeptFiles.versions.compactMap { try Self.version(of: KeptFiles.path(of: name, in: $0)) }.max()
    }
    #expect(try latest("local.db") == DatabaseSchema.ladder.version, "contrib/dev/upgrade-fixture keeps today's")
    #expect(try latest("server.db") == ServerSchema.ladder.version, "contrib/dev/upgrade-fixture keeps today's")
  }

  private func compare(_ path: String, _ ladder: SchemaLadder) throws {
    let fresh = try DatabaseQueue()
    let version = try #require(try Self.version(of: path))
    try ladder.migrator(id: Identifier<Self>(high: 1, low: 1)).migrate(fresh, upTo: "v\(version)")
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

  private static func version(of path: String) throws -> Int? {
    try readOnly(path).read { db in
      try Int.fetchOne(db, sql: "SELECT max(CAST(substr(identifier, 2) AS INTEGER)) FROM grdb_migrations")
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
