import BabyProtocol
import Foundation
import Testing

@Suite("README.md")
struct ReadmeTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The lines of all code blocks in a language.
  private static func lines(in language: String) throws -> [Substring] {
    let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    return text.split(separator: "```\(language)\n").dropFirst()
      .flatMap { $0.prefix(upTo: $0.range(of: "\n```")?.lowerBound ?? $0.endIndex).split(separator: "\n") }
  }

  @Test("each command line works as printed, in this order")
  func commands() async throws {
    let lines = try Self.lines(in: "sh")
    #expect(lines.count > 15)
    try await Machine.run { machine in
      try machine.start()
      var outputs: [String: String] = [:]
      for line in lines {
        let run = try machine.shell("cd '\(Self.root.path)' && \(line)")
        #expect(run.status == 0 && run.errors == "", "\(line): \(run.errors)")
        let word = line.prefix { $0 != " " }
        outputs[String(word)] = run.output
      }
      #expect(outputs["echo"] == "Eva\n")
      #expect(outputs["contrib/examples/log_diaper.py"] == "Logged wet diaper\n")
    }
  }

  @Test("the configuration is one that the daemon takes")
  func configuration() async throws {
    try await Machine.run { machine in
      let text = try Self.lines(in: "yaml").joined(separator: "\n")
      try machine.write(text, to: machine.paths.configurationFiles[0])
      let run = try machine.run(Machine.program("babybasicsd"), ["--check-config"])
      #expect(run.errors == "")
      #expect(run.output.contains("file: " + machine.paths.configurationFiles[0]))
      #expect(run.output.contains("log.level: warning\nconnections.max: 64\n"))
    }
  }
}
