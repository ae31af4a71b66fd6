import NIOCore
import NIOSSL
import X509

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
