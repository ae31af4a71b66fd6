public import BabyModel
import GRDB

/// Decides which changes an undo or a redo has to reverse, and whether it may.
///
/// Logs are given newest first and reach back to the step's first change at least.
enum UndoJournal {
  /// A step's own changes, newest first.
  static func changesToUndo(of step: StepID, in log: [LoggedEvent]) -> [LoggedEvent] {
    log.filter { $0.step == step && !$0.isReverting }
  }

  /// The changes that have undone a step's own, newest first; of each the latest.
  static func changesToRedo(of step: StepID, in log: [LoggedEvent]) -> [LoggedEvent] {
    var open = Set(changesToUndo(of: step, in: log).map(\.seq))
    return log.filter { change in
      guard let reverted = change.reverts else { return false }
      return open.remove(reverted) != nil
    }
  }

  /// Whether something else is in force on top of the changes that are to be taken back.
  ///
  /// A change and the one that took it back are as if they had never been, if they both came later.
  static func isBlocked(reverting changes: [LoggedEvent], in log: [LoggedEvent]) -> Bool {
    let wanted = Set(changes.map(\.seq))
    // Of each place the changes that have not been met yet; they are met in their order.
    var open = Dictionary(grouping: changes, by: \.subject.place).mapValues { $0.map(\.seq) }
    var cancelled: Set<Int64> = []
    for change in log {
      let place = change.subject.place
      guard let oldest = open[place]?.last else { continue }
      if wanted.contains(change.seq) {
        if cancelled.contains(change.seq) { return true }
        open[place]?.removeFirst()
      } else if cancelled.contains(change.seq) {
        continue
      } else if let reverted = change.reverts, reverted > oldest, !wanted.contains(reverted) {
        cancelled.insert(reverted)
      } else {
        return true
      }
    }
    return false
  }
}

/// The subject of a change for undo: two changes of one place build on each other.
enum Place: Hashable {
  case entry(EntryID)
  case child(ChildID)
  case setting(String, ChildID?)
  case selection(uid: UInt32)
  case reminder(String, ChildID)
  case custom(Identifier<CustomReminder>)
  /// How far something has come on its way to the server: no step has such changes.
  case elsewhere
}

extension ChangeSubject {
  var place: Place {
    switch self {
    case .entry(let id, _): .entry(id)
    case .child(let id): .child(id)
    case .setting(let key, let child): .setting(key, child)
    case .selection(let uid, _): .selection(uid: uid)
    case .reminder(let rule, let child): .reminder(rule, child)
    case .custom(let id, _): .custom(id)
    case .outbox, .inbox: .elsewhere
    }
  }

  /// The child that it is about; nil for what is everybody's.
  public var child: ChildID? {
    switch self {
    case .entry(_, let child), .selection(_, let child), .reminder(_, let child), .custom(_, let child): child
    case .child(let id): id
    case .setting(_, let child): child
    case .outbox, .inbox: nil
    }
  }
}

/// A row as a change finds it: it is kept in the table `…_before` of the same columns, and put back from there.
struct KeptRow {
  private let table: String
  private let columns: String
  /// Finds the one row that is meant.
  private let condition: String
  private let key: [SQLValue]

  static func child(_ id: ChildID) -> KeptRow {
    KeptRow(table: "child", columns: "\(ChildRow.columns)", condition: "id = ?", key: [.id(id)])
  }

  /// The rows that changes of a subject change, where they lie as they are; empty for those that are kept otherwise.
  static func rows(of subject: ChangeSubject) -> [KeptRow] {
    switch subject {
    case .child(let id): [child(id)]
    case .setting(let key, let child):
      [
        KeptRow(
          table: "setting", columns: "child_id, \(SettingRow.columns)",
          condition: "ifnull(child_id, x'') = ifnull(?, x'') AND key = ?", key: [.id(child), .text(key)])
      ]
    case .selection(let uid, _):
      [
        KeptRow(
          table: "selection", columns: "\(SelectionRow.columns)", condition: "uid = ?", key: [.integer(Int64(uid))])
      ]
    case .reminder(let rule, let child): [mark(rule, of: child)]
    case .custom(let id, let child):
      [
        KeptRow(
          table: "custom_reminder", columns: "\(CustomReminderRow.columns)", condition: "id = ?", key: [.id(id)]),
        // As `ReminderRule.key` has it.
        mark(id.description, of: child),
      ]
    case .entry, .outbox, .inbox: []
    }
  }

