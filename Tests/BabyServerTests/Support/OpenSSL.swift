import Foundation
import TestSupport

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
