import BabyModel
import BabyStore
import Foundation
import Logging
import NIOSSL
import QRCode
import Synchronization
import TestSupport
import Testing

@testable import BabyServer

/// A server with the family's certificate, and what a browser asks it for.
private struct FamilyHome: Sendable {
  let server: TestServer
  let folder: CertificateFolder
  /// Where it speaks plain HTTP.
  let trustPort: Int
  let log: LogRecorder

  /// By the system's own clock, because who connects looks at that.
  static func run(
    _ names: [String] = ["home.local", "localhost", "127.0.0.1"],
    _ change: (inout ServerConfiguration) -> Void = { _ in }, _ body: (FamilyHome) async throws -> Void
  ) async throws {
    let directory = try TemporaryDirectory()
    let folder = CertificateFolder(besides: directory.path + "/server.db")
    _ = try folder.make(try names.map { try ServerName($0) }, by: nil, at: .systemNow)
    let (log, ports) = (LogRecorder(), AsyncStream.makeStream(of: Int.self))
    try await TestServer.run(
      {
        $0.familyCertificates = folder
        $0.trustPort = 0
        change(&$0)
      }, log: log, onTrustListening: { ports.continuation.yield($0) }
    ) { server in
      for await port in ports.stream {
        try await body(FamilyHome(server: server, folder: folder, trustPort: port, log: log))
        break
      }
    }
  }

  /// By https, trusting the family's authority alone.
  func get(_ path: String, at host: String = "localhost", _ method: String = "GET") async throws -> Reply {
    try await secureExchange(
      Self.head(method, path, "\(host):\(server.port)"), port: server.port, host: host,
      trusting: folder.publicFile.path)
  }

  /// By plain HTTP.
  func getPlain(_ path: String, host: String, _ method: String = "GET") async throws -> Reply {
    try Reply(bytes: await exchange(Array(Self.head(method, path, host).utf8), port: trustPort))
  }

  private static func head(_ method: String, _ path: String, _ host: String) -> String {
    "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
  }
}

@Suite(
  "A server with the family's certificate", .enabled(if: OpenSSL.isThere, "openssl is not installed"))
