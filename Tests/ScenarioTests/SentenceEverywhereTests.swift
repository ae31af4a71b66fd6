import BabyProtocol
import Foundation
import TestSupport
import Testing

@Suite("A sentence means the same everywhere")
struct SentenceEverywhereTests {
  @Test("as a command, in the menu of a bar, and in a link", .enabled(if: Machine.has("script")))
  func everywhere() async throws {
    #expect(SampleSentences.all.count == 40)
    try await Machine.withEva { machine in
      try machine.addProgram(
        "rofi",
        """
        echo "$@" >> \(machine.directory)/shown
        choices=$(cat)
        if [ -n "$choices" ]; then echo "$choices" >> \(machine.directory)/shown; echo "$choices" | grep -F 'Say it'
        else cat \(machine.directory)/typed; fi
        """)
      for sentence in SampleSentences.all {
        let command = try outcome(of: sentence, on: machine) { try machine.bbctl("log", sentence).errors }
        let menu = try outcome(of: sentence, on: machine) {
          try machine.write(sentence + "\n", to: machine.directory + "/typed")
          try machine.write("", to: machine.directory + "/shown")
          _ = try machine.run(Machine.program("bbbar"), ["menu"])
          return try machine.text("shown")
        }
        let link = try outcome(of: sentence, on: machine) {
          let text = try #require(sentence.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
          let address = "babybasics://say?text=" + text
          let line = "exec bbctl open \"$LINK\" 2>&1"
          return try machine.shell("export LINK='\(address)'; printf 'y\\n' | script -qec '\(line)' /dev/null").output
        }
        #expect(command.entry == menu.entry, "\(sentence)")
        #expect(command.entry == link.entry, "\(sentence)")
        guard command.entry == nil else { continue }
        // What is asked or refused says the same words.
        let told = try told(of: sentence, on: machine)
        for words in told {
          #expect(command.words.contains(words), "\(sentence): \(command.words)")
          #expect(link.words.contains(words), "\(sentence): \(link.words)")
        }
        #expect(told.contains { menu.words.contains($0) } || menu.isToldByAgent, "\(sentence): \(menu.words)")
      }
    }
  }

  private struct Outcome {
    /// What was logged, without what no two entries share.
    var entry: String?
    /// What was shown, without white space, since lines end wherever they are full.
    var words: String
    /// The menu was left as it was: a notification tells of it.
    var isToldByAgent: Bool { !words.contains("?") }
  }

  private func outcome(of sentence: String, on machine: Machine, _ say: () throws -> String) throws -> Outcome {
    let before = try latest(machine)
    let words = try say().filter { !$0.isWhitespace }
    guard let entry = try latest(machine), entry["id"] != before?["id"] else { return Outcome(words: words) }
    var members: [String] = []
    for member in entry.objectValue?.members ?? [] {
      guard !["id", "createdAt", "updatedAt", "start", "end"].contains(member.name) else { continue }
      let isTime = member.name == "startLocal" || member.name == "endLocal"
      guard !isTime || sentence.contains("yesterday") else { continue }
      members.append("\(member.name)=\(member.value.text.prefix(isTime ? 17 : 200))")
    }
    #expect(try machine.bbctl("undo").status == 0, "\(sentence)")
    return Outcome(entry: members.joined(separator: " "), words: words)
  }

  private func latest(_ machine: Machine) throws -> JSON? {
    let entries = try machine.call("timeline.list")["entries"]?.arrayValue ?? []
    return entries.max { ($0["createdAt"]?.stringValue ?? "") < ($1["createdAt"]?.stringValue ?? "") }
  }

  /// The choices that the daemon offers, or why it refuses.
  private func told(of sentence: String, on machine: Machine) throws -> [String] {
    let run = try machine.bbctl("log", sentence, "--json")
    let error = try JSON(parsing: Array(run.errors.utf8))
    let choices = (error["data"]?["details"]?["choices"]?.arrayValue ?? []).compactMap(\.stringValue)
    let message = error["message"]?.stringValue ?? ""
    return (choices.isEmpty ? [message] : choices).map { $0.filter { !$0.isWhitespace } }
  }
}
