import Foundation

/// Credentials from systemd in `$CREDENTIALS_DIRECTORY`, by `LoadCredential=` and the like: no secret is in an
/// argument, in the environment or in a file that others can read.
struct SystemdCredentials {
  private let directory: String?

  init(environment: [String: String]) { directory = environment["CREDENTIALS_DIRECTORY"] }

  /// Certificate chain and key for TLS, when both are there.
  var tls: ServerConfiguration.CertificateFiles? {
    guard let certificate = path("babybasics-server.crt"), let key = path("babybasics-server.key") else { return nil }
    return .init(certificate: certificate, key: key)
  }

  /// The account that is to be there: three lines with its e-mail address, its password, and its name.
  ///
  /// - Throws: `ServerStartFailure` when there are fewer.
  func account() throws -> NewAccount? {
    guard let path = path("babybasics-server.admin") else { return nil }
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    guard lines.count == 3 else {
      throw ServerStartFailure(
        "The credential babybasics-server.admin must have three lines: e-mail address, password, name.")
    }
    return NewAccount(email: lines[0], name: lines[2], password: lines[1])
  }

  private func path(_ name: String) -> String? {
    let path = directory.map { $0 + "/" + name }
    return path.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
  }
}
