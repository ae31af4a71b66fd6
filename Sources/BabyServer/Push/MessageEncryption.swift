import Crypto

/// Encrypts messages for a browser (RFC 8291), in one record of RFC 8188.
enum MessageEncryption {
  /// Messages are filled up to a multiple of this with what encryption adds to them: by its length none is known.
  private static let step = 1_024

  /// - Parameters:
  ///   - sender: of this message alone.
  ///   - salt: 16 bytes, of this message alone.
  ///   - padding: how many bytes without meaning to add.
  /// - Throws: when the keys do not go together.
  static func encrypt(
    _ message: [UInt8], for receiver: PushReceiver, from sender: P256.KeyAgreement.PrivateKey, salt: [UInt8],
    padding: Int
  ) throws -> [UInt8] {
    let own = Array(sender.publicKey.x963Representation)
    let shared = try sender.sharedSecretFromKeyAgreement(
      with: P256.KeyAgreement.PublicKey(x963Representation: receiver.key))
    let material = shared.hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: receiver.secret, sharedInfo: Array("WebPush: info\0".utf8) + receiver.key + own,
      outputByteCount: 32)
    func derived(_ purpose: String, _ count: Int) -> SymmetricKey {
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: material, salt: salt, info: Array("Content-Encoding: \(purpose)\0".utf8),
        outputByteCount: count)
    }
    let nonce = try derived("nonce", 12).withUnsafeBytes { try AES.GCM.Nonce(data: $0) }
    // Where the message ends; it is the last record.
    let record = message + [2] + [UInt8](repeating: 0, count: padding)
    let sealed = try AES.GCM.seal(record, using: derived("aes128gcm", 16), nonce: nonce)
    let recordSize: [UInt8] = [0, 0, 16, 0]
    return salt + recordSize + [UInt8(own.count)] + own + sealed.ciphertext + sealed.tag
  }

  /// How much to add to a message of a length.
  static func padding(of count: Int) -> Int { (step - (count + 1) % step) % step }
}

/// The keys for encrypting messages to a browser: only the browser can read them, not its push service.
struct PushReceiver: Hashable, Sendable {
  /// A point of P-256, uncompressed.
  let key: [UInt8]
  let secret: [UInt8]

  static let secretLength = 16

  init?(key: [UInt8], secret: [UInt8]) {
    guard key.count == 65, secret.count == Self.secretLength,
      (try? P256.KeyAgreement.PublicKey(x963Representation: key)) != nil
    else { return nil }
    (self.key, self.secret) = (key, secret)
  }
}
