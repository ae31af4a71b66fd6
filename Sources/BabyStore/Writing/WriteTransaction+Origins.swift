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

  /// Puts into an entry what an import says of it now, and notes that. Undo puts both back.
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

  /// Notes where an entry comes from. That is no change of the entry: nobody is told, and no undo knows it.
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
