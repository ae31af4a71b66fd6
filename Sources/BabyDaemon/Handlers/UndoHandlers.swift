import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

extension HandlerTable {
  /// Taking changes back.
  mutating func addUndo() {
    write(
      Undo.self,
      refused: { error, params, caller, engine in
        // Said once, it does not stand in the way of the changes before.
        guard error.code == .undoConflict, !params.options.dryRun,
          let step = error.details["step"]?.stringValue.flatMap(StepID.init)
        else { return }
        try await engine.skipUndo(of: step, by: caller)
      }
    ) { params, book in try book.answer(book.undo(params.id)) }
    write(Redo.self) { _, book in try book.answer(book.redo()) }
    read(UndoList.self) { params, book in
      let steps = try book.journal(limit: params.limit ?? 20).map { try book.record($0) }
      return UndoList.Answer(steps: steps, timeFormat: try book.timeFormat(for: nil))
    }
  }
}

extension LogbookWriter {
  fileprivate func answer(_ outcome: StepOutcome) throws -> Undo.Answer {
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
  fileprivate func record(_ step: JournalEntry) throws -> UndoStepRecord {
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
