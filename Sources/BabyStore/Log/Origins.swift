public import BabyModel
import GRDB

/// Entries that an import brings.
extension WriteTransaction {
  /// Adds an entry with where it comes from, unless there is one with its id, deleted or not.
  ///
  /// - Returns: whether it was added.
  /// - Throws: as `insert`.
  public func insertIfAbsent(_ entry: Entry, from origin: EntryOrigin) throws -> Bool {
    try validateEnd(of: entry)
    try explainingConstraints(on: entry) {
      try db.run(Self.insertSQL, EntryRow.values(entry) + OriginRow.values(importID(of: origin), origin))
    }
    guard db.changesCount > 0 else { return false }
    _ = try record(.insert, entry, replacing: nil)
    return true
  }

  /// Updates an entry to an import's current version of it, and its origin with it. Undo reverts both.
  ///
  /// - Throws: as `update`.
  @discardableResult
  public func update(_ entry: Entry, from origin: EntryOrigin) throws -> Entry {
    let before = try read.origin(of: entry.id)
    let (after, seq) = try loggedUpdate(entry)
    if let before { try keep(before, beforeChange: seq) }
    try setOrigin(origin, of: entry.id)
    return after
  }

  /// Notes where an entry comes from. This does not change the entry: no event, no undo step.
  public func setOrigin(_ origin: EntryOrigin, of id: EntryID) throws {
    try db.run(
      "UPDATE entry SET (\(OriginRow.stored)) = (?, ?) WHERE id = ?",
      OriginRow.values(importID(of: origin), origin) + [.id(id)])
  }

  /// Keeps what was known of where an entry comes from, beside the entry as it was before an update.
  func keep(_ before: EntryOrigin, beforeChange seq: Int64) throws {
    try db.run(
      "UPDATE entry_before SET (\(OriginRow.stored)) = (?, ?) WHERE seq = ?",
      OriginRow.values(importID(of: before), before) + [.integer(seq)])
  }

  /// The number of the import that an origin is about.
  private func importID(of origin: EntryOrigin) throws -> Int64 {
    if let last = lastImport, last.format == origin.format, last.at == origin.importedAt { return last.id }
    let names: [SQLValue] = [.text(origin.format), .instant(origin.importedAt)]
    try db.run("INSERT INTO import (format, imported_at) VALUES (?, ?) ON CONFLICT DO NOTHING", names)
    let id =
      try db.first("SELECT id FROM import WHERE format = ? AND imported_at = ?", names) { $0.integer() } ?? 0
    lastImport = (origin.format, origin.importedAt, id)
    return id
  }

  private static let insertSQL = """
    INSERT INTO entry (\(EntryRow.columns), \(OriginRow.stored))
    VALUES (\(EntryRow.columns.placeholders), ?, ?) ON CONFLICT (id) DO NOTHING
    """
}

/// An entry with where it comes from.
public struct StoredEntry: Hashable, Sendable {
  public var entry: Entry
  /// Nil if no import has brought it.
  public var origin: EntryOrigin?
}

extension ReadTransaction {
  /// The import that added an entry; nil if there is none.
  public func origin(of id: EntryID) throws -> EntryOrigin? {
    try db.first("SELECT \(originColumns) FROM entry WHERE id = ?", [.id(id)], OriginRow.decode) ?? nil
  }

  /// An entry, deleted or not, with where it comes from.
  public func storedEntry(_ id: EntryID) throws -> StoredEntry? {
    try db.first(Self.storedEntrySQL, [.id(id)], Self.decode)
  }

  /// Entries of a child that are not deleted, by their start.
  ///
  /// - Parameters:
  ///   - starts: in which they begin.
  ///   - limit: the maximum number.
  public func storedEntries(
    child: ChildID, in starts: ClosedRange<Instant>, limit: Int
  ) throws -> [StoredEntry] {
    try db.all(
      Self.storedEntriesSQL,
      [
        .id(child), .instant(starts.lowerBound), .instant(starts.upperBound), .integer(Int64(limit)),
      ], Self.decode)
  }

  /// Entries, deleted or not, in the order of their ids, with where they come from.
  ///
  /// - Parameter id: those after this one; nil is from the beginning.
  public func storedEntries(after id: EntryID?, limit: Int) throws -> [StoredEntry] {
    try db.all(
      "SELECT \(EntryRow.columns), \(originColumns) FROM entry WHERE id > ? ORDER BY id LIMIT ?",
      [id.map { .id($0) } ?? .bytes([]), .integer(Int64(limit))], Self.decode)
  }

  private static let storedEntrySQL = "SELECT \(EntryRow.columns), \(originColumns) FROM entry WHERE id = ?"

  static let storedEntriesSQL = """
    SELECT \(EntryRow.columns), \(originColumns) FROM entry INDEXED BY entry_by_start
    WHERE child_id = ?1 AND deleted_at IS NULL AND start_at BETWEEN ?2 AND ?3 ORDER BY start_at, id LIMIT ?4
    """

  private static func decode(_ row: ResultRow<EntryRow>) throws -> StoredEntry {
    StoredEntry(entry: try EntryRow.decode(row), origin: try OriginRow.decode(row.following()))
  }
}

private let originColumns = OriginRow.selection(from: "entry")

/// Columns about an entry's origin, after those of the entry, if requested.
enum OriginRow: Int32, Columns {
  case format, importedAt, digest

  /// As `selection` has them.
  static let columns = ColumnList<Self>()

  /// - Parameter table: `entry`, or where earlier states of entries are.
  static func selection(from table: String) -> String {
    """
    (SELECT format FROM import WHERE id = \(table).import_id), \
    (SELECT imported_at FROM import WHERE id = \(table).import_id), \(table).import_digest
    """
  }

  /// The columns as they are stored.
  static let stored = "import_id, import_digest"

  static func values(_ importID: Int64, _ origin: EntryOrigin) -> [SQLValue] {
    [.integer(importID), origin.digest.map { .integer($0.value) } ?? .null]
  }

  /// - Returns: nil for an entry that no import has brought.
  static func decode(_ row: ResultRow<Self>) throws -> EntryOrigin? {
    guard let format = row.optionalText(.format) else { return nil }
    return EntryOrigin(
      format: format, importedAt: row.instant(.importedAt),
      digest: row.optionalInteger(.digest).map { ContentDigest(value: $0) })
  }
}
