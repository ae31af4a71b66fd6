import Crypto

/// A browser's encryption keys, without which no one can read its messages: not even its services.
package struct PushReceiver: Hashable, Sendable {
  /// A point of P-256, uncompressed.
  package let key: [UInt8]
  /// The shared secret.
  package let secret: [UInt8]

  package static let secretLength = 16

  /// Nil if the key or secret is not valid.
  package init?(key: [UInt8], secret: [UInt8]) {
    guard key.count == 65, secret.count == Self.secretLength,
      (try? P256.KeyAgreement.PublicKey(x963Representation: key)) != nil
    else { return nil }
    (self.key, self.secret) = (key, secret)
  }
}
