import BabyModel
import Foundation
import Testing

@testable import BabyServer

@Suite("A server's name")
struct ServerNameTests {
  @Test(
    "is a name or an address, in one spelling",
    arguments: [
      ("Home.Local", "home.local"), ("home.example.", "home.example"), ("nas", "nas"), ("192.168.1.5", "192.168.1.5"),
      ("fd00:0::5", "fd00::5"), ("::ffff:10.0.0.1", "10.0.0.1"), ("xn--gre-6ka8l.example", "xn--gre-6ka8l.example"),
    ])
  func read(text: String, expected: String) throws {
    #expect(try ServerName(text).description == expected)
  }

  @Test(
    "is nothing else",
    arguments: [
      "", ".", "https://home.local", "home.local:8443", "*.home.local", "home..local", "-home.local", "home-.local",
      "grüße.local", "home local", "192.168.1", "1.2.3.4.5", "0.0.0.0", "::", "224.0.0.1", "ff02::1", "fe80::1",
      "[::1]", "home_server", String(repeating: "a", count: 64), String(repeating: "a.", count: 127) + "ab",
    ])
  func refused(text: String) {
    #expect(throws: ServerStartFailure.self) { try ServerName(text) }
  }

  @Test("with IPv6 has brackets in URLs")
  func web() throws {
    #expect(try ServerName("fd00::5").inURL == "[fd00::5]")
    #expect(try ServerName("192.168.1.5").inURL == "192.168.1.5")
    #expect(try ServerName("home.local").inURL == "home.local")
  }

  @Test("by default is the machine's name at home, and its addresses there")
  func proposed() throws {
    func names(_ host: String, _ addresses: [(String, String)] = []) -> [String] {
      let addresses = addresses.compactMap { card, text in NetworkAddress(plain: text[...]).map { (card, $0) } }
      return MachineNames.proposed(host: host, addresses: addresses).map(\.description)
    }
    #expect(names("nas") == ["nas.local", "nas"])
    #expect(names("nas.home.example") == ["nas.local", "nas.home.example"])
    #expect(names("nas.local") == ["nas.local"])
    #expect(names("localhost") == [])
    #expect(names("") == [])
    #expect(
      names(
        "nas",
        [
          ("lo", "127.0.0.1"), ("eth0", "192.168.1.5"), ("docker0", "172.17.0.1"), ("wlan0", "172.20.3.4"),
          ("eth0", "203.0.113.7"), ("br-12ab", "172.18.0.1"), ("eth0", "192.168.1.5"), ("tun0", "10.8.0.2"),
        ]) == ["nas.local", "nas", "192.168.1.5", "172.20.3.4", "10.8.0.2"])
  }
}

@Suite("A family's authority", .enabled(if: OpenSSL.isThere, "openssl is not installed"))
struct FamilyAuthorityTests {
  private static let now = TestServer.noon
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func names(_ texts: [String]) throws -> [ServerName] { try texts.map { try ServerName($0) } }

  /// What openssl says of a certificate for some names, by an authority for others.
  private func verified(
    _ issued: [String], by permitted: [String], at now: Instant = now, made: Instant = now, _ options: String...
  ) async throws -> String {
    let authority = try FamilyAuthority(for: names(permitted), at: made)
    let server = try authority.issue(for: names(issued), at: made)
    let trusted = try folder.write(authority.certificatePEM, to: "ca.pem")
    // The certificate for a name, if there is one.
    let isNamed = options.first == "-verify_hostname"
    let leaf = try folder.write((isNamed ? server.ofHosts ?? server.leaf : server.leaf).pem, to: "leaf.pem")
    return await OpenSSL.run(
      ["verify", "-x509_strict", "-attime", "\(now.milliseconds / 1000)", "-CAfile", trusted] + options + [leaf])
  }

  private static let names = ["home.local", "nas.example", "192.168.1.5", "fd00::5"]

