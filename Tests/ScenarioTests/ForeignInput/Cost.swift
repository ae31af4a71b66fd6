import Foundation
import TestSupport
import Testing
import trial_program

/// What pieces of work cost, in instructions: callgrind counts them, so that it matters neither how fast the machine is
/// nor what else it does.
enum Cost {
  static let isCounted = FileManager.default.isExecutableFile(atPath: valgrind)
  private static let valgrind = "/usr/bin/valgrind"

  /// By the name of the entry point, for n and 8n. Counted once for all tests.
  static let all = Task { try await count() }

  private static func count() async throws -> [String: [Int]] {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "babybasics-cost-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // The valgrind of Debian 12 cannot read what this compiler says for debuggers.
    try await run(
      "/usr/bin/strip", "--strip-debug", "-o", "\(folder.path)/cost-program",
      Bundle.main.bundleURL.appending(path: "trial-program").path)
    // At each end of the function the count is written to a separate file, and restarts.
    try await run(
      valgrind, "--tool=callgrind", "--callgrind-out-file=\(folder.path)/count", "--collect-atstart=no",
      "--toggle-collect=babybasics_counted", "--dump-after=babybasics_counted", "--log-file=\(folder.path)/log",
      "\(folder.path)/cost-program")
    let points = EntryPoint.all + [.square]
    var counts: [String: [Int]] = [:]
    for (index, point) in points.enumerated() {
      counts[point.name] = try (1...2).map { try total(of: folder.appending(path: "count.\(index * 2 + $0)")) }
    }
    return counts
  }

  private static func run(_ command: String...) async throws {
    // A hash seed of its own would make other tables with each run.
    try await StartedProgram.run(command, environment: ["SWIFT_DETERMINISTIC_HASHING": "1"])
  }

  private static func total(of file: URL) throws -> Int {
    let line = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").last { $0.hasPrefix("totals: ") }
    return try #require(line.flatMap { Int($0.dropFirst("totals: ".count)) }, "\(file.path)")
  }
}
