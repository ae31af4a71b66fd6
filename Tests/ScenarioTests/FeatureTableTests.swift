import Foundation
import Testing

@Suite("docs/features.md")
struct FeatureTableTests {
  /// The rows of the table of features: commands, and files of tests.
  private static func features() throws -> [(name: String, commands: [String], tests: [String])] {
    let text = try SourceTree.text("docs/features.md")
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

  private static let programs = ["bbctl", "bbctl-dash", "bbctl-demo", "bbbar", "bbagent", "babybasics-server"]

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
          let path = SourceTree.path("Tests/" + test)
          let isThere = [path, path + ".swift"].contains { FileManager.default.fileExists(atPath: $0) }
          #expect(isThere, "\(feature.name): \(test)")
        }
      }
    }
  }
}