  @Test(
    "certifies the server, by each of its names and addresses",
    arguments: [
      ["-verify_hostname", "home.local"], ["-verify_hostname", "nas.example"], ["-verify_ip", "192.168.1.5"],
      ["-verify_ip", "fd00::5"], ["-purpose", "sslserver"],
    ])
  func vouches(options: [String]) async throws {
    let said = try await verified(Self.names, by: Self.names, options[0], options[1])
    #expect(said.hasSuffix("leaf.pem: OK\n"), "\(said)")
  }

  @Test(
    "certifies no one else, and for no other purpose",
    arguments: [
      ["-verify_hostname", "example.com"], ["-verify_hostname", "other.home.local"], ["-verify_ip", "192.168.1.6"],
      ["-purpose", "sslclient"], ["-purpose", "smimesign"],
    ])
  func otherwise(options: [String]) async throws {
    let said = try await verified(Self.names, by: Self.names, options[0], options[1])
    #expect(said.contains("FAILED"), "\(said)")
  }

  @Test(
    "is not trusted for other names, whatever it signs",
    arguments: [
      (["example.com"], ["home.local", "192.168.1.5"]), (["192.168.1.6"], ["home.local", "192.168.1.5"]),
      (["fd00::6"], ["192.168.1.5"]), (["home.local"], ["192.168.1.5"]), (["192.168.1.5"], ["home.local"]),
      (["fd00::5"], ["home.local"]), (["home.local", "example.com"], ["home.local"]), (["ome.local"], ["home.local"]),
      (["bank.baby"], ["baby", "home.local"]), (["a.b.baby"], ["baby"]), (["nas.dev"], ["nas", "dev"]),
      (["www.localhost"], ["localhost", "192.168.1.5"]),
    ])
  func constraints(issued: [String], permitted: [String]) async throws {
    let said = try await verified(issued, by: permitted)
    #expect(said.contains("subtree violation") && said.contains("FAILED"), "\(said)")
    #expect(try !FamilyAuthority(for: names(permitted), at: Self.now).permits(names(issued)))
  }

  @Test(
    "is trusted for its own names, also of a single form, and for names below them",
    arguments: [
      (["home.local"], ["home.local"]), (["192.168.1.5"], ["192.168.1.5"]), (["fd00::5"], ["fd00::5", "10.0.0.1"]),
      (["baby.home.local"], ["home.local"]), (["baby"], ["baby"]),
      (["nas", "baby.home.local"], ["nas", "home.local"]),
    ])
  func permitted(issued: [String], permitted: [String]) async throws {
    let said = try await verified(issued, by: permitted)
    #expect(said.hasSuffix("leaf.pem: OK\n"), "\(said)")
    #expect(try FamilyAuthority(for: names(permitted), at: Self.now).permits(names(issued)))
  }

