import BabyAccount
import BabyAPI
import BabyModel
import BabyProtocol
import Foundation
import TestSupport
import Testing

@testable import BabyServer

@Suite("A server's certificate", .enabled(if: OpenSSL.isThere, "openssl is not installed"))
struct TLSTests {
  @Test("is checked: its authority, its host and its time")
  func certificates() async throws {
    try await withCertificates { files in
      for (name, host, expected) in [
        ("good", "localhost", nil), ("good", "127.0.0.1", "its certificate is for another host"),
        ("elsewhere", "localhost", "its certificate is for another host"),
        ("expired", "localhost", "its certificate is not from an authority that this machine trusts, or has expired"),
      ] {
        let change: (inout ServerConfiguration) -> Void = {
          $0.tls = .init(certificate: files + "/\(name).pem", key: files + "/\(name).key")
        }
        try await Family.withServer(change) { port, _ in
          let address = try ServerAddress("https://\(host):\(port)")
          let trusting = try Family.connections(certificateAuthorities: files + "/\(name).pem")
          let error = expected.map { UpstreamError.unavailable(.network($0)) } ?? .unauthorized
          await #expect(throws: error, "\(name) at \(host)") {
            try await HTTPUpstream(address, over: trusting).user()
          }
          await trusting.shutdown()
          let strict = try Family.connections()
          await #expect(throws: Self.untrusted) { try await HTTPUpstream(address, over: strict).user() }
          await strict.shutdown()
        }
      }
    }
  }

  private static let untrusted = UpstreamError.unavailable(
    .network("its certificate is not from an authority that this machine trusts, or has expired"))

  @Test("is not required without TLS, and a plain server is not accepted as a secure one")
  func plainServer() async throws {
    try await Family.withServer { port, _ in
      let connections = try Family.connections()
      let server = HTTPUpstream(try ServerAddress("https://localhost:\(port)"), over: connections)
      await #expect(throws: UpstreamError.unavailable(.network("it does not speak TLS"))) { try await server.user() }
      await connections.shutdown()
    }
  }

  @Test(
    "event streams run beside everything else; closing one affects nothing else, and all end with the session")
  func news() async throws {
    try await withCertificates { files in
      let change: (inout ServerConfiguration) -> Void = {
        $0.tls = .init(certificate: files + "/good.pem", key: files + "/good.key")
      }
      try await Family.withServer(change) { port, _ in
        let address = try ServerAddress("https://localhost:\(port)")
        let connections = try Family.connections(certificateAuthorities: files + "/good.pem")
        let session = try await HTTPUpstream(address, over: connections).register(
          Registration(email: "anna@example.org", password: Family.password, name: "Anna"))
        let anna = HTTPUpstream(address, token: session.bearer, over: connections)
        let (one, other) = (Following(anna), Following(anna))
        var known = await one.nextID()
        #expect(await other.nextID() == known)
        for name in ["Eva", "Max"] {
          let child = Family.child(name)
          let sent = await anna.send(
            PendingWrite(id: 1, idempotencyKey: name, content: .child(child, isNew: true, base: nil)))
          #expect(sent.childAccepted?.name == name)
          let told = await other.nextID()
          #expect(told != nil && told != known)
          known = told
          guard name == "Eva" else { continue }
          #expect(await one.nextID() == known)
          one.stream.close()
          #expect(await one.next() == .ended(.broken))
        }
        try await anna.logout()
        #expect(await other.next() == .ended(.broken))
        await connections.shutdown()
      }
    }
  }

  @Test("may come from an authority in a file, which has to be one")
  func authorityFile() {
    let error = #expect(throws: CertificateFileError.self) {
      try Family.connections(certificateAuthorities: "/dev/null")
    }
    #expect(error?.description == "/dev/null contains no PEM certificates.")
  }

  /// Makes certificates by their own authority: a good one, one for another host, one that has expired.
  private func withCertificates(_ body: (String) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory.path + "/bbcertificates-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    for (name, host, days) in [
      ("good", "localhost", 2), ("elsewhere", "baby.example.org", 2), ("expired", "localhost", -1),
    ] {
      let path = directory + "/" + name
      try "subjectAltName=DNS:\(host)\n".write(toFile: path + ".ext", atomically: true, encoding: .utf8)
      try await OpenSSL.run(
        "req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=\(host)",
        "-keyout \(path).key -out \(path).csr")
      try await OpenSSL.run(
        "x509 -req -in \(path).csr -signkey \(path).key -extfile \(path).ext -days \(days) -out \(path).pem")
    }
    try await body(directory)
  }
}

private enum OpenSSL {
  static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

  static func run(_ arguments: String...) async throws {
    try await StartedProgram.run(
      ["/usr/bin/openssl"] + arguments.flatMap { $0.split(separator: " ").map(String.init) }, isQuiet: true)
  }
}