struct FamilyCertificateTests {
  @Test("is trusted by whoever trusts the family's authority, by each of its names, and by nobody else")
  func trusted() async throws {
    try await FamilyHome.run { home in
      for host in ["localhost", "home.local"] {
        #expect(try await home.get("/healthz", at: host).status == 200)
      }
      // openssl, for BoringSSL takes no address where addresses are constrained.
      for (options, isGood) in [
        (["-noservername", "-verify_ip", "127.0.0.1"], true), (["-noservername", "-verify_ip", "127.0.0.2"], false),
        (["-servername", "localhost", "-verify_hostname", "localhost"], true),
        (["-noservername", "-verify_hostname", "localhost"], true),
      ] {
        let said = await OpenSSL.run(
          ["s_client", "-connect", "127.0.0.1:\(home.server.port)", "-CAfile", home.folder.publicFile.path] + options)
        #expect(said.contains("Verify return code: 0 (ok)") == isGood, "\(said)")
      }
      await #expect(throws: (any Error).self) { try await home.get("/healthz", at: "other.example") }
      let other = try TemporaryDirectory()
      let stranger = CertificateFolder(besides: other.path + "/server.db")
      _ = try stranger.make([.host("localhost")], by: nil, at: .systemNow)
      await #expect(throws: (any Error).self) {
        try await secureExchange(
          "GET /healthz HTTP/1.1\r\n\r\n", port: home.server.port, host: "localhost",
          trusting: stranger.publicFile.path)
      }
    }
  }

  @Test("refuses to start without one that it can read, and does not serve in the clear instead")
  func unreadable() async throws {
    let directory = try TemporaryDirectory()
    let folder = CertificateFolder(besides: directory.path + "/server.db")
    _ = try folder.make([.host("localhost")], by: nil, at: TestServer.noon)
    try folder.serverFile.write(Array("nonsense".utf8))
    await #expect(throws: ServerStartFailure.self) {
      try await TestServer.run({ $0.familyCertificates = folder }) { _ in Issue.record("it serves") }
    }
    try folder.serverFile.remove()
    try folder.authorityFile.remove()
    let error = await #expect(throws: ServerStartFailure.self) {
      try await TestServer.run({ $0.familyCertificates = folder }) { _ in Issue.record("it serves") }
    }
    #expect(error?.description.contains("babybasics-server certificate") == true)
  }

  @Test("renews it by itself, without a restart, and who connects then is shown the new one")
  func renewal() async throws {
    let directory = try TemporaryDirectory()
    let folder = CertificateFolder(besides: directory.path + "/server.db")
    let made = try folder.make([.host("localhost")], by: nil, at: TestServer.noon)
    let log = LogRecorder()
    try await TestServer.run(
      {
        $0.familyCertificates = folder
        $0.limits.certificates = .milliseconds(10)
      }, log: log
    ) { server in
      #expect(try await shown(by: server) == made.server?.leaf.bytes)
      server.pass(.hours(24 * 200))
      try await server.looksAtClock()
      #expect(log.lines == [])
      server.pass(.hours(24 * 100))
      try await eventually("it is renewed") { log.lines.count == 2 }
      #expect(log.lines.count == 2, "renewed, and taken over: \(log.lines)")
      let renewed = try #require(try folder.server())
      #expect(try renewed.leaf.bytes != made.server?.leaf.bytes)
      #expect(try await shown(by: server) == renewed.leaf.bytes)
      #expect(renewed.validity.contains(server.now))
    }
  }

  @Test("goes on with the old one when it cannot be renewed, says so, and renews it once it can")
  func failure() async throws {
    let directory = try TemporaryDirectory()
    let folder = CertificateFolder(besides: directory.path + "/server.db")
    let made = try folder.make([.host("localhost")], by: nil, at: TestServer.noon)
    let log = LogRecorder()
    try await TestServer.run(
      {
        $0.familyCertificates = folder
        $0.limits.certificates = .milliseconds(10)
      }, log: log
    ) { server in
      let authority = try #require(try folder.authorityFile.read())
      try folder.authorityFile.write(Array("nonsense".utf8))
      server.pass(.hours(24 * 300))
      try await eventually("it says so") { !log.lines.isEmpty }
      let warning = try #require(log.lines.first)
      #expect(warning.hasPrefix("warning: the certificate could not be renewed; keeping the old one"))
      #expect(warning.contains("until"), "\(warning)")
      #expect(try await shown(by: server) == made.server?.leaf.bytes)
      try folder.authorityFile.write(authority)
      try await eventually("it is renewed") { try folder.server()?.leaf != made.server?.leaf }
      #expect(try folder.server()?.validity.contains(server.now) == true)
    }
  }

  @Test("that was off until its certificate had ended begins with a new one")
  func longAfter() async throws {
    let directory = try TemporaryDirectory()
    let folder = CertificateFolder(besides: directory.path + "/server.db")
    _ = try folder.make([.host("localhost")], by: nil, at: TestServer.noon - .hours(24 * 1000))
    try await TestServer.run({ $0.familyCertificates = folder }) { server in
      let leaf = try #require(try folder.server()?.leaf)
      #expect(leaf.validity.contains(server.now))
      #expect(try await shown(by: server) == leaf.bytes)
    }
  }

  @Test("is none where there is none: the page says so, and there is nothing to get")
  func fromElsewhere() async throws {
    try await TestServer.run { server in
      let page = try await server.send("GET", "/trust")
      #expect(page.status == 200)
      #expect(String(decoding: page.body, as: UTF8.self).contains("babybasics-server certificate"))
      for path in ["/trust/ca.crt", "/trust/ca.mobileconfig", "/trust/qr.svg"] {
        let reply = try await server.send("GET", path)
        #expect(reply.status == 404)
      }
    }
    var configuration = ServerConfiguration(database: "/nowhere/server.db")
    configuration.trustPort = 8080
    #expect(throws: ServerStartFailure.self) { try configuration.validate() }
  }

  /// The certificate that a new connection is shown, whatever it is worth now.
  private func shown(by server: TestServer) async throws -> [UInt8] {
    let pem = await OpenSSL.run(["s_client", "-connect", "127.0.0.1:\(server.port)"])
    let text = try #require(pem.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst().first)
    return try NIOSSLCertificate(bytes: Array(("-----BEGIN CERTIFICATE-----" + text).utf8), format: .pem).toDERBytes()
  }
}

@Suite("How to trust the server")
struct TrustTests {
  @Test("is told at /trust, by https and in plain HTTP, to people without script")
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

  @Test("names the server as it was asked for, if that is one of its names, and else its first")
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

  @Test("is all that there is in plain HTTP: what else is read is at https, and what is sent is not taken")
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
