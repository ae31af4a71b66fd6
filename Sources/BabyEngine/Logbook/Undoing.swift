public import BabyModel
public import BabyStore

/// A step that was undone or done again.
public struct StepOutcome: Sendable {
  public var message: String
  public var step: UndoneStep
  /// The children that it is about, as they are now.
  public var children: [Child]
}

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
  public func undo(_ reference: String? = nil) throws -> StepOutcome {
    let step = try transaction.undo(uid: reader.caller.uid, reference.map(reader.step))
    return try outcome(step, Words.undid(step.label))
  }

  /// - Throws: as `undo`; `.nothingToRedo`.
  public func redo() throws -> StepOutcome {
    let step = try transaction.redo(uid: reader.caller.uid)
    return try outcome(step, Words.redid(step.label))
  }

  /// Makes undo skip a step that cannot be undone, which it has reported.
  public func skip(_ step: StepID) throws { try transaction.skip(step, uid: reader.caller.uid) }

  private func outcome(_ step: UndoneStep, _ message: String) throws -> StepOutcome {
    let children = try step.children.compactMap { try reader.transaction.child($0) }
    for child in children where child.removedAt == nil { try check(child) }
    return StepOutcome(message: message, step: step, children: children)
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
