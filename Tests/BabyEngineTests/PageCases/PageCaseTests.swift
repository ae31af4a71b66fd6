import Foundation
import Testing

private let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized

extension GeneratedFile {
  static func committed(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  func record(_ text: String) throws {
    let file = root.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}

@Suite("The page's copy of the model")
struct PageCaseTests {
  @Test("matches the model today: the page's own tests use the same cases", arguments: GeneratedFile.all)
  func current(file: GeneratedFile) async throws {
    let text = try await file.text()
    if ProcessInfo.processInfo.environment["RECORD"] != nil { try file.record(text) }
    let isCurrent = try GeneratedFile.committed(file.path) == text
    #expect(isCurrent, "\(file.path) differs; RECORD=1 writes it again")
  }

  @Test("is small enough to read")
  func sizes() throws {
    let cases = GeneratedFile.all.map(\.path).filter { $0.hasSuffix(".json") }
    #expect(cases.count == 5)
    #expect(try cases.map { try GeneratedFile.committed($0).utf8.count }.reduce(0, +) <= 305_000)
  }
}

extension GeneratedFile: CustomTestStringConvertible {
  var testDescription: String { path }
}
