import BabyModel
import GRDB
import GRDBSQLite

/// Changes that take effect together, or not at all.
///
/// Valid inside the body it was given to. Every change of a row is logged with the next `seq`; what a caller changes
/// also makes up one step that undo takes back.
public final class WriteTransaction {
  /// Reads what the transaction has made of the database so far.
  public let read: ReadTransaction
  public let context: WriteContext
  /// The step that the caller's changes belong to; nil before the first of them.
  public private(set) var step: StepID?

  let db: Database
  /// Whether changes are put into the outbox.
  let keepsOutbox: Bool
  let cache: WriterCache
  private var label: String?
  private var changes: [LoggedEvent] = []
  /// How many of them are in the table.
  private var writtenCount = 0
  private var kinds: Set<EntryKind> = []
  private var onTheirWay: [ChangeSubject] = []
  private var afterCommit: [() -> Void] = []
  private(set) var expectsManyRows = false
  /// The import that last added entries.
  var lastImport: (format: String, at: Instant, id: Int64)?

  init(_ db: Database, _ context: WriteContext, _ cache: WriterCache, keepsOutbox: Bool) {
    self.db = db
    self.keepsOutbox = keepsOutbox
    self.context = context
    self.cache = cache
    read = ReadTransaction(db: db, cache: cache)
  }

  /// Says what undo will take back: "Logged left breast".
  ///
  /// - Parameter step: a step of an earlier transaction of the same uid to go on with, so that an import in several
  ///   transactions is undone at once. A new one is begun when that has been undone meanwhile.
  public func label(_ text: String, continuing step: StepID? = nil) throws {
    label = text
    guard let step, self.step == nil else { return }
    let isOpen = try db.exists(
      "SELECT 1 FROM change WHERE seq = ? AND uid = ? AND state = 'done'",
      [.integer(step.seq), .integer(Int64(context.uid))])
    if isOpen { self.step = step }
  }

  /// Keeps more of the database in memory until the transaction is over, for thousands of rows.
  public func expectManyRows() throws {
    expectsManyRows = true
    try PageCache.manyRows.set(db)
  }

  /// Has something noted that is true once this is on the disk, before the next transaction begins. When it fails or is
  /// a dry run, nothing is noted.
  public func afterCommit(_ action: @escaping () -> Void) { afterCommit.append(action) }

  /// Called once, after the commit.
  func noteCommit() { for action in afterCommit { action() } }

  /// Logs a change of an entry as part of the transaction's own step, and has it sent.
  ///
  /// - Parameters:
  ///   - before: the entry as it was; nil for a new one.
  ///   - reverted: a change of a step that this one takes back: then it belongs to that step.
  func record(
    _ operation: ChangeOperation, _ entry: Entry, replacing before: Entry?, reverting reverted: LoggedEvent? = nil
  ) throws -> Int64 {
    let seq = try recordHere(operation, entry, reverting: reverted)
    if keepsOutbox { try enqueue(entry, replacing: before) }
    return seq
  }

  /// The same, and leaves the outbox as it is.
  func recordHere(
    _ operation: ChangeOperation, _ entry: Entry, reverting reverted: LoggedEvent? = nil
  ) throws -> Int64 {
    let seq = try nextSeq()
    try log(seq, entry, operation, step: reverted?.step ?? join(seq), reverts: reverted?.seq)
    return seq
  }

  /// Logs a change of an entry that was made elsewhere: no undo knows it.
  func recordRemote(_ operation: ChangeOperation, _ entry: Entry) throws {
    try log(nextSeq(), entry, operation, step: nil)
  }

  /// Changes anything else as part of the transaction's own step, once the rows are kept that undo puts back.
  ///
  /// - Parameter reverted: as for an entry.
  func change(
    _ operation: ChangeOperation, _ subject: ChangeSubject, reverting reverted: LoggedEvent? = nil,
    _ body: () throws -> Void
  ) throws {
    let seq = try nextSeq()
    for row in KeptRow.rows(of: subject) { try row.keep(beforeChange: seq, db) }
    try body()
    try log(seq, subject, operation, step: reverted?.step ?? join(seq), reverts: reverted?.seq)
    cache.content.forgetFamily()
    if keepsOutbox { try enqueueShared(subject) }
  }

  /// Logs a change of anything else that undo leaves alone.
  ///
  /// - Returns: its seq.
  @discardableResult
  func record(_ operation: ChangeOperation, _ subject: ChangeSubject) throws -> Int64 {
    let seq = try nextSeq()
    try log(seq, subject, operation)
    cache.content.forgetFamily()
    return seq
  }

