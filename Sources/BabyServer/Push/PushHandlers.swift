import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore

extension OperationHandlers {
  /// The push subscription of a session's browser.
  mutating func addPush() {
    let services = services
    on(Operations.pushKey) { call in
      let kept = try await services.store.read { reader in
        _ = try services.authorized(call, reader)
        return try reader.pushKey()
      }
      let bytes =
        if let kept { kept } else {
          try await services.store.write(at: call.request.now) { try $0.pushIdentity() }
        }
      return call.answer(PushKey(key: Base64URL.text(try ServerIdentity(bytes: bytes).publicKey)))
    }
    read(Operations.pushGet) { authorized in
      guard let subscription = try authorized.reader.pushSubscription(of: authorized.session.id) else {
        throw APIError.nothing
      }
      return authorized.answer(PushSubscriptionRecord(subscription))
    }
    on(Operations.pushPut) { call in
      let subscription = try await services.store.write(at: call.request.now) { writer in
        let authorized = try services.authorized(call, writer.read)
        var new = try PushSubscription(authorized.body(), of: services.pushServices, now: call.request.now)
        let session = authorized.session.id
        if let known = try writer.read.pushSubscription(of: session) {
          // Reminders that were already due are not sent again.
          let since = new.since
          new.since = known.since
          if new != known { new.since = since }
        }
        _ = try writer.pushIdentity()
        try writer.put(new, of: session, user: authorized.user.id)
        writer.afterCommit { services.push.fire() }
        return new
      }
      return call.answer(PushSubscriptionRecord(subscription))
    }
    write(Operations.pushRemove) { authorized, writer in
      try writer.removePushSubscription(of: authorized.session.id)
      return authorized.done()
    }
  }
}

extension ServerWriter {
  /// The private key that identifies this server to push services, created on demand.
  fileprivate func pushIdentity() throws -> [UInt8] {
    if let known = try read.pushKey() { return known }
    let made = ServerIdentity().bytes
    try keep(pushKey: made)
    return made
  }
}

extension PushSubscription {
  /// - Throws: `invalid` for what no browser has given.
  fileprivate init(_ body: NewPushSubscription, of services: PushServices, now: Instant) throws(APIError) {
    guard let endpoint = PushEndpoint(body.endpoint, of: services) else {
      throw .invalid("endpoint", "must be an https address of a browser's push service")
    }
    let secret = Base64URL.bytes(body.auth)
    guard let secret, secret.count == PushReceiver.secretLength else {
      throw .invalid("auth", "must be \(PushReceiver.secretLength) bytes in base64url")
    }
    guard let receiver = Base64URL.bytes(body.p256dh).flatMap({ PushReceiver(key: $0, secret: secret) }) else {
      throw .invalid("p256dh", "must be an uncompressed point of P-256 in base64url")
    }
    self.init(
      endpoint: endpoint.text, receiverKey: receiver.key, receiverSecret: receiver.secret,
      preferences: PushPreferences(
        reminders: body.reminders ?? true, timers: body.timers ?? true, others: body.others ?? false,
        names: body.names ?? false),
      since: now)
  }
}

extension PushSubscriptionRecord {
  fileprivate init(_ subscription: PushSubscription) {
    let preferences = subscription.preferences
    self.init(
      endpoint: subscription.endpoint, reminders: preferences.reminders, timers: preferences.timers,
      others: preferences.others, names: preferences.names)
  }
}
