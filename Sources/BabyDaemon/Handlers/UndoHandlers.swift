import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

extension MethodHandlers {
  /// Taking changes back.
  mutating func addUndo() {
    write(
      Undo.self,
      refused: { error, params, caller, engine in
        // Reported once, it no longer blocks the changes before.
        guard error.code == .undoConflict, !params.options.dryRun,
          let step = error.details["step"]?.stringValue.flatMap(StepID.init)
        else { return }
        try await engine.skipUndo(of: step, by: caller)
      }
    ) { params, logbook in try logbook.undo(params.id) }
    write(Redo.self) { _, logbook in try logbook.redo() }
    read(UndoList.self) { params, logbook in
      let steps = try logbook.journal(limit: params.limit ?? 20).map { try logbook.record($0) }
      return UndoList.Answer(steps: steps, timeFormat: try logbook.timeFormat(for: nil))
    }
  }
}
