import BabyEngine
import BabyModel
import BabyProtocol
import Testing

@Suite("Questions about sentences that depend on the log")
struct DoubtfulSentenceTests {
  /// The choices that are offered; nil for what is logged or refused.
  private func choices(_ phrase: String) async throws -> [String]? {
    let log = try await Log()
    do {
      _ = try await log.write { try $0.logPhrase(.init(text: phrase)) }
      return nil
    } catch BabyError.phraseUnclear(_, let choices) { return choices }
  }

  @Test("a typing error is asked about, with the likely sentence")
  func slips() async throws {
    #expect(try await choices("bottel 4oz") == ["bottle 4oz"])
    #expect(try await choices("diper wet at 9am") == ["diaper wet at 9am"])
    #expect(try await choices("tylenool 5ml") == ["tylenol 5ml"])
  }

  @Test("a typing error without a likely meaning is refused", arguments: ["bottel xyzzy", "sleep xyzzy"])
  func hopeless(phrase: String) async throws {
    await #expect(throws: BabyError.self) { try await choices(phrase) }
  }

  @Test("a separate day with an ambiguous time is in both choices")
  func days() async throws {
    let choices = try #require(try await choices("yesterday a wet diaper at 2"))
    #expect(choices.count == 2)
    for choice in choices {
      #expect(choice.hasPrefix("a wet diaper ") && !choice.contains("yesterday"), "\(choice)")
      #expect(try await self.choices(choice) == nil)
    }
  }

  @Test(
    "a time within the next hours is not read as yesterday's",
    arguments: [
      "wet at 2pm", "bottle 4oz at 14:30", "start bath at 8pm", "bottle 3-4 oz at 2pm", "walk 2pm-3pm",
      "feed start left at 6pm",
    ])
  func coming(phrase: String) async throws {
    let log = try await Log()
    await #expect {
      try await log.write { try $0.logPhrase(.init(text: phrase)) }
    } throws: { error in
      if case BabyError.timeInFuture = error { true } else { false }
    }
  }
}
