import BabyModel
import GRDB

/// Entries of kinds that this program does not know, in a file of its version: a newer program was here, and somebody has
/// gone back to this one. They are put where those lie that come from a server, and read again by whoever knows the kind.
enum UnknownKinds {
  /// Of a machine's database. What the server does not have yet is sent to it as what it has lost.
  static func setAside(_ db: Database) throws {
    guard try isThere(db) else { return }
    try db.inTransaction(.immediate) {
      try db.run(
        """
        INSERT INTO unknown_entry (id, word, json, is_lost)
        SELECT id, kind, \(record),
          deleted_at IS NULL AND EXISTS (SELECT 1 FROM outbox WHERE entry_id = entry.id AND base IS NULL)
        FROM entry WHERE \(isUnknown) ON CONFLICT (id) DO NOTHING
        """, words)
      let ids = "SELECT id FROM entry WHERE \(isUnknown)"
      // What was done to them cannot be undone here.
      try db.run(
        """
        UPDATE change SET state = 'dropped'
        WHERE state IS NOT NULL AND seq IN (SELECT step FROM change WHERE entry_id IN (\(ids)))
        """, words)
      try db.run(
        "DELETE FROM outbox_entry WHERE number IN (SELECT number FROM outbox WHERE entry_id IN (\(ids)))", words)
      for table in ["unsent_tombstone", "outbox"] {
        try db.run("DELETE FROM \(table) WHERE entry_id IN (\(ids))", words)
      }
      for table in ["entry_before", "remote_entry", "inbox_entry"] {
        try db.run("DELETE FROM \(table) WHERE id IN (\(ids))", words)
      }
      try db.run("DELETE FROM entry WHERE \(isUnknown)", words)
      return .commit
    }
  }

  /// Of a family server's.
  static func setAsideOnServer(_ db: Database) throws {
    guard try isThere(db) else { return }
    try db.inTransaction(.immediate) {
      try db.run(
        """
        INSERT INTO relayed_entry (\(RelayedEntryRow.columns), seq)
        SELECT \(RelayedEntryRow.columns), seq FROM entry WHERE \(isUnknown)
        """, words)
      try db.run("DELETE FROM entry WHERE \(isUnknown)", words)
      return .commit
    }
  }

  private static func isThere(_ db: Database) throws -> Bool {
    try db.exists(isThereSQL, words)
  }

  static var isThereSQL: String { "SELECT 1 FROM entry INDEXED BY entry_declared WHERE \(isUnknown)" }

  private static var words: [SQLValue] { DeclaredKinds.all.map { .text($0.word) } }

  private static var isUnknown: String {
    "content IS NOT NULL AND kind NOT IN (\(words.map { _ in "?" }.joined(separator: ", ")))"
  }

  /// The entry as a server tells it. A member that is null is left out.
  private static let record = """
    json_patch(content, json_object(
      'id', \(uuid("id")), 'childId', \(uuid("child_id")), 'kind', kind,
      'start', \(instant("start_at")), 'end', \(instant("end_at")),
      'startLocal', \(instant("start_at")), 'endLocal', \(instant("end_at")),
      'endUnknown', json(iif(end_unknown, 'true', 'null')), 'note', note, 'author', author,
      'changedBy', changed_by,
      'createdAt', \(instant("created_at")), 'updatedAt', \(instant("updated_at")),
      'deletedAt', \(instant("deleted_at"))))
    """

  private static func uuid(_ column: String) -> String {
    let parts = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)].map { "substr(lower(hex(\(column))), \($0), \($1))" }
    return parts.joined(separator: " || '-' || ")
  }

  /// RFC 3339 in UTC with milliseconds; NULL for NULL.
  private static func instant(_ column: String) -> String {
    "strftime('%Y-%m-%dT%H:%M:%S', \(column) / 1000 - (\(column) % 1000 < 0), 'unixepoch')"
      + " || printf('.%03dZ', (\(column) % 1000 + 1000) % 1000)"
  }
}
