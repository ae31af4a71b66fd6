import Crypto
import Foundation
import Testing

@testable import BabyServer

@Suite("The identity of a server for push services")
struct IdentityTests {
  /// RFC 8292, section 2.4.
  private enum Example {
    static let token =
      "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6"
      + "Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9Ok"
      + "SSHzvoD1oA"
    static let key = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
  }

  /// Whether a token was signed with a key, which is a point of P-256, uncompressed.
  private static func isSigned(_ token: String, by key: [UInt8]) -> Bool {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = Base64URL.bytes(String(parts[2])),
      let signature = try? P256.Signing.ECDSASignature(rawRepresentation: bytes),
      let key = try? P256.Signing.PublicKey(x963Representation: key)
    else { return false }
    return key.isValidSignature(signature, for: Array("\(parts[0]).\(parts[1])".utf8))
  }

  @Test("matches RFC 8292's example, signed by its key")
  func example() throws {
    let contact = try #require(PushContact("mailto:push@example.com"))
    let unsigned = ServerIdentity.unsignedToken(
      audience: "https://push.example.net", expires: 1_453_523_768, contact: contact)
    #expect(Example.token.hasPrefix(unsigned + "."))
    let key = try #require(Base64URL.bytes(Example.key))
    #expect(Self.isSigned(Example.token, by: key))
    #expect(!Self.isSigned(Example.token.replacing("eyJhdWQ", with: "eyJhdWR"), by: key))
    #expect(!Self.isSigned(Example.token, by: ServerIdentity().publicKey))
  }

  @Test("names the service, an expiry within a day, and the contact; the key stays the same")
  func authorization() throws {
    let identity = try ServerIdentity(bytes: ServerIdentity().bytes)
    let again = try ServerIdentity(bytes: identity.bytes)
    #expect(again.publicKey == identity.publicKey)
    let text = try identity.authorization(at: "https://web.push.apple.com", contact: .anonymous, now: 1_795_262_400)
    let parts = text.split { $0 == " " || $0 == "," }
    #expect(parts.count == 3 && parts[0] == "vapid" && parts[1].hasPrefix("t=") && parts[2].hasPrefix("k="))
    let token = String(parts[1].dropFirst(2))
    #expect(parts[2].dropFirst(2) == Base64URL.text(identity.publicKey))
    #expect(Self.isSigned(token, by: identity.publicKey))
    let claims = try #require(Base64URL.bytes(String(token.split(separator: ".")[1])))
    #expect(
      String(decoding: claims, as: UTF8.self)
        == #"{"aud":"https://web.push.apple.com","exp":1795305600,"sub":"https://example.org"}"#)
    #expect(throws: (any Error).self) { try ServerIdentity(bytes: [1, 2, 3]) }
  }

  @Test("a contact is a general address, and cannot end the text around it")
  func contacts() {
    for text in ["mailto:anna@example.org", "https://example.org", "https://baby.example.org/contact?a=1"] {
      #expect(PushContact(text)?.text == text)
    }
    for text in [
      "", "anna@example.org", "mailto:", "mailto:anna", "mailto:@example.org", "mailto:a@b@c.org",
      "mailto:anna@localhost",
      "http://example.org", "https://localhost", "https:example.org", "mailto:a\"@example.org", "mailto:a @example.org",
      "https://example.org/\n", "mailto:\(String(repeating: "a", count: 200))@example.org", "tel:+1.2",
    ] { #expect(PushContact(text) == nil, "\(text)") }
  }
}
