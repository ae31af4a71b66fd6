import BabyImport
import BabyModel
import BabyStore

@testable import BabyEngine

/// Eva's log on a machine without an account, and rows that are imported into it.
struct ImportedFamily {
  static let source = "huckleberry-csv"

  let log: Log
  private let caller = Caller(uid: SyncedMachine.uid, client: "test")

  init() async throws { log = try await Log() }

  var machine: SyncedMachine { log.machine }
  var child: ChildID { log.eva.id }

  /// A row with an id of its number.
  func row(
    _ number: UInt64, _ content: EntryContent = .diaper(.wet), at minutes: Int = 0, for length: Int? = nil,
    note: String? = nil, formerly former: [UInt64] = []
  ) -> ImportedRow {
    let start = noon - .hours(24) + .minutes(minutes)
    let entry = Entry(
      id: EntryID(high: 8, low: number), childID: child, content: content, start: start,
      end: length.map { start + .minutes($0) }, note: note, createdAt: noon, updatedAt: noon)
    return ImportedRow(
      entry: entry, formerIDs: former.map { EntryID(high: 8, low: $0) }, source: Self.source,
      place: ImportPlace(file: 1, line: Int(number) + 1))
  }

  /// Imports batches as one.
  @discardableResult
  func merge(
    _ batches: [ImportedRow]..., from source: String = source, keepsSimilar: Bool = false, isDryRun: Bool = false
  ) async throws -> MergedRows {
    try await merge(batches.map { (source, $0) }, keepsSimilar: keepsSimilar, isDryRun: isDryRun)
  }

  /// Imports batches of several apps as one.
  func merge(
    _ batches: [(source: String, rows: [ImportedRow])], keepsSimilar: Bool = false, isDryRun: Bool = false
  ) async throws -> MergedRows {
    let run = ImportRun(
      sources: Set(batches.map(\.source)), keepsSimilar: keepsSimilar, isDryRun: isDryRun,
      undone: try await machine.store.read { try $0.undoneEntries() })
    var merged = MergedRows()
    for batch in batches {
      merged.add(try await machine.engine.merge(batch.rows, from: batch.source, in: run, by: caller))
    }
    return merged
  }

  func undo() async throws { try await log.write { _ = try $0.undo() } }

  /// All visible entries of the log.
  func entries() async throws -> [Entry] {
    try await machine.store.read { [child] in try $0.entries(EntryQuery(child: child)).entries }
  }

  func entry(_ number: UInt64) async throws -> Entry? {
    try await machine.store.read { try $0.entry(EntryID(high: 8, low: number)) }
  }

  func origin(_ number: UInt64) async throws -> EntryOrigin? {
    try await machine.store.read { try $0.origin(of: EntryID(high: 8, low: number)) }
  }

  func edit(_ number: UInt64, _ body: @escaping @Sendable (inout Entry) -> Void) async throws {
    try await machine.change { transaction in
      guard var entry = try transaction.read.entry(EntryID(high: 8, low: number)) else { return }
      body(&entry)
      try transaction.update(entry)
    }
  }
}

/// The results for rows in a few numbers, for comparing.
struct Counts: Equatable, ExpressibleByDictionaryLiteral {
  let counts: [String: Int]

  init(dictionaryLiteral elements: (String, Int)...) { counts = Dictionary(uniqueKeysWithValues: elements) }

  init(_ rows: MergedRows) {
    let all = [
      "added": rows.added, "unchanged": rows.unchanged, "updated": rows.updated, "edited": rows.editedHereCount,
      "similar": rows.similarCount,
    ]
    counts = all.filter { $0.value > 0 }
  }
}
