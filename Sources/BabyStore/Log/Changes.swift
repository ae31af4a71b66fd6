public import BabyModel
import GRDB

/// The author and time of a write, and whether it is real or a dry run.
public struct WriteContext: Hashable, Sendable {
  /// User id of the caller; undo and redo are each uid's own.
  public var uid: UInt32
  /// Name of the client program, kept in the journal.
  public var client: String
  public var at: Instant
  /// Does everything and then takes it back.
  public var dryRun: Bool

  public init(uid: UInt32, client: String, at: Instant, dryRun: Bool = false) {
    self.uid = uid
    self.client = client
    self.at = at
    self.dryRun = dryRun
  }
}

/// The changes of one transaction, sent after its commit and in the order of the commits.
public struct CommittedChanges: Hashable, Sendable {
  public let context: WriteContext
  /// In the order of their `seq`; never empty.
  public let changes: [LoggedEvent]
  /// The kinds of the entries among them.
  public let kinds: Set<EntryKind>

  /// Whether something has come to be sent to the family server.
  public var concernsOutbox: Bool {
    changes.contains { change in
      switch change.subject {
      case .outbox(_, _, .waiting), .setting, .custom: true
      // Whether a reminder was sent is local to each machine.
      case .reminder: change.operation != .insert
      case .outbox, .entry, .child, .selection, .inbox: false
      }
    }
  }
}

public enum ChangeSubject: Hashable, Sendable {
  case entry(EntryID, child: ChildID)
  case child(ChildID)
  /// A setting of everything, or of one child.
  case setting(String, child: ChildID?)
  /// The current child of a uid.
  case selection(uid: UInt32, child: ChildID)
  /// A change to an occasion of the rule with this key.
  case reminder(rule: String, child: ChildID)
  case custom(Identifier<CustomReminder>, child: ChildID)
  /// A change on its way to the family server: of an entry, or without one of the child itself.
  case outbox(EntryID?, child: ChildID, QueueState)
  case inbox
}

public enum ChangeOperation: String, CaseIterable, Sendable {
  case insert, update
  /// A tombstone; for a child, its removal. For a setting, back to its default.
  case delete
  case restore
}

/// A row of the change log.
public struct LoggedEvent: Hashable, Sendable {
  /// Counts up by one with every change and never goes back, not even when old changes are pruned.
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

/// The unit of undo.
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

/// The columns of the table `change`. The last three are the step's, for undo, in its first change.
enum ChangeRow: Int32, Columns {
  case seq, at, uid, subject, operation, entryID, childID, setting, rule, step, reverts, way
  case client, label, state

  static let columns = ColumnList<Self>()
}

extension LoggedEvent {
  static let insertSQL = "INSERT INTO change (\(ChangeRow.columns)) VALUES (\(ChangeRow.columns.placeholders))"

  /// - Parameters:
  ///   - client: the one that makes the change.
  ///   - label: what the step is called that begins with this change.
  func values(client: String, label: String?) -> [SQLValue] {
    let fields = Fields(subject)
    return ChangeRow.allCases.map { column in
      switch column {
      case .seq: .integer(seq)
      case .at: .instant(at)
      case .uid: .integer(Int64(uid))
      case .subject: .text(fields.subject)
      case .operation: .text(operation.rawValue)
      case .entryID: .id(fields.entryID)
      case .childID: .id(fields.childID)
      case .setting: .optional(fields.setting)
      case .rule: .optional(fields.rule)
      case .step: step.map { .integer($0.seq) } ?? .null
      case .reverts: reverts.map { .integer($0) } ?? .null
      case .way: .optional(fields.way)
      case .client: label == nil ? .null : .text(client)
      case .label: .optional(label)
      case .state: label == nil ? .null : .text("done")
      }
    }
  }

  /// The columns of a change, of which each subject fills its own.
  private struct Fields {
    let subject: String
    var entryID: EntryID?
    var childID: ChildID?
    var setting: String?
    var rule: String?
    var way: String?

    init(_ subject: ChangeSubject) {
      switch subject {
      case .entry(let id, let child): (self.subject, entryID, childID) = ("entry", id, child)
      case .child(let id): (self.subject, childID) = ("child", id)
      case .setting(let key, let child): (self.subject, setting, childID) = ("setting", key, child)
      case .selection(_, let child): (self.subject, childID) = ("selection", child)
      case .reminder(let key, let child): (self.subject, rule, childID) = ("reminder", key, child)
      case .custom(let id, let child): (self.subject, rule, childID) = ("custom", id.description, child)
      case .outbox(let id, let child, let state):
        (self.subject, entryID, childID, way) = ("outbox", id, child, state.rawValue)
      case .inbox: self.subject = "inbox"
      }
    }
  }
}
