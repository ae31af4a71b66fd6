import Foundation
import Testing

@testable import BabyServer

@Suite("How to trust the server")
struct TrustTests {
  @Test("is explained at /trust, over https and plain HTTP, also without scripts")
  func page() async throws {
    try await FamilyHome.run { home in
      let fingerprint = try #require(try home.folder.server()?.authority.fingerprint)
      let plain = try await home.getPlain("/trust", host: "localhost:\(home.trustPort)")
      for reply in [try await home.get("/trust"), plain] {
        #expect(reply.status == 200)
        #expect(reply.headers["content-type"] == "text/html; charset=utf-8")
        #expect(reply.headers["content-security-policy"]?.hasPrefix("default-src 'self'") == true)
        let text = String(decoding: reply.body, as: UTF8.self)
        #expect(!text.contains("<script") && !text.contains("style=") && !text.contains(#/ on[a-z]+=/#))
        #expect(text.contains("href=\"https://localhost:\(home.server.port)\""))
        #expect(text.replacing(/<[^>]*>/, with: "").contains(fingerprint))
        for link in text.matches(of: /(?:href|src)="(\/[^"]+)"/) {
          #expect(try await home.getPlain(String(link.1), host: "localhost").status == 200, "\(link.1)")
        }
      }
    }
  }

  @Test("uses the name in the request if it is the server's, and otherwise its first")
  func hosts() async throws {
    try await FamilyHome.run(["home.local", "192.168.1.5", "fd00::5"]) { home in
      for (host, expected) in [
        ("home.local", "home.local"), ("HOME.local:80", "home.local"), ("192.168.1.5:8080", "192.168.1.5"),
        ("[fd00::5]:8080", "[fd00::5]"), ("evil.example", "home.local"), ("\"><b>", "home.local"), ("", "home.local"),
      ] {
        let page = try await home.getPlain("/trust", host: host)
        let text = String(decoding: page.body, as: UTF8.self)
        #expect(page.status == 400 || text.contains("\"https://\(expected):\(home.server.port)\""), "\(host)")
        #expect(!text.contains("evil") && !text.contains("<b>"))
      }
    }
  }

  @Test("comes with the certificate for Android, and for machines")
  func certificate() async throws {
    try await FamilyHome.run { home in
      let reply = try await home.getPlain("/trust/ca.crt", host: "home.local")
      #expect(reply.headers["content-type"] == "application/x-x509-ca-cert")
      #expect(reply.headers["content-disposition"] == "attachment; filename=\"babybasics-ca.crt\"")
      #expect(reply.body == (try home.folder.publicFile.read()))
      let head = try await home.getPlain("/trust/ca.crt", host: "home.local", "HEAD")
      #expect(head.status == 200 && head.body.isEmpty)
      #expect(head.headers["content-length"] == "\(reply.body.count)")
    }
  }

  @Test("comes with a profile for iPhones, which is the same each time, and another one for another authority")
  func profile() async throws {
    try await FamilyHome.run { home in
      func profile() async throws -> [String: Any] {
        let reply = try await home.getPlain("/trust/ca.mobileconfig", host: "home.local")
        #expect(reply.headers["content-type"] == "application/x-apple-aspen-config")
        let list = try PropertyListSerialization.propertyList(from: Data(reply.body), format: nil)
        return try #require(list as? [String: Any])
      }
      let first = try await profile()
      let payload = try #require((first["PayloadContent"] as? [[String: Any]])?.first)
      #expect(payload["PayloadType"] as? String == "com.apple.security.root")
      let authority = try #require(try home.folder.server()?.authority)
      #expect(try (payload["PayloadContent"] as? Data).map { Array($0) } == authority.bytes)
      #expect(first["PayloadIdentifier"] as? String == "babybasics.family.home.local")
      let uuids = [first, payload].compactMap { ($0["PayloadUUID"] as? String).flatMap { UUID(uuidString: $0) } }
      #expect(Set(uuids).count == 2)
      #expect(try await profile()["PayloadUUID"] as? String == first["PayloadUUID"] as? String)

      // As another process does.
      _ = try home.folder.make([.host("home.local")], by: nil, at: .systemNow)
      let other = try await profile()
      #expect(other["PayloadUUID"] as? String != first["PayloadUUID"] as? String)
      #expect(other["PayloadIdentifier"] as? String == first["PayloadIdentifier"] as? String, "it takes its place")
    }
  }

  @Test("comes with the address as a QR code")
  func code() async throws {
    try await FamilyHome.run { home in
      let reply = try await home.getPlain("/trust/qr.svg", host: "127.0.0.1:80")
      #expect(reply.headers["content-type"] == "image/svg+xml")
      let address = "https://127.0.0.1:\(home.server.port)"
      #expect(String(decoding: reply.body, as: UTF8.self) == QRCode(address)?.svg(title: address))
    }
  }

  @Test("is all there is in plain HTTP: other reads are redirected to https, and writes are refused")
  func redirect() async throws {
    try await FamilyHome.run { home in
      let base = "https://home.local:\(home.server.port)"
      for path in ["/", "/v1/me", "/trust/nothing", "/trusty", "//evil.example/?a=b"] {
        let reply = try await home.getPlain(path, host: "home.local:80")
        #expect(reply.status == 307, "\(path)")
        #expect(reply.headers["location"] == base + path)
        #expect(reply.headers["cache-control"] == "no-store")
      }
      let reply = try await home.getPlain("/", host: "evil.example")
      #expect(reply.headers["location"] == base + "/")
      for path in ["/v1/auth/login", "/trust"] {
        #expect([403, 405].contains(try await home.getPlain(path, host: "home.local", "POST").status))
      }
    }
  }
}
