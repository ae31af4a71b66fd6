import BabyProtocol
import Foundation
import Testing

@Suite("A sentence means the same wherever it is said")
struct SaidEverywhereTests {
  private static let sentences = [
    "bottle 4oz yesterday at 3pm", "4.5 oz bottle", "90ml", "bottle 3½ oz yesterday at noon", "bottle 120ml formula",
    "left 10m right 5m", "nursed 10 minutes on the left", "10 min each side", "pumped 60ml", "wet", "wet and dirty",
    "poop yesterday at half past 2", "yesterday she pooped at 6pm", "runny green poop", "nap 45 min",
    "slept yesterday 1pm-2pm", "asleep", "tummy 5 min", "bath 15 min", "walk yesterday 2pm to 3pm", "weight 7lb4oz",
    "temp 38.2 ear", "tylenol 5ml for fever", "medicine \"Vitamin D\" 1 drop", "vaccine MMR yesterday",
    "milestone first steps yesterday", "food banana loved it", "bottle 4oz note slowly", "note first smile",
    "Eva drank 90 ml", "feed 15", "nap 30-45 min", "bottel 4oz", "wet at half 3", "is she asleep", "not hungry",
    "bottle 4oz then nap", "wet at 3:75pm", "bottle 90ml no 120ml", "will feed at 5",
  ]

  @Test("at a command, in the menu of a bar, and by a link", .enabled(if: Machine.has("script")))
  func everywhere() async throws {
    #expect(Self.sentences.count == 40)
    try await Machine.withEva { machine in
      try machine.addProgram(
        "rofi",
        """
        echo "$@" >> \(machine.directory)/shown
        choices=$(cat)
        if [ -n "$choices" ]; then echo "$choices" >> \(machine.directory)/shown; echo "$choices" | grep -F 'Say it'
        else cat \(machine.directory)/typed; fi
        """)
      for sentence in Self.sentences {
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
