import Testing

@testable import BabyCommands

@Suite struct CompletionTests {
  @Test("completions need no daemon and know every command", arguments: ["bash", "zsh", "fish"])
  func completeness(shell: String) {
    let run = Run(["completion", shell])
    #expect(run.status == .success)
    let script = run.output[...]
    for (path, _) in DispatcherTests.leaves() {
      for word in path { #expect(script.contains(word), "\(word)") }
    }
    for word in ["milestone", "idempotency-key", "babyconnect-csv", "day.start", "timeline.list"] {
      #expect(script.contains(word), "\(word)")
    }
  }
}
