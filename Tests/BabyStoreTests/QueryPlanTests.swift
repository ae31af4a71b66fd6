import BabyModel
import Testing

@testable import BabyStore

@Suite("Query plans")
struct QueryPlanTests {
  /// What SQLite says of a step of a plan.
  private enum PlanRow: Int32, Columns {
    case id, parent, notUsed, detail
    static let columns = ColumnList<Self>()
  }

  /// One line per step of the plan.
  private func plan(_ sql: String) async throws -> [String] {
    let fixture = try await Fixture()
    return try await fixture.store.read {
      try $0.db.all("EXPLAIN QUERY PLAN " + sql) { (row: ResultRow<PlanRow>) in row.text(.detail) }
    }
  }

  @Test("a timeline steps through one index, bounded on both sides and without sorting")
  func timeline() async throws {
    let plan = try await plan(ReadTransaction.timelineSQL(kinds: Set(EntryKind.allCases)))
    #expect(plan == ["SEARCH entry USING INDEX entry_by_start (child_id=? AND start_at>? AND (start_at,id)<(?,?))"])
  }

  @Test("possible duplicates of an import's row are a range of one index")
  func stretch() async throws {
    let plan = try await plan(ReadTransaction.storedEntriesSQL).filter { !$0.hasPrefix("CORRELATED") }
    let lookup = "SEARCH import USING INTEGER PRIMARY KEY (rowid=?)"
    #expect(
      plan == [
        "SEARCH entry USING INDEX entry_by_start (child_id=? AND start_at>? AND start_at<?)", lookup, lookup,
      ])
  }

  @Test("a long search looks up nothing else")
  func scan() async throws {
    #expect(
      try await plan(ReadTransaction.timelineSQL(kinds: Set(EntryKind.allCases), inOrder: false)) == ["SCAN entry"])
  }

  @Test("entries of unknown kinds are counted by an index with their child and their time")
  func unknownKinds() async throws {
    let plan = try await plan(ReadTransaction.unknownCountSQL)
    #expect(
      plan == [
        "SEARCH unknown_entry USING INDEX unknown_entry_by_child "
          + "(child=? AND is_deleted=? AND start>? AND start<?)"
      ])
  }

  @Test("those in the table of entries are found by reading only declared entries")
  func declaredKinds() async throws {
    let plan = try await plan(UnknownKinds.isThereSQL)
    #expect(plan == ["SCAN entry USING INDEX entry_declared"])
  }

  @Test("a rare kind has its own index")
  func oneKind() async throws {
    let plan = try await plan(ReadTransaction.timelineSQL(kinds: [.note]))
    #expect(
      plan == [
        "SEARCH entry USING INDEX entry_by_kind (child_id=? AND kind=? AND method=? AND start_at>? AND (start_at,id)<(?,?))"
      ])
  }

  @Test("changes since a time are read from there on, and the latest entries from the end")
  func activity() async throws {
    let changes = try await plan(ReadTransaction.entryChangesSQL)
    #expect(changes == ["SEARCH change USING INTEGER PRIMARY KEY (rowid>?)"])
    let logged = try await plan(ReadTransaction.loggedEntriesSQL)
    #expect(logged == ["SCAN change", "SEARCH entry USING PRIMARY KEY (id=?)"])
    #expect(try await plan(ReadTransaction.latestEntryChangeSQL) == ["SCAN change"])
  }

  @Test("predictions read an index alone, bounded and in order")
  func rhythm() async throws {
    let plan = try await plan(ReadTransaction.rhythmSQL)
    #expect(
      plan == ["SEARCH entry USING COVERING INDEX entry_by_kind (child_id=? AND kind=? AND method=? AND start_at>?)"])
  }

  @Test("the last seq is the end of the change log, read once")
  func lastSeq() async throws {
    let plan = try await plan(ReadTransaction.lastSeqSQL)
    #expect(plan == ["SEARCH change", "SCALAR SUBQUERY 1", "SCAN store"])
  }

  @Test("the last entries of the dashboard are single steps into an index")
  func lastEntries() async throws {
    let searches = try await plan(ReadTransaction.lastEntriesSQL).filter { $0.contains("entry") }
    #expect(searches.count == 7)
    #expect(searches.allSatisfy { $0.hasPrefix("SEARCH entry USING INDEX entry_") })
    let all = try await plan(ReadTransaction.lastEntriesSQL)
    #expect(!all.contains { $0.contains("TEMP B-TREE") })
  }

  @Test("the last entry of each declared kind is one step into a covering index")
  func lastStarts() async throws {
    let searches = try await plan(ReadTransaction.lastStartsSQL).filter { $0.contains("entry") }
    #expect(searches.count == DeclaredKinds.all.count)
    #expect(
      searches.allSatisfy { $0.hasPrefix("SEARCH entry USING COVERING INDEX entry_by_kind (child_id=? AND kind=?") })
    #expect(try await !plan(ReadTransaction.lastStartsSQL).contains { $0.contains("TEMP B-TREE") })
  }
}
