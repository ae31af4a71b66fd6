import BabyModel
import GRDB

/// Changes that take effect together, or not at all.
///
/// Valid inside the body it was given to. Every change of a row is logged with the next `seq`; changes of entries also
/// make up one step that undo takes back.
public final class WriteTransaction {
  /// Reads what the transaction has made of the database so far.
  public let read: ReadTransaction
  public let context: WriteContext
  /// The step that the changes of entries belong to; nil before the first of them.
  public private(set) var step: StepID?

  let db: Database
  private var label: String?
  private var continuesStep = false
  private var changes: [Change] = []
  private var kinds: Set<EntryKind> = []
  private var knownSeq: Int64?
  private var afterCommit: [() -> Void] = []

  init(_ db: Database, _ context: WriteContext) {
    self.db = db
    self.context = context
    read = ReadTransaction(db: db)
  }

  /// Says what undo will take back: "Logged left breast".
  ///
  /// - Parameter step: a step of an earlier transaction of the same uid to go on with, so that an import in several
  ///   transactions is undone at once. A new one is begun when that has been undone meanwhile.
  public func label(_ text: String, continuing step: StepID? = nil) throws {
    label = text
    guard let step, self.step == nil else { return }
    let isOpen = try db.first(
      "SELECT 1 FROM step WHERE id = ? AND uid = ? AND state = 'done'",
      [.integer(step.seq), .integer(Int64(context.uid))]
    ) { _ in true }
    guard isOpen == true else { return }
    self.step = step
    continuesStep = true
  }

  /// The seq of the last change, this transaction's own included.
  public func lastSeq() throws -> Int64 {
    if let knownSeq { return knownSeq }
    let seq = try read.lastSeq()
    knownSeq = seq
    return seq
  }

  /// Has something noted that is true once this is on the disk, before the next transaction begins. When it fails or is
  /// a dry run, nothing is noted.
  public func afterCommit(_ action: @escaping () -> Void) { afterCommit.append(action) }

  /// Called once, after the commit.
  func noteCommit() { for action in afterCommit { action() } }

  /// Logs a change of an entry as part of the transaction's own step.
  func record(_ operation: ChangeOperation, _ entry: Entry) throws -> Int64 {
    let seq = try nextSeq()
    let step = step ?? StepID(seq: seq)
    try log(seq, entry, operation, step: step)
    self.step = step
    return seq
  }

  /// Logs a change of an entry that takes back an earlier one of a step.
  func record(_ operation: ChangeOperation, _ entry: Entry, reverting reverted: Int64, of step: StepID) throws -> Int64
  {
    let seq = try nextSeq()
    try log(seq, entry, operation, step: step, reverts: reverted)
    return seq
  }

  /// Logs a change of anything else.
  func record(_ operation: ChangeOperation, _ subject: ChangeSubject) throws {
    try log(nextSeq(), subject, operation)
  }

  /// Writes the step down. Called once, before the commit.
  ///
  /// - Returns: nil when nothing has changed.
  func finish() throws -> CommittedChanges? {
    if let step {
      let uid = SQLValue.integer(Int64(context.uid))
      if continuesStep {
        try db.run("UPDATE step SET label = ? WHERE id = ?", [.text(label ?? ""), .integer(step.seq)])
      } else {
        try db.run(
          "INSERT INTO step (id, uid, client, at, label, state) VALUES (?, ?, ?, ?, ?, 'done')",
          [.integer(step.seq), uid, .text(context.client), .instant(context.at), .text(label ?? "")])
      }
      // What was undone before cannot be redone on top of something new. There rarely is any, and looking is cheap.
      if try db.first("SELECT 1 FROM step WHERE uid = ? AND state = 'undone' LIMIT 1", [uid], { _ in true }) == true {
        try db.run("UPDATE step SET state = 'dropped' WHERE uid = ? AND state = 'undone'", [uid])
      }
    }
    return changes.isEmpty ? nil : CommittedChanges(context: context, changes: changes, kinds: kinds)
  }

  private func nextSeq() throws -> Int64 { try lastSeq() + 1 }

  private func log(
    _ seq: Int64, _ entry: Entry, _ operation: ChangeOperation, step: StepID, reverts: Int64? = nil
  ) throws {
    try log(seq, .entry(entry.id, child: entry.childID), operation, step: step, reverts: reverts)
    kinds.insert(entry.kind)
  }

  private func log(
    _ seq: Int64, _ subject: ChangeSubject, _ operation: ChangeOperation, step: StepID? = nil, reverts: Int64? = nil
  ) throws {
    let name: String
    var entryID: EntryID?
    var childID: ChildID?
    var setting: String?
    switch subject {
    case .entry(let id, let child): (name, entryID, childID) = ("entry", id, child)
    case .child(let id): (name, childID) = ("child", id)
    case .setting(let key, let child): (name, setting, childID) = ("setting", key, child)
    case .selection(_, let child): (name, childID) = ("selection", child)
    }
    try db.run(
      """
      INSERT INTO change (seq, at, uid, subject, operation, entry_id, child_id, setting, step, reverts)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(seq), .instant(context.at), .integer(Int64(context.uid)), .text(name), .text(operation.rawValue),
        .id(entryID), .id(childID), .optional(setting), step.map { .integer($0.seq) } ?? .null,
        reverts.map { .integer($0) } ?? .null,
      ])
    knownSeq = seq
    changes.append(Change(seq: seq, subject: subject, operation: operation))
  }
}

/// What one undo takes back; lasts as long as the journal.
public struct StepID: Hashable, Sendable {
  /// The seq of its first change.
  public let seq: Int64
}
