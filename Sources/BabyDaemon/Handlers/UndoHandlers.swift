import BabyEngine
import BabyModel
import BabyProtocol
import BabyRecords
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
