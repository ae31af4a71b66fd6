import BabyModel
import Foundation
import TestSupport
import Testing

@testable import BabyCommands

@Suite struct CompletionTests {
  @Test("completions need no daemon and know every command", arguments: ["bash", "zsh", "fish"])
  func completeness(shell: String) {
    let run = Run(["completion", shell])
    #expect(run.status == .success)
    let script = run.output[...]
    for (path, _) in CommandTableTests.leaves() {
      for word in path { #expect(script.contains(word), "\(word)") }
    }
    for word in ["milestone", "idempotency-key", "babyconnect-csv", "day.start", "timeline.list"] {
      #expect(script.contains(word), "\(word)")
    }
    for (word, _) in Phrases.offered { #expect(script.contains(word), "\(word)") }
  }

  @Test("every completed example is valid", arguments: Phrases.offered.map(\.example))
  func examples(example: String) throws {
    let words = words(example)
    #expect(Phrases.phrase(words)?.text == example)
    guard case .understood = PhraseReading(example, in: PhraseContext(units: .milliliters)) else {
      Issue.record("\(example) is not understood")
      return
    }
  }

  @Test(
    "after a word that starts or ends a timer, names of activities are completed, including the family's, each once")
  func timers() {
    let names = TimerNames.all(with: ["Music class", "Bath", "music-class", "tummy"])
    #expect(names.prefix(3) == ["sleep", "tummy time", "bath"] && names.suffix(1) == ["Music class"])
    #expect(Set(names).count == names.count)
    #expect(Phrases.leadToName.contains("start") && !Phrases.leadToName.contains("bottle"))
  }

  @Test(
    "bash completes the words that begin a phrase, and after them the options of a phrase",
    arguments: [
      ("bbctl po", "poop"), ("bbctl bot", "both bottle"), ("bbctl und", "undo"), ("bbctl poop --no", "--note"),
      ("bbctl bottle 4oz --dry", "--dry-run"), ("bbctl undo --li", "--limit --list"),
    ])
  func bash(typed: String, offered: String) async throws {
    let words = typed.split(separator: " ").map(String.init)
    let last = words.last ?? ""
    let program = """
      COMP_WORDS=(\(typed)) COMP_CWORD=\(words.count - 1) COMP_LINE='\(typed)' COMP_POINT=\(typed.utf8.count)
      _bbctl_said bbctl '\(last)' '\(words.dropLast().last ?? "")'
      printf '%s\\n' "${COMPREPLY[@]}" | sort | xargs
      """
    let output = try await StartedProgram.run(
      ["bash", "--norc"], input: Run(["completion", "bash"]).output + "\n" + program + "\n")
    #expect(String(decoding: output, as: UTF8.self) == offered + "\n")
  }
}

@Suite struct ManPageTests {
  @Test("the manual page matches the commands' descriptions")
  func isFresh() async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try await StartedProgram.run(
      ["python3", root.appending(path: "contrib/dev/generate-man").path()],
      input: Run(["--experimental-dump-help"]).output)
    let committed = try String(contentsOf: root.appending(path: "man/bbctl.1"), encoding: .utf8)
    #expect(
      String(decoding: page, as: UTF8.self) == committed,
      "stale: bbctl --experimental-dump-help | contrib/dev/generate-man > man/bbctl.1")
  }
}
