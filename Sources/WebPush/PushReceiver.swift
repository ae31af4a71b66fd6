import Crypto

/// What a browser has given to encrypt messages with, which nobody else can then read: its services neither.
package struct PushReceiver: Hashable, Sendable {
  /// A point of P-256, uncompressed.
  package let key: [UInt8]
  /// What the two share beside it.
  package let secret: [UInt8]

  package static let secretLength = 16

  /// Nil for what is no such key or secret.
  package init?(key: [UInt8], secret: [UInt8]) {
    guard key.count == 65, secret.count == Self.secretLength,
      (try? P256.KeyAgreement.PublicKey(x963Representation: key)) != nil
    else { return nil }
    (self.key, self.secret) = (key, secret)
  }
}
