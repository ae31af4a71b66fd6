import Crypto
import Foundation
import TestSupport
import Testing

@testable import BabyServer

@Suite("Messages that only a browser can read")
struct EncryptionTests {
  /// RFC 8291, appendix A.
  private enum Example {
    static let message = "When I grow up, I want to be a watermelon"
    static let senderKey = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    static let receiverKey = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
    static let receiver =
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    static let secret = "BTBZMqHH6r4Tts7J_aSIgg"
    static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
    static let body =
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
      + "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
  }

  private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.bytes(text)) }

  @Test("match RFC 8291's example, byte for byte")
  func example() throws {
    let receiver = try #require(PushReceiver(key: bytes(Example.receiver), secret: bytes(Example.secret)))
    let sender = try P256.KeyAgreement.PrivateKey(rawRepresentation: bytes(Example.senderKey))
    let body = try MessageEncryption.encrypt(
      Array(Example.message.utf8), for: receiver, from: sender, salt: bytes(Example.salt), padding: 0)
    #expect(Base64URL.text(body) == Example.body)
    let browser = try TestBrowser(key: bytes(Example.receiverKey), secret: bytes(Example.secret), endpoint: "")
    #expect(browser.publicKey == receiver.key)
    #expect(try browser.read(body) == Array(Example.message.utf8))
  }

  @Test(
    "all look alike: they have the same length, and no two are equal", arguments: [0, 1, 200, 1023, 1024, 3071])
  func padding(length: Int) throws {
    let browser = TestBrowser(endpoint: "https://fcm.googleapis.com/fcm/send/1")
    let receiver = try #require(PushReceiver(key: browser.publicKey, secret: browser.authSecret))
    let endpoint = try #require(PushEndpoint(browser.endpoint))
    let message = PushMessage(
      payload: [UInt8](repeating: 7, count: length), lifetime: 60, urgency: .high, topic: "t")
    let bodies = try (1...2).map { _ in
      try PushRequest(
        message, to: receiver, at: endpoint, from: ServerIdentity(), contact: .anonymous, now: 0
      ).body
    }
    #expect(bodies[0] != bodies[1])
    for body in bodies {
      #expect((body.count - 86 - 16).isMultiple(of: 1024) && body.count <= 4096)
      #expect(try browser.read(body) == message.payload)
    }
    let stranger = TestBrowser(endpoint: "")
    #expect(throws: (any Error).self) { try stranger.read(bodies[0]) }
  }

  @Test("need a valid key and secret")
  func receivers() throws {
    let (key, secret) = (try bytes(Example.receiver), try bytes(Example.secret))
    #expect(PushReceiver(key: key, secret: secret) != nil)
    var beside = key
    beside[64] ^= 1
    for (key, secret) in [
      (beside, secret), (key, []), (key, secret + [0]), ([], secret), (Array(key.dropLast()), secret),
      ([UInt8](repeating: 0, count: 65), secret), ([4] + [UInt8](repeating: 0, count: 64), secret),
    ] { #expect(PushReceiver(key: key, secret: secret) == nil) }
  }

  @Test("bytes are written for URLs, and read with and without padding")
  func base64() throws {
    let pairs: [([UInt8], String)] = [
      ([], ""), ([0], "AA"), ([0xff, 0xfe], "__4"), ([1, 2, 3], "AQID"), ([0xfb, 0xef, 0xbe, 0xff], "----_w"),
    ]
    for (bytes, text) in pairs {
      #expect(Base64URL.text(bytes) == text)
      #expect(Base64URL.bytes(text) == bytes)
      #expect(Base64URL.bytes(text + String(repeating: "=", count: (4 - text.count % 4) % 4)) == bytes)
    }
    for text in ["A", "AAAAA", "A+", "A/", "AA A", "AA\n", "Ä"] { #expect(Base64URL.bytes(text) == nil, "\(text)") }
  }
}

@Suite(
  "Messages as other implementations read them",
  .enabled(if: PyWebPush.python != nil, "pywebpush is not installed; contrib/dev/prepare --all installs it"))
struct ForeignReaderTests {
  @Test("http_ece reads them, and py_vapid verifies their signature")
  func reading() async throws {
    let browser = TestBrowser(endpoint: "https://updates.push.services.mozilla.com/wpush/v2/abc")
    let receiver = try #require(PushReceiver(key: browser.publicKey, secret: browser.authSecret))
    let identity = ServerIdentity()
    let text = #"{"title":"Next feed","body":"Last feed at 12:40 PM"}"#
    let request = try PushRequest(
      PushMessage(payload: Array(text.utf8), lifetime: 60, urgency: .high, topic: "t"), to: receiver,
      at: #require(PushEndpoint(browser.endpoint)), from: identity,
      contact: #require(PushContact("mailto:anna@example.org")), now: Int64(Date().timeIntervalSince1970))
    let authorization = try #require(request.headers.first { $0.name == "Authorization" }).value
    let script = """
      import sys, http_ece
      from base64 import urlsafe_b64decode
      from cryptography.hazmat.primitives.asymmetric import ec
      from py_vapid import Vapid02
      def decoded(text): return urlsafe_b64decode(text + "=" * (-len(text) % 4))
      body, key, secret, authorization = sys.argv[1:]
      private = ec.derive_private_key(int.from_bytes(decoded(key), "big"), ec.SECP256R1())
      message = http_ece.decrypt(decoded(body), private_key=private, auth_secret=decoded(secret), version="aes128gcm")
      sys.stdout.write(message.decode() + "\\n" + str(Vapid02.verify(authorization)))
      """
    let arguments = [
      "-c", script, Base64URL.text(request.body), Base64URL.text(browser.privateKey),
      Base64URL.text(browser.authSecret), authorization,
    ]
    let said = try await onOwnThread { try PyWebPush.run(arguments) }
    let lines = said.split(separator: "\n").map(String.init)
    #expect(lines.first == text, "\(said)")
    #expect(lines.last == "True", "\(said)")
  }
}

/// The Python that has pywebpush, if any does.
enum PyWebPush {
  static let python: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.first { access("\($0)/pywebpush", X_OK) == 0 && access("\($0)/python3", X_OK) == 0 }
      .map { "\($0)/python3" }
  }()

  static func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: python ?? "python3")
    process.arguments = arguments
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: said, as: UTF8.self)
  }
}
