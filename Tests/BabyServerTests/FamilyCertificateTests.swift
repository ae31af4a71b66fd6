import BabyModel
import Foundation
import NIOSSL
import TestSupport
import Testing

@testable import BabyServer

@Suite(
  "A server with the family's certificate", .enabled(if: OpenSSL.isThere, "openssl is not installed"))
struct FamilyCertificateTests {
  @Test("is trusted by clients that trust the family's authority, by each of its names, and by no others")
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

  @Test("refuses to start without a readable one, and does not serve in the clear instead")
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

  @Test("renews it automatically, without a restart, and new connections get the new one")
  func renewal() async throws {
    try await withCertificate { server, folder, old, log in
      #expect(try await shown(by: server) == old.leaf.bytes)
      server.pass(.hours(24 * 200))
      try await server.looksAtClock()
      #expect(log.lines == [])
      server.pass(.hours(24 * 100))
      try await eventually("it is renewed") { log.lines.count == 2 }
      #expect(log.lines.count == 2, "renewed, and taken over: \(log.lines)")
      let renewed = try #require(try folder.server())
      #expect(renewed.leaf != old.leaf)
      #expect(try await shown(by: server) == renewed.leaf.bytes)
      #expect(renewed.validity.contains(server.now))
    }
  }

  @Test("continues with the old one when it cannot be renewed, reports it, and renews it once it can")
  func failure() async throws {
    try await withCertificate { server, folder, old, log in
      let authority = try #require(try folder.authorityFile.read())
      try folder.authorityFile.write(Array("nonsense".utf8))
      server.pass(.hours(24 * 300))
      try await eventually("it says so") { !log.lines.isEmpty }
      let warning = try #require(log.lines.first)
      #expect(warning.hasPrefix("warning: the certificate could not be renewed; keeping the old one"))
      #expect(warning.contains("until"), "\(warning)")
      #expect(try await shown(by: server) == old.leaf.bytes)
      try folder.authorityFile.write(authority)
      try await eventually("it is renewed") { try folder.server()?.leaf != old.leaf }
      #expect(try folder.server()?.validity.contains(server.now) == true)
    }
  }

  @Test("that was off until its certificate had expired begins with a new one")
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

  @Test("shows a \"no certificate\" page when none exists")
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

  /// A server that often looks whether its certificate, made at noon, has to be renewed.
  private func withCertificate(
    _ body: (TestServer, CertificateFolder, ServerCertificate, LogRecorder) async throws -> Void
  ) async throws {
    let directory = try TemporaryDirectory()
    let folder = CertificateFolder(besides: directory.path + "/server.db")
    let made = try #require(try folder.make([.host("localhost")], by: nil, at: TestServer.noon).server)
    let log = LogRecorder()
    try await TestServer.run(
      {
        $0.familyCertificates = folder
        $0.limits.certificates = .milliseconds(10)
      }, log: log
    ) { try await body($0, folder, made, log) }
  }

  /// The certificate that a new connection is shown, whatever it is worth now.
  private func shown(by server: TestServer) async throws -> [UInt8] {
    let pem = await OpenSSL.run(["s_client", "-connect", "127.0.0.1:\(server.port)"])
    let text = try #require(pem.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst().first)
    return try NIOSSLCertificate(bytes: Array(("-----BEGIN CERTIFICATE-----" + text).utf8), format: .pem).toDERBytes()
  }
}
