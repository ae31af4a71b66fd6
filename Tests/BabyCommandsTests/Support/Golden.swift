import Foundation
import Testing

enum Golden {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Golden")

  /// Compares with a file, or writes it when `RECORD` is set.
  static func expect(_ text: String, _ file: String) throws {
    let url = folder.appending(path: file)
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    let golden = try String(contentsOf: url, encoding: .utf8)
    #expect(text == golden, "\(file) differs; RECORD=1 writes it again")
  }
}
