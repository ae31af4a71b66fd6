import BabyAPI
import BabyProtocol
import BabyStore

extension OperationHandlers {
  mutating func addService() {
    let store = services.store
    on(Operations.healthGet) { call in
      _ = try await store.read { try $0.lastSeq() }
      return call.answer(Health(status: "ok", version: version))
    }
    on(Operations.openAPIGet) { call in call.answer(encoded: apiDocument) }
  }
}

/// Encoded once, on the first request: it is long, and everyone may request it repeatedly.
private let apiDocument = OpenAPI.document(version: version).encoded
