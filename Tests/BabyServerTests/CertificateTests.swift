import Foundation
import Logging
import Testing

@testable import BabyServer

@Suite("Renewed certificates", .enabled(if: Certificate.canBeMade))
struct CertificateTests {
  @Test("are loaded as a pair; an invalid one changes nothing and is reported once")
  func renewal() throws {
    let (files, renewed) = (try Certificate(), try Certificate())
    let log = LogRecorder()
    let certificates = try Certificates(files.files, logger: Logger(label: "test") { _ in log })
    let first = certificates.context()
    certificates.reload()
    #expect(certificates.context() === first, "nothing has changed")

    // One after the other: in between they are not a pair.
    try files.replace(\.certificate, with: renewed)
    for _ in 1...3 { certificates.reload() }
    #expect(certificates.context() === first)
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.hasPrefix("warning") == true)

    try files.replace(\.key, with: renewed)
    certificates.reload()
    #expect(certificates.context() !== first)
    #expect(log.lines.count == 2)

    let second = certificates.context()
    try FileManager.default.removeItem(atPath: files.files.key)
    certificates.reload()
    #expect(certificates.context() === second)
    #expect(log.lines.count == 3)
  }
}

/// A self-signed certificate and its key, in a directory that goes away with it.
final class Certificate {
  static let canBeMade = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

  let files: ServerConfiguration.CertificateFiles
  private let directory = FileManager.default.temporaryDirectory.path + "/bbserver-" + UUID().uuidString

  init() throws {
    files = .init(certificate: directory + "/cert.pem", key: directory + "/key.pem")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    // Not by Foundation's Process, which waits on a thread that the server needs.
    let status = system(
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
        + " -out \(files.certificate) -keyout \(files.key) 2>/dev/null")
    try #require(status == 0)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// Replaces a file by another one's, like a program that renews certificates.
  func replace(
    _ file: KeyPath<ServerConfiguration.CertificateFiles, String>, with other: Certificate
  ) throws {
    try Data(contentsOf: URL(filePath: other.files[keyPath: file]))
      .write(to: URL(filePath: files[keyPath: file]), options: .atomic)
  }
}