  @Test("is not made for a name of one part and another below it: it would cover a whole top-level domain")
  func topLevel() throws {
    for texts in [["baby", "home.baby"], ["home.baby", "192.168.1.5", "baby"]] {
      let failure = #expect(throws: ServerStartFailure.self) { try FamilyAuthority(for: names(texts), at: Self.now) }
      #expect(failure?.description.contains("cannot be for baby and for home.baby") == true)
    }
    #expect(
      try FamilyAuthority(for: names(["baby", "home.local"]), at: Self.now).names == names(["baby", "home.local"]))
  }

  @Test("may sign certificates and nothing else, and no other authority; its key is P-256")
  func contents() async throws {
    let authority = try FamilyAuthority(for: names(Self.names), at: Self.now)
    let text = await OpenSSL.run(["x509", "-noout", "-text"], input: try authority.certificatePEM)
    for line in [
      "X509v3 Basic Constraints: critical\n                CA:TRUE, pathlen:0\n",
      "X509v3 Key Usage: critical\n                Certificate Sign\n",
      "X509v3 Extended Key Usage: \n                TLS Web Server Authentication\n",
      "X509v3 Name Constraints: critical\n", "DNS:home.local\n", "IP:192.168.1.5/255.255.255.255\n",
      "ASN1 OID: prime256v1\n", "Subject: CN = Baby Basics home.local 2026-11-21, O = Baby Basics\n",
    ] {
      #expect(text.contains(line), "\(line) is not in \(text)")
    }
    #expect(authority.names == (try names(Self.names)))
    #expect(authority.certificate.title == "Baby Basics home.local 2026-11-21")
    let fingerprint = await OpenSSL.run(
      ["x509", "-noout", "-fingerprint", "-sha256"], input: try authority.certificatePEM)
    #expect(try fingerprint.hasSuffix("=" + authority.certificate.fingerprint + "\n"))
  }

  @Test("makes certificates for at most 397 days, which begin a day ago for clocks that are behind, and end with it")
  func times() async throws {
    let authority = try FamilyAuthority(for: names(["home.local"]), at: Self.now)
    let server = try authority.issue(for: names(["home.local"]), at: Self.now + .hours(48))
    #expect(server.validity.lowerBound == Self.now + .hours(24))
    #expect(server.validity.upperBound - server.validity.lowerBound < .hours(24 * 397))
    #expect(try authority.issue(for: names(["home.local"]), at: Self.now).validity.lowerBound == Self.now - .hours(24))
    let last = authority.validity.upperBound - .hours(24)
    let end = try authority.issue(for: names(["home.local"]), at: last).validity.upperBound
    #expect(end == authority.validity.upperBound)
    #expect(authority.validity.upperBound - Self.now == .hours(24 * 365 * 20))

    for (passed, isGood) in [(-23, true), (-25, false), (24 * 395, true), (24 * 397, false)] {
      let said = try await verified(["home.local"], by: ["home.local"], at: Self.now + .hours(passed))
      #expect(said.hasSuffix("OK\n") == isGood, "after \(passed) hours: \(said)")
    }
  }

  @Test("has certificates renewed when less than a third of their time is left, or when they begin in the future")
  func due() throws {
    let authority = try FamilyAuthority(for: names(["home.local"]), at: Self.now)
    let server = try authority.issue(for: names(["home.local"]), at: Self.now)
    for (days, isDue) in [(0, false), (200, false), (263, false), (264, true), (396, true), (500, true), (-2, true)] {
      #expect(server.isDue(at: Self.now + .hours(24 * days)) == isDue, "after \(days) days")
    }
  }

  @Test("is read back as it was written; mismatched parts are rejected")
  func files() throws {
    let authority = try FamilyAuthority(for: names(Self.names), at: Self.now)
    let other = try FamilyAuthority(for: names(Self.names), at: Self.now)
    let server = try authority.issue(for: names(Self.names), at: Self.now)
    #expect(try FamilyAuthority(pem: authority.pem).certificate == authority.certificate)
    let read = try ServerCertificate(pem: server.pem)
    #expect(read.leaf == server.leaf && read.isFrom(authority) && !read.isFrom(other))
    #expect(read.names == (try names(Self.names)) && read.ofHosts == server.ofHosts)
    #expect(try names(["home.local"]) == authority.issue(for: names(["home.local"]), at: Self.now).names)
    for alone in [["home.local"], ["192.168.1.5"]] {
      #expect(try ServerCertificate(pem: authority.issue(for: names(alone), at: Self.now).pem).ofHosts == nil)
    }
    let parts = try server.pem.components(separatedBy: "-----BEGIN").map { "-----BEGIN" + $0 }.dropFirst()
    let pieces = Array(parts)
    for broken in [
      "", "nonsense", pieces[0], pieces.dropFirst().joined(), pieces[0] + pieces[1], pieces[0] + pieces[3] + pieces[1],
      try pieces[0] + pieces[1] + other.certificatePEM, try authority.pem,
      String(try server.pem.prefix(400)),
    ] {
      #expect(throws: CertificateFault.self) { try ServerCertificate(pem: broken) }
    }
    for broken in ["", try server.pem, try authority.certificatePEM, pieces[0] + (try authority.certificatePEM)] {
      #expect(throws: CertificateFault.self) { try FamilyAuthority(pem: broken) }
    }
  }
}