  /// The tables in which rows are kept, each with the column that says whose child's they are.
  static let tables = [
    ("child_before", "id"), ("setting_before", "child_id"), ("selection_before", "child_id"),
    ("custom_reminder_before", "child_id"), ("reminder_before", "child_id"),
  ]

  private static func mark(_ rule: String, of child: ChildID) -> KeptRow {
    KeptRow(
      table: "reminder", columns: "\(ReminderMarkRow.columns)", condition: "child_id = ? AND rule = ?",
      key: [.id(child), .text(rule)])
  }

  /// Keeps the row, if it is there, under the seq of the change that is about to be made.
  func keep(beforeChange seq: Int64, _ db: Database) throws {
    try db.run(
      "INSERT INTO \(table)_before (seq, \(columns)) SELECT ?, \(columns) FROM \(table) WHERE \(condition)",
      [.integer(seq)] + key)
  }

  /// Makes the row what it was before a change, or takes it away when there was none.
  func putBack(from seq: Int64, _ db: Database) throws {
    try db.run("DELETE FROM \(table) WHERE \(condition)", key)
    try db.run(
      "INSERT INTO \(table) (\(columns)) SELECT \(columns) FROM \(table)_before WHERE seq = ?", [.integer(seq)])
  }
}

/// Undone changes, for redo.
extension ReadTransaction {
  /// Entries to which nothing has happened since an undo took them back: one that was made here, as far as the journal
  /// reaches, or one of an import on another machine.
  public func undoneEntries() throws -> Set<EntryID> {
    // Of each group SQLite gives the columns of the row with the highest seq.
    let sql = """
      SELECT entry_id FROM (
        SELECT entry_id, operation, reverts, max(seq) FROM change WHERE subject = 'entry' GROUP BY entry_id)
      WHERE operation = 'delete' AND reverts IS NOT NULL
      """
    return Set(try db.all(sql) { try $0.id() }).union(try entriesTakenBackElsewhere())
  }

  /// Children to which nothing has happened since an undo took them away, as far as the journal reaches.
  public func undoneChildren() throws -> Set<ChildID> {
    // An update does not bring a child back.
    let sql = """
      SELECT child_id FROM (
        SELECT child_id, operation, reverts, max(seq) FROM change
        WHERE subject = 'child' AND operation <> 'update' GROUP BY child_id)
      WHERE operation = 'delete' AND reverts IS NOT NULL
      """
    return Set(try db.all(sql) { try $0.id() })
  }

  /// Deleted entries of imports on other machines that have no other entries left.
  ///
  /// No tombstone says why it is there. But all rows of an import reach the server together, and when only some of them
  /// were deleted, the others are still there. The answer matters only when a file is imported again, or a log uploaded
  /// again. It can be wrong in two ways:
  ///
  /// - All rows of an import were deleted one by one. Importing that file again brings them back, reports how many
  ///   entries it added, and one undo takes all of them away.
  /// - An undone import came within `longestPause` of another one by the same person for the same child, of which
  ///   something is left. Then its rows stay deleted on other machines; where it was undone, the journal knows better.
  ///
  /// Comparing the times of deletion would not help: a machine that was offline in between sends an undo in several
  /// parts, and the comparison would miss it.
  private func entriesTakenBackElsewhere() throws -> Set<EntryID> {
    var (taken, run): (Set<EntryID>, [EntryID]) = ([], [])
    var isLeft = false
    var last: (child: ChildID, author: String?, at: Instant)?
    try db.eachRow(
      """
      SELECT \(ArrivalRow.columns) FROM entry WHERE import_id IS NULL AND \(EntryRow.hasDerivedID)
      ORDER BY child_id, author, created_at
      """
    ) { (row: ResultRow<ArrivalRow>) in
      let child: ChildID = try row.id(.childID)
      let (author, at) = (row.optionalText(.author), row.instant(.createdAt))
      let isSame = last.map { $0.child == child && $0.author == author && at - $0.at < Self.longestPause } ?? false
      if !isSame {
        if !isLeft { taken.formUnion(run) }
        (run, isLeft) = ([], false)
      }
      run.append(try row.id(.id))
      if row.isNull(.deletedAt) { isLeft = true }
      last = (child, author, at)
      return true
    }
    return isLeft ? taken : taken.union(run)
  }

  /// Between two entries of one import on their way to the server.
  private static let longestPause: Duration = .minutes(10)
}

/// An entry's child, and when the server received it.
private enum ArrivalRow: Int32, Columns {
  case id, childID, author, createdAt, deletedAt
  static let columns = ColumnList<Self>()
}
