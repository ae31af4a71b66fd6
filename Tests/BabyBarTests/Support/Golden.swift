import Foundation
import Testing

enum Golden {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Golden")

  /// Compares with a file, or writes it when `RECORD` is set.
  static func expect(_ text: String, _ file: String) throws { try expect(text, at: folder.appending(path: file)) }

  static func expect(_ text: String, at url: URL) throws {
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    let golden = try String(contentsOf: url, encoding: .utf8)
    #expect(text == golden, "\(url.lastPathComponent) differs; RECORD=1 writes it anew")
  }
}
