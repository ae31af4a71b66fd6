package import BabyProtocol
import Crypto
import Foundation

/// A browser as it names itself to a server: it alone can read what it is sent.
package struct TestBrowser: Sendable {
  private let key: P256.KeyAgreement.PrivateKey
  private let secret: [UInt8]
  /// Where messages for it go.
  package let endpoint: String

  /// A new one.
  package init(endpoint: String) {
    key = P256.KeyAgreement.PrivateKey()
    secret = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
    self.endpoint = endpoint
  }

  package init(key: [UInt8], secret: [UInt8], endpoint: String) throws {
    self.key = try P256.KeyAgreement.PrivateKey(rawRepresentation: key)
    self.secret = secret
    self.endpoint = endpoint
  }

  package var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }
  package var privateKey: [UInt8] { Array(key.rawRepresentation) }
  package var authSecret: [UInt8] { secret }

  /// What its page sends the server.
  ///
  /// - Parameter preferences: such as `["others": true]`.
  package func subscription(_ preferences: [String: Bool] = [:]) -> JSON {
    let members: [(String, JSON)] = [
      ("endpoint", .string(endpoint)), ("p256dh", .string(Self.text(publicKey))),
      ("auth", .string(Self.text(secret))),
    ]
    return .object(JSONObject(members + preferences.sorted { $0.key < $1.key }.map { ($0.key, .bool($0.value)) }))
  }

  /// In base64url, as browsers write it.
  private static func text(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// What is not a message to it.
  package struct Unreadable: Error {}

  /// Reads a message as RFC 8291 and RFC 8188 say, without any of the server's code.
  ///
  /// - Returns: the message without what fills it up.
  package func read(_ body: [UInt8]) throws -> [UInt8] {
    guard body.count > 86, body[20] == 65 else { throw Unreadable() }
    let (salt, sender) = (Array(body[0..<16]), Array(body[21..<86]))
    let recordSize = body[16..<20].reduce(0) { $0 << 8 | Int($1) }
    guard body.count - 86 <= recordSize else { throw Unreadable() }
    let shared = try key.sharedSecretFromKeyAgreement(
      with: P256.KeyAgreement.PublicKey(x963Representation: sender)
    ).withUnsafeBytes { Array($0) }
    func mac(_ key: [UInt8], _ text: [UInt8]) -> [UInt8] {
      Array(HMAC<SHA256>.authenticationCode(for: text, using: SymmetricKey(data: key)))
    }
    let material = mac(mac(secret, shared), Array("WebPush: info\0".utf8) + publicKey + sender + [1])
    let random = mac(salt, material)
    let contentKey = mac(random, Array("Content-Encoding: aes128gcm\0".utf8) + [1]).prefix(16)
    let nonce = mac(random, Array("Content-Encoding: nonce\0".utf8) + [1]).prefix(12)
    let box = try AES.GCM.SealedBox(
      nonce: AES.GCM.Nonce(data: nonce), ciphertext: body[86..<(body.count - 16)], tag: body.suffix(16))
    let record = Array(try AES.GCM.open(box, using: SymmetricKey(data: contentKey)))
    guard let end = record.lastIndex(where: { $0 != 0 }), record[end] == 2 else { throw Unreadable() }
    return Array(record[..<end])
  }
}
