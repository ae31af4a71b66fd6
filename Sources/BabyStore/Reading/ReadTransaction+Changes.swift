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
  static let columns = "seq, at, uid, subject, operation, entry_id, child_id, setting, rule, step, reverts, way"

  init(_ row: ResultRow) throws {
    self.init(
      seq: row.integer(0), at: row.instant(1), uid: UInt32(truncatingIfNeeded: row.integer(2)),
      subject: try row.subject(), operation: try row.word(4),
      step: row.isNull(9) ? nil : StepID(seq: row.integer(9)), reverts: row.isNull(10) ? nil : row.integer(10))
  }
}

extension ReadTransaction {
  /// Changes after a seq, in their order.
  ///
  /// - Parameter limit: how many at most.
  public func changes(after seq: Int64, limit: Int) throws -> [LoggedEvent] {
    try db.all(
      "SELECT \(LoggedEvent.columns) FROM change WHERE seq > ? ORDER BY seq LIMIT ?",
      [.integer(seq), .integer(Int64(limit))], LoggedEvent.init)
  }

  /// Whether all changes after a seq are still in the log.
  public func reachesBack(to seq: Int64) throws -> Bool {
    let first = try db.first("SELECT seq FROM change ORDER BY seq LIMIT 1") { $0.integer(0) }
    return try seq >= (first ?? lastSeq() + 1) - 1
  }

  /// A step as undo knows it; nil when it has been forgotten.
  public func step(_ id: StepID) throws -> LoggedStep? {
    try db.first("SELECT label, client, state FROM change WHERE seq = ? AND state IS NOT NULL", [.integer(id.seq)]) {
      row in
      LoggedStep(label: row.text(0), client: row.text(1), isUndone: row.text(2) == "undone")
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

extension ResultRow {
  fileprivate func subject() throws -> ChangeSubject {
    switch text(3) {
    case "entry": .entry(try id(5), child: try id(6))
    case "child": .child(try id(6))
    case "setting": .setting(text(7), child: isNull(6) ? nil : try id(6))
    case "selection": .selection(uid: UInt32(truncatingIfNeeded: integer(2)), child: try id(6))
    case "reminder": .reminder(rule: text(8), child: try id(6))
    case "custom": .custom(try customReminder(), child: try id(6))
    case "outbox": .outbox(isNull(5) ? nil : try id(5), child: try id(6), try word(11))
    case "inbox": .inbox
    default: throw Damage()
    }
  }

  private func customReminder() throws -> Identifier<CustomReminder> {
    guard let id = Identifier<CustomReminder>(text(8)) else { throw Damage() }
    return id
  }
}
