import BabyModel

/// Columns that say where an entry comes from, behind those of the entry, where that is asked for.
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
