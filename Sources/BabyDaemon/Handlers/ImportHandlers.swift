import BabyEngine
import BabyModel
import BabyProtocol
import Foundation

extension HandlerTable {
  /// Importing files that clients stream.
  mutating func addImport(_ desk: ImportDesk) {
    call(DataImport.self) { params, session, engine in
      let progress: ImportProgress
      if let id = params.importID {
        guard params.childID == nil, params.format == nil, params.zone == nil, !params.dryRun else {
          throw BabyError.importInvalid("childId, format, zone and dryRun belong to the call that begins an import.")
        }
        progress = try await desk.read(
          params.bytes, isEnd: params.end, into: id, by: session.caller, engine: engine)
      } else {
        let id = try await desk.begin(
          child: params.childID, format: params.format, zone: params.zone, isDryRun: params.dryRun,
          by: session.caller, engine: engine)
        progress = try await desk.read(
          params.bytes, isEnd: params.end, into: id, by: session.caller, engine: engine)
      }
      return DataImport.Answer(progress)
    }
  }
}

extension DataImport.Params {
  /// The chunk's bytes.
  ///
  /// - Throws: `BabyError.importInvalid` for text that is not base64.
  fileprivate var bytes: Data {
    get throws(BabyError) {
      guard let chunk else { return Data() }
      guard let bytes = Data(base64Encoded: chunk) else { throw .importInvalid("chunk must be base64.") }
      return bytes
    }
  }
}

extension DataImport.Answer {
  fileprivate init(_ progress: ImportProgress) {
    self.init(
      importID: progress.id, child: ChildReference(progress.child), rows: progress.rows, added: progress.added,
      unchanged: progress.unchanged, isDryRun: progress.isDryRun,
      summary: progress.summary.map { ImportSummaryRecord($0) })
  }
}
