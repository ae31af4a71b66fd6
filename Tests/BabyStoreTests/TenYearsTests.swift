import BabyModel
import Foundation
import GRDB
import Synchronization
import Testing

@testable import BabyStore

/// A file of the first release, in which somebody has logged for years before the programs were brought up to date.
@Suite("A log of ten years in a file of the oldest version")
struct TenYearsTests {
  private let directory = TemporaryDirectory()

  /// Twelve entries a day, of each kind, with all that an entry of then can have: 43,800 in ten years.
  private static func log(days: Int) -> String {
    """
    WITH RECURSIVE number(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < \(days * 12 - 1))
    INSERT INTO entry (
      id, child_id, kind, start_at, end_at, end_unknown, method, started_side, breasts, amount, unit, diaper, category,
      note, author, created_at, updated_at, deleted_at)
    SELECT
      CAST(printf('%016d', n) AS BLOB), (SELECT id FROM child WHERE name = 'Eva'),
      iif(n % 6 = 0, 'sleep', iif(n % 6 = 1, 'tummy', iif(n % 6 = 2, 'diaper', iif(n % 6 = 3, 'note', 'feeding')))),
      1463000000000 + n * 7200000, iif(n % 6 IN (0, 1, 4), 1463000000000 + n * 7200000 + 1800000, NULL),
      0, iif(n % 6 = 4, 'breast', iif(n % 6 = 5, 'bottle', NULL)), iif(n % 6 = 4, 'left', NULL),
      iif(n % 6 = 4, 'both', NULL), iif(n % 6 = 5, 90.5 + n % 40, NULL), iif(n % 6 = 5, iif(n % 12 = 5, 'ml', 'oz'), NULL),
      iif(n % 6 = 2, 'both', NULL), iif(n % 6 = 3, iif(n % 12 = 3, 'growth', 'milestone'), NULL),
      iif(n % 6 = 3, 'Weight ' || n || ' lbs – ü', iif(n % 7 = 0, 'note' || char(10) || n, NULL)),
      iif(n % 5 = 0, 'Anna', NULL), 1463000000000 + n * 7200000, 1463000000001 + n * 7200000,
      iif(n % 100 = 99, 1463000000002 + n * 7200000, NULL)
    FROM number;
    """
  }

  /// What every version has of an entry, as the file has it, by its id.
  private static let rows = """
    SELECT printf('%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s', hex(id), hex(child_id), kind, start_at, end_at,
      end_unknown, method, started_side, breasts, amount, unit, diaper, category, note, author, created_at, updated_at,
      deleted_at)
    FROM entry ORDER BY id
    """

  /// - Returns: SQLite's instructions, in hundred thousands, until it is open.
  private func upgrade(_ path: String) throws -> Int {
    let heard = Mutex(0)
    try Store.open(
      path: path, now: noon, readExecutor: globalConcurrentExecutor, writeExecutor: globalConcurrentExecutor,
      onMigrating: { heard.withLock { $0 += 1 } }
    ).close()
    return heard.withLock { $0 }
  }

  private func file(days: Int) async throws -> String {
    let path = directory.path + "/\(days).db"
    try FileManager.default.copyItem(atPath: KeptFiles.path(of: "local.db", in: "0.7"), toPath: path)
    try await DatabaseQueue(path: path).write { try $0.execute(sql: Self.log(days: days)) }
    return path
  }

  @Test("is whole after the upgrade, entry by entry, and what is read of it is what was in it")
  func whole() async throws {
    let path = try await file(days: 3650)
    let before = try await DatabaseQueue(path: path).read { try String.fetchAll($0, sql: Self.rows) }
    #expect(before.count == 43_800 + 3)
    _ = try upgrade(path)
    #expect(try await DatabaseQueue(path: path).read { try String.fetchAll($0, sql: Self.rows) } == before)

    let store = try Store.open(
      path: path, now: noon, readExecutor: globalConcurrentExecutor, writeExecutor: globalConcurrentExecutor)
    #expect(store.setAside == nil)
    let eva = try #require(try await store.read { try $0.children().first { $0.name == "Eva" } }).id
    var query = EntryQuery(child: eva, limit: 1000)
    var ids: Set<EntryID> = []
    repeat {
      let page = try await store.read { [query] in try $0.entries(query) }
      ids.formUnion(page.entries.map(\.id))
      query.cursor = page.nextCursor
    } while query.cursor != nil
    // One in a hundred was deleted; the kept file has three of its own.
    #expect(ids.count == 43_362 + 3)
    try store.close()
    try verifyIntegrity(of: path)
  }

  @Test("takes work in proportion to what is in it, once")
  func work() async throws {
    let half = try await file(days: 1825)
    let whole = try await file(days: 3650)
    let (first, second) = (try upgrade(half), try upgrade(whole))
    #expect(first > 0 && second <= first * 5 / 2, "\(first), \(second)")
    // Instructions for an entry, in all steps together.
    let each = second * 100_000 / 43_800
    #expect(each < Self.mostInstructions, "\(each)")
    #expect(try upgrade(whole) == 0)
  }

  /// They were 173 when this was written, and a step that copies all entries once more takes less than a hundred.
  private static let mostInstructions = 300
}
