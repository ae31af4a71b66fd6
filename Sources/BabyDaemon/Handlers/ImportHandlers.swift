import BabyAccount
import BabyEngine
import BabyModel
import BabyProtocol
import BabyRecords
import BabySocket
import Foundation

extension MethodHandlers {
  /// Importing files that clients stream.
  mutating func addImport(_ desk: ImportDesk, executor: any TaskExecutor) {
    call(DataImport.self) { params, session, engine in
      // A chunk takes milliseconds to read: not on the event loop, where every other client would wait.
      try await withTaskExecutorPreference(executor) {
        let id = try await desk.importID(for: params, of: session, engine: engine)
        let progress = try await desk.read(
          params.bytes, isEnd: params.end, into: id, by: session.caller, engine: engine)
        return DataImport.Answer(progress)
      }
    }
  }
}

extension ImportDesk {
  /// The import that a call goes on with, or a new one.
  fileprivate func importID(
    for params: DataImport.Params, of session: ClientSession, engine: Engine
  ) async throws -> String {
    guard let id = params.importID else {
      return try await begin(
        child: params.childID, format: params.format, zone: params.zone, isDryRun: params.dryRun, by: session.caller,
        engine: engine)
    }
    guard params.childID == nil, params.format == nil, params.zone == nil, !params.dryRun else {
      throw BabyError.importInvalid(
        "childId, format, zone and dryRun are only allowed in the call that begins an import.")
    }
    return id
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
