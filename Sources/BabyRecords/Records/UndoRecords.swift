package import BabyEngine
package import BabyModel
package import BabyProtocol
package import BabyStore

extension LogbookWriter {
  package func answer(_ outcome: StepOutcome) throws -> Undo.Answer {
    let entries = try outcome.step.entries.prefix(100).map {
      try reader.record($0, of: reader.anyChild("\($0.childID)"))
    }
    return Undo.Answer(
      message: outcome.message, label: outcome.step.label, children: outcome.children.map { ChildReference($0) },
      entries: entries,
      count: outcome.step.entries.count, step: "\(outcome.step.id)", later: outcome.step.later?.words,
      timeFormat: try reader.timeFormat(for: outcome.children.first), seq: try seq, isDryRun: isDryRun)
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
  package func record(_ step: JournalEntry) throws -> UndoStepRecord {
    let children = try step.children.compactMap { try transaction.child($0) }
    let child = try children.first ?? anybody
    let zone = try child.map { try self.zone($0.zone) }
    return UndoStepRecord(
      id: "\(step.id)", label: step.label, at: step.at, atLocal: zone.map { step.at.text(in: $0) } ?? step.at.utcText,
      state: .init(step.state), children: children.map { ChildReference($0) }, count: step.entryCount,
      entryID: step.entryCount == 1 ? step.entry : nil)
  }

  /// How times are written that are about a child, or about none.
  package func timeFormat(for child: Child?) throws -> TimeFormat {
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
