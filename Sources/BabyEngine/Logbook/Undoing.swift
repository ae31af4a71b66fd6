import BabyModel
public import BabyProtocol
public import BabyStore

extension LogbookReader {
  /// The caller's steps, the last first.
  public func journal(limit: Int) throws -> [JournalEntry] { try transaction.journal(uid: caller.uid, limit: limit) }

  /// The step that a caller means.
  ///
  /// - Parameter reference: `step.17`, or an entry as for `entry`.
  /// - Throws: `BabyError.entryNotFound`.
  fileprivate func step(_ reference: String) throws -> StepReference {
    if let id = StepID(reference) { return .step(id) }
    return .entry(try entry(reference).id)
  }
}

extension LogbookWriter {
  /// Takes back the caller's last change, or the one that is named.
  ///
  /// - Parameter reference: `step.17`, or the last that changed an entry: its id, or the end of one.
  /// - Throws: as `WriteTransaction.undo`; `.entryNotFound`; `.childNameTaken` when two children would have one name.
  public func undo(_ reference: String? = nil) throws -> Undo.Answer {
    let step = try transaction.undo(uid: reader.caller.uid, reference.map(reader.step))
    return try answer(step, Words.undid(step.label))
  }

  /// - Throws: as `undo`; `.nothingToRedo`.
  public func redo() throws -> Undo.Answer {
    let step = try transaction.redo(uid: reader.caller.uid)
    return try answer(step, Words.redid(step.label))
  }

  /// Makes undo skip a step that cannot be undone, which it has reported.
  public func skip(_ step: StepID) throws { try transaction.skip(step, uid: reader.caller.uid) }

  private func answer(_ step: UndoneStep, _ message: String) throws -> Undo.Answer {
    let children = try step.children.compactMap { try reader.transaction.child($0) }
    for child in children where child.removedAt == nil { try check(child) }
    let entries = try step.entries.prefix(100).map { try reader.record($0, of: reader.anyChild("\($0.childID)")) }
    return Undo.Answer(
      message: message, label: step.label, children: children.map { ChildReference($0) }, entries: entries,
      count: step.entries.count, step: "\(step.id)", later: step.later?.words,
      timeFormat: try reader.timeFormat(for: children.first), seq: try seq, isDryRun: isDryRun)
  }
}

extension LaterChange {
  fileprivate var words: String {
    switch self {
    case .step(let label): label
    case .final: "A child was deleted for good"
    }
  }
}

extension LogbookReader {
  /// The caller's steps that can be undone or redone, the last first.
  public func undoList(_ params: UndoList.Params) throws -> UndoList.Answer {
    UndoList.Answer(
      steps: try journal(limit: params.limit ?? 20).map { try record($0) }, timeFormat: try timeFormat(for: nil))
  }

  private func record(_ step: JournalEntry) throws -> UndoStepRecord {
    let children = try step.children.compactMap { try transaction.child($0) }
    let child = try children.first ?? anybody
    let zone = try child.map { try self.zone($0.zone) }
    return UndoStepRecord(
      id: "\(step.id)", label: step.label, at: step.at, atLocal: zone.map { step.at.text(in: $0) } ?? step.at.utcText,
      state: .init(step.state), children: children.map { ChildReference($0) }, count: step.entryCount,
      entryID: step.entryCount == 1 ? step.entry : nil)
  }

  /// How times are written that are about a child, or about none.
  fileprivate func timeFormat(for child: Child?) throws -> TimeFormat {
    if let child = try child ?? anybody { return try settings(of: child).timeFormat }
    return Settings(family: try transaction.settings(child: nil)).timeFormat
  }

  /// The current child, if there is any.
  private var anybody: Child? {
    get throws {
      do { return try child(nil) } catch BabyError.noChild { return nil }
    }
  }
}

extension UndoStepRecord.State {
  fileprivate init(_ state: JournalEntry.State) {
    self =
      switch state {
      case .done: .done
      case .undone: .undone
      case .skipped: .skipped
      }
  }
}

extension StepID: CustomStringConvertible {
  /// `step.17`
  public var description: String { "step.\(seq)" }

  public init?(_ text: String) {
    guard text.hasPrefix("step."), let seq = Int64(text.dropFirst("step.".count)) else { return nil }
    self.init(seq: seq)
  }
}
