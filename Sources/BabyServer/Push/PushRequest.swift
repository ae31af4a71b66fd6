import Crypto

struct PushMessage: Hashable, Sendable {
  /// At most 3,071 bytes: services have to take 4,096 of a request, from which what encryption adds goes off.
  var payload: [UInt8]
  /// For how long the service keeps it while the browser cannot be reached, in seconds.
  var lifetime: Int
  var urgency: Urgency
  /// Of two with the same that were not delivered yet, the later one counts. Up to 32 letters, digits, hyphens and
  /// underscores.
  var topic: String

  enum Urgency: String, Sendable {
    case normal, high
  }
}

/// A message as it is sent to a service (RFC 8030).
struct PushRequest: Sendable {
  let endpoint: PushEndpoint
  let headers: [(name: String, value: String)]
  let body: [UInt8]

  /// - Parameters:
  ///   - now: seconds since 1970.
  /// - Throws: when it cannot be encrypted or signed.
  init(
    _ message: PushMessage, to receiver: PushReceiver, at endpoint: PushEndpoint, from identity: ServerIdentity,
    contact: PushContact, now: Int64
  ) throws {
    self.endpoint = endpoint
    let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
    body = try MessageEncryption.encrypt(
      message.payload, for: receiver, from: P256.KeyAgreement.PrivateKey(), salt: salt,
      padding: MessageEncryption.padding(of: message.payload.count))
    headers = [
      ("Authorization", try identity.authorization(at: endpoint.origin, contact: contact, now: now)),
      ("TTL", "\(message.lifetime)"), ("Urgency", message.urgency.rawValue), ("Topic", message.topic),
      ("Content-Encoding", "aes128gcm"), ("Content-Type", "application/octet-stream"),
    ]
  }
}
