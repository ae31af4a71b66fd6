import BabyAccount
import BabyEngine
import BabyImport
import BabyModel
import BabyProtocol
import BabySocket
import Foundation

extension MethodHandlers {
  /// Importing files that clients stream.
  mutating func addImport(_ imports: RunningImports, executor: any TaskExecutor) {
    call(DataImport.self) { params, session, engine in
      // A chunk takes milliseconds to read: not on the event loop, where every other client would wait.
      try await withTaskExecutorPreference(executor) {
        if params.cancel {
          guard let id = params.importID else { throw BabyError.importInvalid("cancel needs importId.") }
          return try await imports.cancel(id, by: session.caller, engine: engine)
        }
        let id = try await imports.importID(for: params, of: session, engine: engine)
        return try await imports.read(
          params.bytes, file: params.file, isEnd: params.end, isStepwise: params.stepwise, into: id,
          by: session.caller, engine: engine)
      }
    }
  }
}

extension RunningImports {
  /// The import that a call continues, or a new one.
  fileprivate func importID(
    for params: DataImport.Params, of session: ClientSession, engine: Engine
  ) async throws -> String {
    guard let id = params.importID else {
      let map = try params.map.map { yaml throws(BabyError) in try ColumnMap(yaml: yaml) }
      return try await begin(params, map: map, of: session.id, by: session.caller, engine: engine)
    }
    if params.hasOptions { throw BabyError.importInvalid("Import options are accepted only in the first call.") }
    return id
  }
}

extension DataImport.Params {
  /// Whether it says anything about the whole import, and not only about its chunk.
  fileprivate var hasOptions: Bool {
    var options = self
    (options.importID, options.file, options.chunk) = (nil, nil, nil)
    (options.end, options.stepwise, options.cancel) = (false, false, false)
    return options.encoded != Self().encoded
  }

  /// The chunk's bytes.
  ///
  /// - Throws: `BabyError.importInvalid` for text that is not base64.
  fileprivate var bytes: [UInt8] {
    get throws(BabyError) {
      guard let chunk else { return [] }
      guard let bytes = Data(base64Encoded: chunk) else { throw .importInvalid("chunk must be base64.") }
      return Array(bytes)
    }
  }
}

/// An import is over with its client's connection.
extension RunningImports: ConnectionObserver {
  func isInUse(by session: ClientSession) -> Bool { isInUse(by: session.id) }
  func ended(_ session: ClientSession) { ended(session.id) }
}
