import BabyModel
import Crypto
import Foundation
import SwiftASN1
import X509

/// The authority that a family's phones trust: it can certify only the server's names and addresses. Clients refuse its
/// certificates for any other name.
struct FamilyAuthority: Sendable {
  let certificate: Certificate
  private let key: Certificate.PrivateKey

  /// People install it only once in a phone's life. Its safety comes from its names, not its age.
  static let lifetime: Duration = .hours(24 * 365 * 20)
  /// Phones whose clocks are behind accept what was made a moment ago.
  private static let leniency: Duration = .hours(24)

  /// Makes a new one.
  ///
  /// - Parameter names: at least one; the first one is in its title.
  /// - Throws: `ServerStartFailure` for names of which one lies below another that has one part alone.
  init(for names: [ServerName], at now: Instant) throws {
    let domains = names.filter(\.isTopLevel)
    for case .host(let domain) in domains {
      guard let below = names.first(where: { $0.description.hasSuffix(".\(domain)") }) else { continue }
      throw ServerStartFailure(
        "One certificate cannot be for \(domain) and for \(below): it must not vouch for all names below \(domain). Leave "
          + "one of them out.")
    }
    let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
    let start = now - Self.leniency
    let title = try DistinguishedName {
      CommonName(Self.title(names, start: now))
      OrganizationName("Baby Basics")
    }
    let constraints = NameConstraints(
      permittedSubtrees: names.map(\.constraint), excludedSubtrees: Self.unnamedForms(names) + domains.map(\.allBelow))
    certificate = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: key.publicKey, notValidBefore: Date(start),
      notValidAfter: Date(now + Self.lifetime), issuer: title, subject: title, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: .init {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
        Critical(KeyUsage(keyCertSign: true))
        try ExtendedKeyUsage([.serverAuth])
        Critical(constraints)
        SubjectKeyIdentifier(hash: key.publicKey)
      }, issuerPrivateKey: key)
    self.key = key
  }

  /// Where no name of a form is permitted, all of it is excluded: a constraint leaves alone what it does not mention.
  private static func unnamedForms(_ names: [ServerName]) -> [GeneralName] {
    let hasHost = names.contains { if case .host = $0 { true } else { false } }
    let hasAddress = names.contains { if case .address = $0 { true } else { false } }
    func all(_ count: Int) -> GeneralName {
      .ipAddress(ASN1OctetString(contentBytes: [UInt8](repeating: 0, count: count)[...]))
    }
    return (hasHost ? [] : [.dnsName("")]) + (hasAddress ? [] : [all(8), all(32)])
  }

  /// As phones list it; a common name has at most 64 characters.
  private static func title(_ names: [ServerName], start: Instant) -> String {
    let day = start.utcText.prefix(10)
    return "Baby Basics " + (names.first?.description ?? "").prefix(64 - 24) + " " + day
  }

  /// - Parameter pem: the key and the certificate.
  /// - Throws: what is wrong, in words that go after "because".
  init(pem: String) throws(CertificateFault) {
    let (key, certificates) = try readPEM(pem)
    guard certificates.count == 1, certificates[0].publicKey == key.publicKey else {
      throw CertificateFault("its certificate and its key do not belong together")
    }
    (certificate, self.key) = (certificates[0], key)
    guard !names.isEmpty else { throw CertificateFault("its certificate has no names that it is constrained to") }
  }

  var pem: String { get throws { try key.serializeAsPEM().pemString + "\n" + certificatePEM } }

  /// The public part.
  var certificatePEM: String { get throws { try certificate.pem } }

  /// The names that it may certify, from when it was made.
  var names: [ServerName] {
    ((try? certificate.extensions.nameConstraints)?.permittedSubtrees ?? []).compactMap { ServerName(constraint: $0) }
  }

  func permits(_ names: [ServerName]) -> Bool {
    let permitted = self.names
    return names.allSatisfy { name in permitted.contains { name.isWithin($0) } }
  }

  var validity: Range<Instant> { certificate.validity }

  /// Makes a certificate with a new key.
  ///
  /// - Parameter names: those that it permits.
  func issue(for names: [ServerName], at now: Instant) throws -> ServerCertificate {
    let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
    let hosts = names.filter { if case .host = $0 { true } else { false } }
    let leaf = try sign(names, key, at: now)
    let ofHosts = hosts.isEmpty || hosts == names ? nil : try sign(hosts, key, at: now)
    return ServerCertificate(leaf: leaf, ofHosts: ofHosts, key: key, authority: certificate)
  }

  private func sign(_ names: [ServerName], _ key: Certificate.PrivateKey, at now: Instant) throws -> Certificate {
    let start = max(now - Self.leniency, validity.lowerBound)
    let issuer = try certificate.extensions.subjectKeyIdentifier ?? SubjectKeyIdentifier(hash: certificate.publicKey)
    return try Certificate(
      version: .v3, serialNumber: .init(), publicKey: key.publicKey, notValidBefore: Date(start),
      notValidAfter: Date(min(start + ServerCertificate.lifetime, validity.upperBound)), issuer: certificate.subject,
      // No name in it: where none of hosts is beside it, OpenSSL would take it for one.
      subject: try DistinguishedName { CommonName("Baby Basics server") },
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: .init {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([.serverAuth])
        SubjectAlternativeNames(names.map(\.generalName))
        SubjectKeyIdentifier(hash: key.publicKey)
        AuthorityKeyIdentifier(keyIdentifier: issuer.keyIdentifier)
      }, issuerPrivateKey: self.key)
  }
}

/// The problem with a file of certificates, as text after "because".
struct CertificateFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Reads a file that begins with a key.
func readPEM(_ text: String) throws(CertificateFault) -> (Certificate.PrivateKey, [Certificate]) {
  do {
    let documents = try PEMDocument.parseMultiple(pemString: text)
    let isCertificate = { (document: PEMDocument) in document.discriminator == Certificate.defaultPEMDiscriminator }
    guard let key = documents.first, !isCertificate(key), documents.dropFirst().allSatisfy(isCertificate) else {
      throw CertificateFault("it is not a key with certificates")
    }
    return (
      try Certificate.PrivateKey(pemDocument: key), try documents.dropFirst().map { try Certificate(pemDocument: $0) }
    )
  } catch { throw CertificateFault((error as? CertificateFault)?.description ?? "it cannot be read: \(error)") }
}

extension Certificate {
  /// From when, and until before when, it is valid.
  var validity: Range<Instant> {
    let (start, end) = (Instant(notValidBefore), Instant(notValidAfter))
    return start..<max(start, end)
  }

  var pem: String { get throws { try serializeAsPEM().pemString + "\n" } }

  /// The certificate's DER.
  var bytes: [UInt8] {
    get throws {
      var serializer = DER.Serializer()
      try serializer.serialize(self)
      return serializer.serializedBytes
    }
  }

  /// As phones list it.
  var title: String {
    for name in subject {
      for attribute in name where attribute.type == .RDNAttributeType.commonName {
        if let text = String(attribute.value) { return text }
      }
    }
    return "Baby Basics"
  }

  /// SHA-256 of it, as phones show it: `AB:CD:…`.
  var fingerprint: String {
    get throws {
      try SHA256.hash(data: bytes).map { [$0].hexadecimal.uppercased() }.joined(separator: ":")
    }
  }
}

extension Date {
  fileprivate init(_ instant: Instant) { self.init(timeIntervalSince1970: Double(instant.milliseconds) / 1000) }
}

extension Instant {
  fileprivate init(_ date: Date) { self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded())) }
}
