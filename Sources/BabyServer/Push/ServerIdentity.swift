import Crypto
import Foundation

/// The key by which push services know this server again (RFC 8292): they take messages for a browser from the server alone
/// whose key the browser has named.
struct ServerIdentity: Sendable {
  private let key: P256.Signing.PrivateKey

  /// A new one.
  init() { key = P256.Signing.PrivateKey() }

  /// - Parameter bytes: as `bytes` has given them.
  /// - Throws: if it is not a key.
  init(bytes: [UInt8]) throws { key = try P256.Signing.PrivateKey(rawRepresentation: bytes) }

  /// To be kept as a secret.
  var bytes: [UInt8] { Array(key.rawRepresentation) }

  /// A point of P-256, uncompressed, as browsers take it.
  var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }

  /// The validity of the signature; services accept no more than a day.
  private static let validity: Int64 = 12 * 3600

  /// The `Authorization` header of a message: it proves that it is from this server, for this service, and names a
  /// contact.
  ///
  /// - Parameters:
  ///   - contact: a `mailto:` or `https:` address.
  ///   - now: seconds since 1970.
  func authorization(at origin: String, contact: PushContact, now: Int64) throws -> String {
    let unsigned = Self.unsignedToken(audience: origin, expires: now + Self.validity, contact: contact)
    let signature = try key.signature(for: Array(unsigned.utf8)).rawRepresentation
    return "vapid t=\(unsigned).\(Base64URL.text(signature)),k=\(Base64URL.text(publicKey))"
  }

  /// None of the values needs to be escaped in JSON.
  static func unsignedToken(audience: String, expires: Int64, contact: PushContact) -> String {
    let header = #"{"typ":"JWT","alg":"ES256"}"#
    let claims = #"{"aud":"\#(audience)","exp":\#(expires),"sub":"\#(contact.text)"}"#
    return [header, claims].map { Base64URL.text($0.utf8) }.joined(separator: ".")
  }
}

/// Contact of this server's administrator for push services.
struct PushContact: Hashable, Sendable, CustomStringConvertible {
  /// Does not identify the server. It has to be an address that exists: Apple's service refuses `localhost`, `.local` and
  /// `.invalid`.
  static let anonymous = PushContact(text: "https://example.org")

  let text: String

  var description: String { text }

  private init(text: String) { self.text = text }

  /// Nil if it is not a `mailto:` or `https:` address in plain characters.
  init?(_ text: String) {
    let isAddress = { (rest: Substring) in !rest.isEmpty && rest.contains(".") }
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, text.utf8.count <= 200,
      text.utf8.allSatisfy({ (0x21...0x7e).contains($0) && !"\"\\<>".utf8.contains($0) })
    else { return nil }
    switch parts[0] {
    case "mailto":
      let halves = parts[1].split(separator: "@", omittingEmptySubsequences: false)
      guard halves.count == 2, !halves[0].isEmpty, isAddress(halves[1]) else { return nil }
    case "https": guard parts[1].hasPrefix("//"), isAddress(parts[1].dropFirst(2)) else { return nil }
    default: return nil
    }
    self.text = text
  }
}

/// Bytes as text that needs no escaping in addresses and headers (RFC 4648, section 5), without padding.
enum Base64URL {
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString(options: [.base64URLAlphabet, .omitPaddingCharacter])
  }

  /// Nil if it is not valid. Padding may be left out.
  static func bytes(_ text: String) -> [UInt8]? {
    guard !text.contains(where: { "+/".contains($0) }) else { return nil }
    let padding = text.hasSuffix("=") ? "" : String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return Data(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding).map(Array.init)
  }
}
