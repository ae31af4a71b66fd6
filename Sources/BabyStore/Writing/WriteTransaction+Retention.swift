import BabyModel
import GRDB

extension WriteTransaction {
  /// How long changes can be undone and are told to clients that were away.
  public static let journalLifetime: Duration = .hours(30 * 24)

  /// Forgets the journal, the answers, who came and went and what is in the inbox that have outlived their time. Entries are never forgotten.
  ///
  /// The change log loses a beginning, never a part in the middle, even when the clock has jumped.
  public func prune() throws {
    try db.run("DELETE FROM answer WHERE at < ?", [.instant(context.at - Self.answerLifetime)])
    try db.run("DELETE FROM inbox WHERE at < ?", [.instant(context.at - InboxItem.lifetime)])
    try db.run("DELETE FROM member_event WHERE at < ?", [.instant(context.at - Self.journalLifetime)])
    let kept = try db.first(
      "SELECT seq FROM change WHERE at >= ? ORDER BY seq LIMIT 1", [.instant(context.at - Self.journalLifetime)]
    ) { $0.integer() }
    let first = SQLValue.integer(try kept ?? read.lastSeq() + 1)
    try db.run("UPDATE store SET forgotten_seq = ?1 - 1 WHERE forgotten_seq < ?1 - 1", [first])
    try db.run("DELETE FROM change WHERE seq < ?", [first])
    for table in ["entry_before"] + KeptRow.tables.map(\.0) {
      try db.run("DELETE FROM \(table) WHERE seq < ?", [first])
    }
  }
}
