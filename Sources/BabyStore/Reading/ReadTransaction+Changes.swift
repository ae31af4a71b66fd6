public import BabyModel
import GRDB

/// A row of the change log, and what the row's step is called.
public struct LoggedEvent: Hashable, Sendable {
  public let seq: Int64
  public let at: Instant
  public let uid: UInt32
  public let subject: ChangeSubject
  public let operation: ChangeOperation
  /// The step that the change belongs to, or that it takes back; nil for what undo does not know.
  public let step: StepID?
  /// The earlier change that it takes back.
  let reverts: Int64?

  /// Whether it takes back an earlier change.
  public var isReverting: Bool { reverts != nil }
}

extension LoggedEvent {
  init(_ row: ResultRow<ChangeRow>) throws {
    self.init(
      seq: row.integer(.seq), at: row.instant(.at), uid: UInt32(truncatingIfNeeded: row.integer(.uid)),
      subject: try row.changeSubject(), operation: try row.word(.operation),
      step: row.optionalInteger(.step).map { StepID(seq: $0) }, reverts: row.optionalInteger(.reverts))
  }
}

extension ReadTransaction {
  /// Changes after a seq, in their order.
  ///
  /// - Parameter limit: how many at most.
  public func changes(after seq: Int64, limit: Int) throws -> [LoggedEvent] {
    try db.all(
      "SELECT \(ChangeRow.columns) FROM change WHERE seq > ? ORDER BY seq LIMIT ?",
      [.integer(seq), .integer(Int64(limit))], LoggedEvent.init)
  }

  /// Whether all changes after a seq are still in the log.
  public func reachesBack(to seq: Int64) throws -> Bool {
    let first = try db.first("SELECT seq FROM change ORDER BY seq LIMIT 1") { $0.integer() }
    return try seq >= (first ?? lastSeq() + 1) - 1
  }

  /// A step as undo knows it; nil when it has been forgotten.
  public func step(_ id: StepID) throws -> LoggedStep? {
    try db.first(
      "SELECT \(ChangeRow.columns) FROM change WHERE seq = ? AND state IS NOT NULL", [.integer(id.seq)]
    ) { (row: ResultRow<ChangeRow>) in
      LoggedStep(label: row.text(.label), client: row.text(.client), isUndone: row.text(.state) == "undone")
    }
  }
}

/// What one undo takes back.
public struct LoggedStep: Hashable, Sendable {
  /// "Logged left breast"
  public let label: String
  /// Name of the client that made it.
  public let client: String
  public let isUndone: Bool
}

extension ResultRow<ChangeRow> {
  fileprivate func changeSubject() throws -> ChangeSubject {
    switch text(.subject) {
    case "entry": .entry(try id(.entryID), child: try id(.childID))
    case "child": .child(try id(.childID))
    case "setting": .setting(text(.setting), child: try optionalID(.childID))
    case "selection": .selection(uid: UInt32(truncatingIfNeeded: integer(.uid)), child: try id(.childID))
    case "reminder": .reminder(rule: text(.rule), child: try id(.childID))
    case "custom": .custom(try customReminder(), child: try id(.childID))
    case "outbox": .outbox(try optionalID(.entryID), child: try id(.childID), try word(.way))
    case "inbox": .inbox
    default: throw Damage()
    }
  }

  private func customReminder() throws -> Identifier<CustomReminder> {
    guard let id = Identifier<CustomReminder>(text(.rule)) else { throw Damage() }
    return id
  }
}