  /// Logs how far a change has come on its way to the server, after all of the transaction's own changes: a step's
  /// stay together.
  func tell(_ state: QueueState, _ entry: EntryID?, child: ChildID) {
    onTheirWay.append(.outbox(entry, child: child, state))
  }

  /// Writes down what was logged. Called once, before the commit.
  ///
  /// - Returns: nil when nothing has changed.
  func finish() throws -> CommittedChanges? {
    for subject in onTheirWay { try record(.update, subject) }
    let begins = changes[writtenCount...].contains { $0.seq == step?.seq }
    try writeLog()
    if let step {
      if !begins {
        try db.run("UPDATE change SET label = ? WHERE seq = ?", [.text(label ?? ""), .integer(step.seq)])
      }
      try dropUndoneSteps()
    }
    return changes.isEmpty ? nil : CommittedChanges(context: context, changes: changes, kinds: kinds)
  }

  /// Undone steps cannot be redone on top of a new one. There are rarely any, and checking is cheap.
  private func dropUndoneSteps() throws {
    guard cache.content.uidsWithoutUndone.insert(context.uid).inserted else { return }
    let uid = SQLValue.integer(Int64(context.uid))
    guard try db.exists("SELECT 1 FROM change WHERE uid = ? AND state = 'undone' LIMIT 1", [uid]) else { return }
    try db.run("UPDATE change SET state = 'dropped' WHERE uid = ? AND state = 'undone'", [uid])
  }

  /// The transaction's own step, which the first of its changes begins.
  private func join(_ seq: Int64) -> StepID {
    let own = step ?? StepID(seq: seq)
    step = own
    return own
  }

  func nextSeq() throws -> Int64 { try read.lastSeq() + 1 }

  private func log(
    _ seq: Int64, _ entry: Entry, _ operation: ChangeOperation, step: StepID?, reverts: Int64? = nil
  ) throws {
    try log(seq, .entry(entry.id, child: entry.childID), operation, step: step, reverts: reverts)
    kinds.insert(entry.kind)
  }

  private func log(
    _ seq: Int64, _ subject: ChangeSubject, _ operation: ChangeOperation, step: StepID? = nil, reverts: Int64? = nil
  ) throws {
    cache.content.lastSeq = seq
    changes.append(
      LoggedEvent(
        seq: seq, at: context.at, uid: context.uid, subject: subject, operation: operation, step: step,
        reverts: reverts))
  }

  /// Writes the rows of the change log that are not in it yet. They are held back until the step's label is known,
  /// which is in the first of them.
  func writeLog() throws {
    for change in changes[writtenCount...] {
      let label = change.seq == step?.seq ? label ?? "" : nil
      try db.run(LoggedEvent.insertSQL, change.values(client: context.client, label: label))
    }
    writtenCount = changes.count
  }
}

/// The unit of undo; kept as long as the journal.
public struct StepID: Hashable, Sendable {
  /// The seq of its first change.
  public let seq: Int64

  public init(seq: Int64) { self.seq = seq }
}

/// Rows that a write has read or written, for the writes after it on the same connection. It keeps no answers.
///
/// Writes run one after the other on one connection, so the rows are still right for the next write, unless SQLite's
/// data version shows that another connection has written in between. A transaction's rows are kept only if it is
/// committed.
final class WriterCache {
  struct Content: Sendable {
    var lastSeq: Int64?
    /// The current child by uid.
    var selected: [UInt32: Child?] = [:]
    var settings: [ChildID: StoredSettings] = [:]
    /// Users without undone steps.
    var uidsWithoutUndone: Set<UInt32> = []

    mutating func forgetFamily() {
      selected = [:]
      settings = [:]
    }
  }

  /// The state after the last commit.
  struct Kept: Sendable {
    fileprivate var version: UInt32
    fileprivate var content: Content
  }

  var content: Content

  /// - Parameter db: at the beginning of a transaction.
  init(_ kept: Kept?, _ db: Database) {
    if let kept, kept.version == Self.version(of: db) { content = kept.content } else { content = Content() }
  }

  /// - Parameter db: right after the commit.
  func kept(_ db: Database) -> Kept? { Self.version(of: db).map { Kept(version: $0, content: content) } }

  private static func version(of db: Database) -> UInt32? {
    var version: UInt32 = 0
    let code = sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return code == SQLITE_OK ? version : nil
  }
}
