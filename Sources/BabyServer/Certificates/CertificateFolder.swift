import BabyModel
import Foundation
import Glibc
import Logging
import SystemCalls

/// The folder `tls` beside the database: the family's authority, the server's certificate, and a copy of what others may
/// have of it.
///
/// Each file is replaced as a whole and is valid by itself, so that they match wherever a process is killed. The
/// authority is written first: a server's certificate of another authority is replaced.
struct CertificateFolder: Sendable {
  let path: String

  init(besides database: String) {
    path = URL(filePath: database).deletingLastPathComponent().appending(path: "tls").path
  }

  /// The authority's key and certificate.
  var authorityFile: PrivateFile { PrivateFile(path: path + "/authority.pem") }
  /// The server's key and certificate, and the authority's certificate.
  var serverFile: PrivateFile { PrivateFile(path: path + "/server.pem") }
  /// The authority's certificate, for everybody.
  var publicFile: PrivateFile { PrivateFile(path: path + "/authority.crt") }

  var files: ServerConfiguration.CertificateFiles {
    .init(certificate: serverFile.path, key: serverFile.path, folder: self)
  }

  /// Whether a certificate was ever made here.
  var isThere: Bool {
    [authorityFile, serverFile].contains { file in
      // A folder that cannot be looked into is one, too.
      access(file.path, F_OK) == 0 || errno == EACCES
    }
  }

  struct Content: Sendable {
    var authority: FamilyAuthority
    /// Nil if there is none of this authority.
    var server: ServerCertificate?

    /// The names of the server's certificate, current or future.
    var names: [ServerName] { server?.names ?? authority.names }
  }

  // MARK: Reading

  /// - Returns: nil when there is no authority.
  /// - Throws: `ServerStartFailure` if a file is damaged or belongs to another user.
  func content() throws(ServerStartFailure) -> Content? {
    guard let pem = try text(authorityFile) else { return nil }
    let authority = try parsed(authorityFile) { () throws(CertificateFault) in try FamilyAuthority(pem: pem) }
    let server = try server()
    return Content(authority: authority, server: server?.isFrom(authority) == true ? server : nil)
  }

  /// The certificate to serve; nil if there is none.
  func server() throws(ServerStartFailure) -> ServerCertificate? {
    guard let pem = try text(serverFile) else { return nil }
    return try parsed(serverFile) { () throws(CertificateFault) in try ServerCertificate(pem: pem) }
  }

  private func text(_ file: PrivateFile) throws(ServerStartFailure) -> String? {
    do throws(FileFailure) {
      return try file.read(isSecret: true).map { String(decoding: $0, as: UTF8.self) }
    } catch { throw ServerStartFailure("\(error).") }
  }

  private func parsed<Value>(
    _ file: PrivateFile, _ parse: () throws(CertificateFault) -> Value
  ) throws(ServerStartFailure) -> Value {
    do throws(CertificateFault) { return try parse() } catch {
      throw ServerStartFailure(
        "\(file.path) cannot be used, because \(error). Put it back from a copy; or have a new authority made, which "
          + "all phones must then trust: rm -r \(path.shellQuoted); babybasics-server certificate NAME…")
    }
  }

  // MARK: Writing

  /// Renews the server's certificate if it is due, or if there is none of this authority.
  ///
  /// - Returns: what there is afterwards, and whether it is new.
  /// - Throws: `ServerStartFailure`; then what there was is still there.
  func renew(at now: Instant) throws(ServerStartFailure) -> (content: Content, isNew: Bool)? {
    guard access(authorityFile.path, F_OK) == 0 || errno == EACCES else {
      // Without the authority, the rest is served as long as it is valid.
      guard let server = try server(), server.isDue(at: now) else { return nil }
      throw ServerStartFailure("\(authorityFile.path) is missing, and nothing else can renew the certificate.")
    }
    return try locked { () throws(ServerStartFailure) in
      guard var content = try content() else { return nil }
      try publish(content.authority)
      if let server = content.server, !server.isDue(at: now) { return (content, false) }
      try write(content.names, of: &content, at: now)
      return (content, true)
    }
  }

