import BabyModel
import Logging
import NIOCore
import NIOSSL
import Synchronization
import SystemCalls

/// The certificate that new connections are greeted with, and its key. Renewed files are taken over by themselves;
/// connections that are there go on with what they began with.
final class Certificates: Sendable {
  private struct State {
    var context: NIOSSLContext
    /// The state of the files when they were last read, good or bad.
    var version: [FileVersion?]
    var lookedAt: NIODeadline
  }

  /// How often the files are looked at, at most.
  private static let interval: TimeAmount = .seconds(10)

  private let files: ServerConfiguration.CertificateFiles
  private let logger: Logger
  private let state: Mutex<State>

  /// - Throws: `ServerStartFailure` if the files are not a certificate and its key.
  init(_ files: ServerConfiguration.CertificateFiles, logger: Logger) throws {
    self.files = files
    self.logger = logger
    let version = Self.version(of: files)
    state = Mutex(State(context: try Self.read(files), version: version, lookedAt: .now()))
  }

  func context() -> NIOSSLContext {
    let now = NIODeadline.now()
    return state.withLock { state in
      if now - state.lookedAt >= Self.interval { look(&state, now) }
      return state.context
    }
  }

  func reload() { state.withLock { look(&$0, .now()) } }

  private func look(_ state: inout State, _ now: NIODeadline) {
    state.lookedAt = now
    let version = Self.version(of: files)
    guard version != state.version else { return }
    state.version = version
    do {
      state.context = try Self.read(files)
      logger.notice("using the renewed certificate", metadata: ["path": "\(files.certificate)"])
    } catch {
      logger.warning("still using the old certificate", metadata: ["reason": "\(error)"])
    }
  }

  private static func read(_ files: ServerConfiguration.CertificateFiles) throws -> NIOSSLContext {
    do {
      var tls =
        if let folder = files.folder, let server = try folder.server() { try server.tls } else {
          TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMFile(files.certificate).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(file: files.key, format: .pem)))
        }
      tls.minimumTLSVersion = .tlsv12
      return try NIOSSLContext(configuration: tls)
    } catch {
      throw ServerStartFailure("\(files.certificate) and \(files.key) are not a certificate and its key: \(error)")
    }
  }

  private static func version(of files: ServerConfiguration.CertificateFiles) -> [FileVersion?] {
    [FileVersion(files.certificate), FileVersion(files.key)]
  }
}
