import BabyModel
import BabyProtocol
import Foundation
import TestSupport
import Testing

/// A hundred tasks in words, each of which takes one line: `Tasks/tasks.txt`.
@Suite("Tasks in words") struct TaskTests {
  struct Task: CustomTestStringConvertible, Sendable {
    var words: String
    /// What was so before it.
    var before: String?
    var line: String
    var results: [String]

    var testDescription: String { words }
  }

  private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Tasks/tasks.txt")

  static let tasks: [Task] = {
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n\n").compactMap { block in
      let lines = block.split(separator: "\n").map(String.init)
      guard let words = lines.first, !words.hasPrefix("#") else { return nil }
      func marked(_ mark: String) -> [String] {
        lines.filter { $0.hasPrefix(mark + " ") }.map { String($0.dropFirst(2)) }
      }
      return Task(words: words, before: marked("!").first, line: marked("$").first ?? "", results: marked("="))
    }
  }()

  @Test("There are a hundred, each of one line")
  func count() {
    #expect(Self.tasks.count >= 100)
    #expect(Set(Self.tasks.map(\.words)).count == Self.tasks.count)
    #expect(Self.tasks.allSatisfy { $0.line.hasPrefix("bbctl ") })
  }

  @Test("Each is solved by its line", arguments: tasks)
  func solves(task: Task) async throws {
    let results = try await Self.results(of: task)
    #expect(results == task.results, "\(task.line)")
  }

  @Test(
    "RECORD=1 writes the results", .enabled(if: ProcessInfo.processInfo.environment["RECORD"] != nil))
  func record() async throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    var blocks = text.split(separator: "\n\n").filter { $0.hasPrefix("#") }.map(String.init)
    for task in Self.tasks {
      var lines = [task.words]
      if let before = task.before { lines.append("! " + before) }
      lines.append("$ " + task.line)
      lines += try await Self.results(of: task).map { "= " + $0 }
      blocks.append(lines.joined(separator: "\n"))
    }
    try (blocks.joined(separator: "\n\n") + "\n").write(to: Self.file, atomically: true, encoding: .utf8)
  }

  /// What `bbctl` answers to a task's line, which a shell runs.
  private static func results(of task: Task) async throws -> [String] {
    let now = try #require(Instant(rfc3339: "2026-11-14T16:00:00-08:00"))
    var results: [String] = []
    try await TestDaemon.serve(at: now, systemZone: "America/Los_Angeles") { daemon, sockets in
      for call in [
        #""child.add","params":{"name":"Eva","born":"2026-01-31"}"#,
        #""child.add","params":{"name":"Max","born":"2026-01-31"}"#, #""child.select","params":{"childId":"Eva"}"#,
      ] {
        _ = try await daemon.answer(#"{"jsonrpc":"2.0","id":1,"method":\#(call)}"#, uid: getuid())
      }
      let script = """
        bbctl() { '\(program)' "$@" --json 2>&1; }
        before=$(\(task.before.map { "bbctl " + $0 } ?? ":")) || { echo "$before"; exit 1; }
        \(task.line)
        """
      let output = try await StartedProgram.run(
        ["sh", "-c", script],
        environment: Patience.variables.merging(["BABYBASICS_SOCKET": sockets.path, "HOME": "/nonexistent"]) { $1 },
        isQuiet: true)
      results = try output.split(separator: UInt8(ascii: "\n")).map { words(try JSON(parsing: $0)) }
    }
    return results
  }

  private static let program = Bundle.main.bundleURL.appending(path: "bbctl").path

  /// `Logged left breast · 15 min · Eva · 11-14 15:00 – 11-14 15:15`
  private static func words(_ answer: JSON) -> String {
    func clock(_ name: String) -> String? {
      answer["entry"]?[name]?.stringValue.map { String($0.dropFirst(5).prefix(11)).replacing("T", with: " ") }
    }
    let times = [clock("startLocal"), clock("endLocal")].compactMap(\.self).joined(separator: " – ")
    let parts = [
      answer["message"]?.stringValue, answer["child"]?["name"]?.stringValue, times,
      answer["entry"]?["note"]?.stringValue.map { "\"\($0)\"" },
    ]
    return parts.compactMap(\.self).joined(separator: " · ")
  }
}
