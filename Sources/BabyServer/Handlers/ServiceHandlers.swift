import BabyAPI
import BabyProtocol
import BabyStore

extension OperationHandlers {
  mutating func addService() {
    let store = services.store
    on(Operations.healthGet) { call in
      _ = try store.read { try $0.lastSeq() }
      return call.answer(Health(status: "ok", version: version))
    }
    // Encoded once: it is long, and anybody may ask for it as often as they like.
    let document = OpenAPI.document(version: version).encoded
    on(Operations.openAPIGet) { call in call.answer(encoded: document) }
  }
}
