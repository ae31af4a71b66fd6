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

/// Encoded once, when somebody first asks: it is long, and anybody may ask for it as often as they like.
private let apiDocument = OpenAPI.document(version: version).encoded
