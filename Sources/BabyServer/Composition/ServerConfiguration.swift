import BabyModel
import Glibc
import NIOCore

/// How large and how slow a request may be.
struct ServerLimits: Sendable {
  /// In bytes. An entry with the longest note has 40 KiB.
  var body = 256 * 1024
  /// From a request's head to the end of its answer.
  var request: TimeAmount = .seconds(30)
  /// Between two requests on one connection; a daemon asks every 30 seconds.
  var idle: TimeAmount = .seconds(75)
}

/// How a server is run.
struct ServerConfiguration: Sendable {
  var database: String
  var host = "127.0.0.1"
  /// 0 takes any port that is free.
  var port = 8080
  var tls: CertificateFiles?
  var isBehindProxy = false
  var isPlainAllowed = false
  var isRegistrationOpen = true
  var passwordCost = PasswordCost(log2Rounds: 15)
  var sessionLifetime: Duration = .hours(180 * 24)
  var limits = ServerLimits()

  struct CertificateFiles: Sendable {
    var certificate: String
    var key: String
  }

  /// Refuses to send passwords in the clear to a network.
  ///
  /// - Throws: `StartFailure`.
  func validate() throws(StartFailure) {
    guard tls == nil, !isBehindProxy, !isPlainAllowed, !Self.isLoopback(host) else { return }
    throw StartFailure(
      """
      Without TLS, passwords would cross the network from \(host) for everybody to read. Give --tls-certificate and \
      --tls-key, or --behind-proxy when a proxy speaks TLS, or --plain-http if the network is really yours alone.
      """)
  }

  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" { return true }
    switch try? SocketAddress(ipAddress: host, port: 0) {
    case .v4(let address)?: return UInt32(bigEndian: address.address.sin_addr.s_addr) >> 24 == 127
    case .v6?: return host == "::1"
    default: return false
    }
  }
}

/// Why the server did not start, in a sentence.
struct StartFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  init(_ error: BabyError) {
    switch error {
    case .storeCorrupt(let path):
      description =
        "\(path) is damaged or no database of a family server. Put a backup in its place: babybasics-server restore FILE"
    case .storeNewer(let path, let found, let supported):
      description =
        "\(path) was written by a newer version (tables \(found), this one knows \(supported)). Install that version."
    case .storeLocked(let path): description = "\(path) is locked by another process."
    case .storeReadOnly(let path): description = "\(path) cannot be written."
    case .storeFull(let path): description = "There is no room on the disk for \(path)."
    case .storeFailed(let path, let reason): description = "\(path): \(reason)."
    default: description = "\(error)"
    }
  }
}