  /// Renews it before anything is served, so that a server that was off for a year has a good one.
  ///
  /// - Throws: `ServerStartFailure` if there is no usable one.
  func begin(at now: Instant, logger: Logger) throws(ServerStartFailure) {
    do { _ = try renewIfDue(at: now, logger: logger) } catch {
      logger.warning(Self.renewalFailure, metadata: ["reason": "\(error)"])
    }
    guard let server = try server() else {
      throw ServerStartFailure("There is no certificate in \(path). To make one: babybasics-server certificate")
    }
    if !server.validity.contains(now) {
      logger.warning(
        "the certificate is not valid now; phones will refuse it",
        metadata: ["from": "\(server.validity.lowerBound.utcText)", "until": "\(server.validity.upperBound.utcText)"])
    }
  }

  /// What is logged when `renewIfDue` fails.
  static let renewalFailure: Logger.Message = "the certificate could not be renewed; keeping the old one"

  /// Renews the server's certificate if it is due, and logs that.
  ///
  /// - Returns: whether there is a new one.
  /// - Throws: `ServerStartFailure`, which says until when the old one is valid.
  func renewIfDue(at now: Instant, logger: Logger) throws(ServerStartFailure) -> Bool {
    do throws(ServerStartFailure) {
      guard let known = try renew(at: now), known.isNew, let server = known.content.server else { return false }
      logger.notice("renewed the certificate", metadata: ["until": "\(server.validity.upperBound.utcText)"])
      return true
    } catch {
      guard let until = try? server()?.validity.upperBound else { throw error }
      throw ServerStartFailure("\(error) The old one is valid until \(until.utcText).")
    }
  }

  /// Makes a certificate for other names.
  ///
  /// - Parameters:
  ///   - names: those that the authority permits.
  ///   - authority: nil for a new one.
  func make(
    _ names: [ServerName], by authority: FamilyAuthority?, at now: Instant
  ) throws(ServerStartFailure) -> Content {
    do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
      throw ServerStartFailure("Cannot make the folder \(path): \(systemErrorText()).")
    }
    return try locked { () throws(ServerStartFailure) in
      var content: Content
      if let authority {
        content = Content(authority: authority)
      } else {
        let (new, pem) = try made {
          let new = try FamilyAuthority(for: names, at: now)
          return (new, try new.pem)
        }
        try write(pem, to: authorityFile)
        content = Content(authority: new)
      }
      try write(names, of: &content, at: now)
      try publish(content.authority)
      return content
    }
  }

  private func write(
    _ names: [ServerName], of content: inout Content, at now: Instant
  ) throws(ServerStartFailure) {
    let validity = content.authority.validity
    guard validity.contains(now) else {
      throw ServerStartFailure(
        "The family's authority is valid from \(validity.lowerBound.utcText) to \(validity.upperBound.utcText), and "
          + "this machine's clock says \(now.utcText). Set the clock; or, if it is right, have a new authority made: "
          + "babybasics-server certificate --renew-authority")
    }
    let authority = content.authority
    let server = try made { try authority.issue(for: names, at: now) }
    try write(try made { try server.pem }, to: serverFile)
    content.server = server
  }

  /// Keeps the copy for everybody as the authority is.
  private func publish(_ authority: FamilyAuthority) throws(ServerStartFailure) {
    let pem = try made { try authority.certificatePEM }
    let found = (try? publicFile.read()).map { $0 == Array(pem.utf8) } ?? false
    if !found { try write(pem, to: publicFile) }
    chmod(publicFile.path, 0o644)
  }

  private func write(_ text: String, to file: PrivateFile) throws(ServerStartFailure) {
    do throws(FileFailure) { try file.write(Array(text.utf8)) } catch { throw ServerStartFailure("\(error).") }
  }

  private func made<Value>(_ make: () throws -> Value) throws(ServerStartFailure) -> Value {
    do { return try make() } catch { throw ServerStartFailure("The certificate cannot be made: \(error).") }
  }

  /// Alone among all processes that write here.
  private func locked<Value>(_ body: () throws(ServerStartFailure) -> Value) throws(ServerStartFailure) -> Value {
    chmod(path, 0o700)
    let lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else { throw ServerStartFailure("Cannot open \(path): \(systemErrorText()).") }
    defer { close(lock) }
    // On a file system without such locks, the last writer wins.
    _ = flock(lock, LOCK_EX)
    return try body()
  }
}
