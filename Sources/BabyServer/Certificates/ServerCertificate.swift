import BabyModel
import NIOCore
import NIOSSL
import SwiftASN1
import X509

/// The server's TLS identity: a certificate of the family's authority, its key, and the authority's certificate. It is
/// one file, so that all of them always belong together.
struct ServerCertificate: Sendable {
  /// For all names and addresses.
  let leaf: Certificate
  /// For the names alone, with the same key; nil when there are only names, or none.
  ///
  /// BoringSSL's older half, which daemons have, refuses every certificate with an address in it where addresses are
  /// constrained. Who asks for a name, as all do that connect by one, is shown this one.
  let ofHosts: Certificate?
  private let key: Certificate.PrivateKey
  /// The certificate of the authority that made it.
  let authority: Certificate

  /// Apple's devices refuse longer ones from authorities of everybody, and may do so from all: 397 days.
  static let lifetime: Duration = .hours(24 * 397) - .seconds(1)

  init(leaf: Certificate, ofHosts: Certificate?, key: Certificate.PrivateKey, authority: Certificate) {
    (self.leaf, self.ofHosts, self.key, self.authority) = (leaf, ofHosts, key, authority)
  }

  /// - Parameter pem: key, certificates, and the authority's certificate.
  /// - Throws: what is wrong, in words that go after "because".
  init(pem: String) throws(CertificateFault) {
    let (key, certificates) = try readPEM(pem)
    guard (2...3).contains(certificates.count), let authority = certificates.last else {
      throw CertificateFault("it has not the certificates that it should have")
    }
    let leaves = certificates.dropLast()
    guard leaves.allSatisfy({ $0.publicKey == key.publicKey }) else {
      throw CertificateFault("its certificate and its key do not belong together")
    }
    guard leaves.allSatisfy({ authority.publicKey.isValidSignature($0.signature, for: $0) }) else {
      throw CertificateFault("its certificate is not from its authority")
    }
    self.init(leaf: leaves[0], ofHosts: leaves.dropFirst().first, key: key, authority: authority)
  }

  var pem: String {
    get throws {
      try keyPEM + leaf.pem + (ofHosts.map { try $0.pem } ?? "") + authority.pem
    }
  }

  var keyPEM: String { get throws { try key.serializeAsPEM().pemString + "\n" } }

  var names: [ServerName] {
    let names = try? leaf.extensions.subjectAlternativeNames
    return names?.compactMap { ServerName($0) } ?? []
  }

  var validity: Range<Instant> { leaf.validity }

  func isFrom(_ authority: FamilyAuthority) -> Bool { self.authority == authority.certificate }

  /// Whether it is time for the next one: less than a third of its life is left, or a clock that was ahead has made it.
  func isDue(at now: Instant) -> Bool {
    let life = validity.upperBound - validity.lowerBound
    return now < validity.lowerBound || validity.upperBound - now < life / 3
  }
}

extension ServerCertificate {
  /// Shows to each who connects the certificate for how it asks.
  var tls: TLSConfiguration {
    get throws {
      let authority = try NIOSSLCertificate(authority)
      func chain(_ leaf: Certificate) throws -> [NIOSSLCertificateSource] {
        [.certificate(try NIOSSLCertificate(leaf)), .certificate(authority)]
      }
      var tls = TLSConfiguration.makeServerConfiguration(
        certificateChain: try chain(leaf),
        privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(try keyPEM.utf8), format: .pem)))
      if let ofHosts {
        let named = try chain(ofHosts)
        tls.sslContextCallback = { asked, promise in
          var override = NIOSSLContextConfigurationOverride()
          if asked.serverHostname != nil { override.certificateChain = named }
          promise.succeed(override)
        }
      }
      return tls
    }
  }
}

extension NIOSSLCertificate {
  fileprivate convenience init(_ certificate: Certificate) throws {
    try self.init(bytes: certificate.bytes, format: .der)
  }
}
