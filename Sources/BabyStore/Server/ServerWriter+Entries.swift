public import BabyModel
import GRDB

extension ServerReader {
  /// An entry, deleted or not, of a kind that is known here or not.
  public func entry(_ id: EntryID) throws -> SharedEntry? {
    if let known = try entries.entry(id) { return .known(known) }
    return try db.first(
      "SELECT \(RelayedEntryRow.columns) FROM relayed_entry WHERE id = ?", [.id(id)], RelayedEntryRow.decode
    ).map { .relayed($0) }
  }
}

extension ServerWriter {
  /// Adds an entry or replaces the one with its id, tombstone or not.
  public func put(_ entry: SharedEntry) throws {
    let seq = try touch(entry.childID)
    switch entry {
    case .known(let entry): try put(entry, as: seq)
    case .relayed(let entry): try put(entry, as: seq)
    }
  }

  private func put(_ entry: Entry, as seq: Int64) throws {
    // Not REPLACE, which would also throw out another running timer in place of refusing this one.
    try db.run(
      """
      INSERT INTO entry (\(EntryRow.columns), seq) VALUES (\(EntryRow.columns.placeholders), ?)
      ON CONFLICT (id) DO UPDATE SET
        (kind, start_at, end_at, end_unknown, method, started_side, breasts, amount, unit, bottle_content,
          diaper, category, left_seconds, right_seconds, timed_side, timed_since, paused_since, timer, content, note,
          changed_by, updated_at, deleted_at, seq)
        = (excluded.kind, excluded.start_at, excluded.end_at, excluded.end_unknown, excluded.method,
          excluded.started_side, excluded.breasts, excluded.amount, excluded.unit, excluded.bottle_content,
          excluded.diaper, excluded.category, excluded.left_seconds, excluded.right_seconds, excluded.timed_side,
          excluded.timed_since, excluded.paused_since, excluded.timer, excluded.content, excluded.note,
          excluded.changed_by, excluded.updated_at, excluded.deleted_at, excluded.seq)
      """, EntryRow.values(entry) + [.integer(seq)])
  }

  private func put(_ entry: RelayedEntry, as seq: Int64) throws {
    try db.run(
      """
      INSERT INTO relayed_entry (\(RelayedEntryRow.columns), seq) VALUES (\(RelayedEntryRow.columns.placeholders), ?)
      ON CONFLICT (id) DO UPDATE SET (start_at, end_at, end_unknown, note, content, changed_by, updated_at, deleted_at, seq)
        = (excluded.start_at, excluded.end_at, excluded.end_unknown, excluded.note, excluded.content,
          excluded.changed_by, excluded.updated_at, excluded.deleted_at, excluded.seq)
      """, RelayedEntryRow.values(entry) + [.integer(seq)])
  }

  /// Makes entries of what was kept while its kind was not known, under the numbers that their changes have.
  ///
  /// - Parameter read: nil for what cannot be read still.
  /// - Returns: how many there were.
  @discardableResult
  public func takeOverRelayed(_ read: (RelayedEntry) -> Entry?) throws -> Int {
    let kinds = EntryKind.allCases.map(\.rawValue)
    let kept = try db.all(
      """
      SELECT \(RelayedEntryRow.columns), \(FeedRow.columns) FROM relayed_entry
      WHERE kind IN (\(kinds.map { _ in "?" }.joined(separator: ", "))) ORDER BY seq
      """, kinds.map { .text($0) }
    ) { (row: ResultRow<RelayedEntryRow>) in
      (try RelayedEntryRow.decode(row), row.following(FeedRow.self).integer(.seq))
    }
    return try kept.count { relayed, seq in
      // A second running timer stays where it is until the first has ended.
      guard let entry = read(relayed),
        try !entry.isRunning || self.read.entries.running(entry.timer, child: entry.childID) == nil
      else { return false }
      try put(entry, as: seq)
      try db.run("DELETE FROM relayed_entry WHERE id = ?", [.id(relayed.id)])
      return true
    }
  }
}
