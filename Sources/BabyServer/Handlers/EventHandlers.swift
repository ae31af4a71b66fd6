import BabyAPI
import BabyModel
import BabyStore

extension OperationHandlers {
  mutating func addEvents() {
    let services = services
    on(Operations.eventsFollow) { call in
      let streams = services.streams
      // Before the transaction: what is committed meanwhile is looked at once the stream is open.
      let commitCount = try services.store.commitCount()
      return try await services.store.read { reader in
        let authorized = try services.authorized(call, reader)
        guard streams.hasRoom else {
          throw APIError(.unavailable, "Too many open event streams.", retryAfter: 600)
        }
        let (session, user) = (authorized.session, authorized.user.id)
        let sight = try reader.sight(of: user, reader.memberships(of: user), epoch: session.epoch)
        return CallAnswer(
          following: EventSubscription(
            user: user, token: Secrets.hash(call.request.token ?? ""), expiresAt: session.expiresAt,
            sight: sight.fingerprint, lastID: call.request.headers["last-event-id"], commitCount: commitCount))
      }
    }
  }
}
