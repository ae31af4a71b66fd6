import Foundation
import TestSupport
import Testing

@testable import BabyServer

/// openssl, for whether others find what we make as it should be.
enum OpenSSL {
  static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

  /// - Returns: what it says; with an error, that.
  static func run(_ arguments: [String], input: String = "") async -> String {
    let command = ["/bin/sh", "-c", "openssl \"$@\" 2>&1 || echo FAILED", "sh"] + arguments
    do { return String(decoding: try await StartedProgram.run(command, input: input), as: UTF8.self) } catch {
      return "\(error)"
    }
  }
}

/// A directory that goes away with it.
final class TemporaryDirectory: Sendable {
  let path = FileManager.default.temporaryDirectory.path + "/bbserver-" + UUID().uuidString

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
    return path + "/" + name
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path + "/" + name)), as: UTF8.self)
  }
}

/// A self-signed certificate and its key, in a directory that goes away with it.
final class Certificate {
  let files: ServerConfiguration.CertificateFiles
  private let directory: TemporaryDirectory

  init(for host: String = "localhost") throws {
    directory = try TemporaryDirectory()
    files = .init(certificate: directory.path + "/cert.pem", key: directory.path + "/key.pem")
    // Not by Foundation's Process, which waits on a thread that the server needs.
    let status = system(
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=\(host)"
        + " -addext subjectAltName=DNS:\(host) -out \(files.certificate) -keyout \(files.key) 2>/dev/null")
    try #require(status == 0)
  }

  /// Replaces a file by another one's, like a program that renews certificates.
  func replace(
    _ file: KeyPath<ServerConfiguration.CertificateFiles, String>, with other: Certificate
  ) throws {
    try Data(contentsOf: URL(filePath: other.files[keyPath: file]))
      .write(to: URL(filePath: files[keyPath: file]), options: .atomic)
  }
}
