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

  /// The rows of the table of features: commands, and files of tests.
  private static func features() throws -> [(name: String, commands: [String], tests: [String])] {
    let text = try String(contentsOf: root.appending(path: "docs/features.md"), encoding: .utf8)
    let table =
      text.split(separator: "| Feature | Here | Shown by |\n").dropFirst().first?
      .split(separator: "\n\n").first ?? ""
    return table.split(separator: "\n").dropFirst().map { row in
      let cells = row.split(separator: " | ").map { $0.trimmingCharacters(in: ["|", " "]) }
      guard cells.count == 3 else { return (String(row), [], []) }
      let commands = cells[1].split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      return (cells[0], commands, cells[2].split(separator: ", ").map { String($0.drop { $0 == "…" }) })
    }
  }

  private static let programs = ["bbctl", "bbctl-demo", "bbbar", "bbagent", "babybasics-server"]

  @Test("each row of the table of features names an existing command, its options too, and existing tests")
  func featureTable() async throws {
    let features = try Self.features()
    #expect(features.count > 30)
    try await Machine.run { machine in
      for feature in features {
        #expect(!feature.commands.isEmpty && !feature.tests.isEmpty, "\(feature.name)")
        for command in feature.commands {
          var words = command.split(separator: " ").map(String.init)
          let program = Self.programs.contains(words[0]) ? words.removeFirst() : "bbctl"
          let options = words.filter { $0.hasPrefix("--") }
          let run = try machine.run(
            Machine.program(program), words.prefix { !$0.hasPrefix("-") && !$0.contains("\"") } + ["--help"])
          #expect(run.status == 0, "\(command): \(run.errors)")
          for option in options { #expect(run.output.contains(option), "\(command)") }
        }
        for test in feature.tests {
          let path = Self.root.path + "/Tests/" + test
          let isThere = [path, path + ".swift"].contains { FileManager.default.fileExists(atPath: $0) }
          #expect(isThere, "\(feature.name): \(test)")
        }
      }
    }
  }

  @Test("the configuration is valid for the daemon")
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
