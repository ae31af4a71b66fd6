import BabyEngine
import BabyImport
import BabyModel
import BabyProtocol
import Synchronization

extension HandlerTable {
  /// Exporting files that clients write.
  mutating func addExport(executor: any TaskExecutor) {
    call(DataExport.self) { params, session, engine in
      // A part takes milliseconds to write: not on the event loop, where every other client would wait.
      try await withTaskExecutorPreference(executor) {
        // Taken out while it works; when it fails, it is over.
        let begun = session.export.withLock { $0.take() }
        var run: ExportRun
        if params.next {
          guard let begun else { throw BabyError.exportNotFound }
          run = begun
        } else {
          run = try ExportRun(
            of: params.childID, format: params.format == .csv ? .csv : .json, by: session.caller, engine: engine)
        }
        let text = String(decoding: try run.next(), as: UTF8.self)
        if !run.isAtEnd { session.export.withLock { [run] in $0 = run } }
        return DataExport.Answer(
          format: run.format == .csv ? .csv : .json, text: text, entries: run.entries, isEnd: run.isAtEnd)
      }
    }
  }
}
