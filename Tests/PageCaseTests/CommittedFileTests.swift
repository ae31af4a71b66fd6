import Foundation
import TestSupport
import Testing

/// The program that makes the page's tables, colours and cases of the model, and what is kept of it.
enum PageTables {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  static func paths() async throws -> [String] {
    try await output().split(separator: "\n").map { String($0) }
  }

  static func output(_ arguments: String...) async throws -> String {
    let program = Bundle.main.bundleURL.appending(path: "page-tables").path
    return String(decoding: try await StartedProgram.run([program] + arguments), as: UTF8.self)
  }

  static func committed(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}

@Suite("What the phone page knows of the model")
struct CommittedFileTests {
  @Test("is what the model says today: the page's own tests go through the same cases")
  func current() async throws {
    for path in try await PageTables.paths() {
      let isCurrent = try await PageTables.output(path) == PageTables.committed(path)
      #expect(isCurrent, "\(path) is stale. Run contrib/dev/generate-docs and commit what it writes.")
    }
  }

  @Test("is no more than can be read through")
  func sizes() async throws {
    let cases = try await PageTables.paths().filter { $0.hasSuffix(".json") }
    #expect(cases.count == 5)
    #expect(try cases.map { try PageTables.committed($0).utf8.count }.reduce(0, +) <= 300_000)
  }
}
