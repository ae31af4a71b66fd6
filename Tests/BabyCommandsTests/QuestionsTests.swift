import Testing

@testable import BabyCommands

@Suite("Questions")
struct QuestionsTests {
  @Test(
    "What is said of several lists them, and logs nothing",
    arguments: [
      ("feeds", "history --kind feeding"), ("bottles", "history --kind feeding --search bottle"),
      ("diapers", "history --kind diaper"), ("poops", "history --kind diaper --search poop"),
      ("naps", "history --kind sleep"), ("diapers yesterday", "history --kind diaper yesterday"),
      ("feeds --child Max", "history --kind feeding --child Max"), ("Feeds", "history --kind feeding"),
      ("baths", "history --kind activity --search bath"),
    ])
  func lists(typed: String, runs: String) {
    let arguments = typed.split(separator: " ").map(String.init)
    #expect(Questions.asList(arguments).joined(separator: " ") == runs)
  }

  @Test("Anything else is as it was typed", arguments: [["feed"], ["diaper"], [], ["nap", "1h"], ["she", "naps"]])
  func others(arguments: [String]) { #expect(Questions.asList(arguments) == arguments) }
}
