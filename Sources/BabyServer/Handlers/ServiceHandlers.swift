import BabyAPI
import BabyProtocol
import BabyStore

extension OperationHandlers {
  mutating func addService() {
    let store = services.store
    on("health.get") { call in
      _ = try store.read { try $0.lastSeq() }
      return CallAnswer(call.operation, Health(status: "ok", version: version))
    }
    let document = OpenAPI.document(version: version)
    on("openapi.get") { call in CallAnswer(call.operation, document) }
  }
}
