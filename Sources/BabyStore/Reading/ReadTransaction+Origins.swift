public import BabyModel
import GRDB

/// An entry with where it comes from.
public struct StoredEntry: Hashable, Sendable {
  public var entry: Entry
  /// Nil where no import has brought it.
  public var origin: EntryOrigin?
}

extension ReadTransaction {
  /// Which import has brought an entry; nil where none has.
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
  ///   - limit: at most so many.
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
