public import BabyModel

/// Who writes, when, and whether it is meant.
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

/// What one transaction has changed, told after its commit and in the order of the commits.
public struct CommittedChanges: Hashable, Sendable {
  public let context: WriteContext
  /// In the order of their `seq`; never empty.
  public let changes: [Change]
  /// The kinds of the entries among them.
  public let kinds: Set<EntryKind>
}

/// One row of the change log.
public struct Change: Hashable, Sendable {
  /// Counts up by one with every change and never goes back, not even when old changes are pruned.
  public let seq: Int64
  public let subject: ChangeSubject
  public let operation: ChangeOperation
}

public enum ChangeSubject: Hashable, Sendable {
  case entry(EntryID, child: ChildID)
  case child(ChildID)
  /// A setting of everything, or of one child.
  case setting(String, child: ChildID?)
  /// The current child of a uid.
  case selection(uid: UInt32, child: ChildID)
  /// What became of an occasion of the rule with this key.
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
