import BabyModel
import Testing

/// Sentences of the tables as a log hears them, on a Thursday at 16:17: with its medicines, its zone and its clock.
@Suite("Choices of a question")
struct SentenceChoiceTests {
  private struct Log: PhraseKnowledge {
    func medicineNames() -> [String] { ["Tylenol"] }
    func activityNames() -> [String] { ["music class"] }
    func runningTimers() -> [TimerKey] { [.sleep] }
  }

  private static let settings = Settings(family: ["units": "oz", "time.format": "12h"])

  private func sentence(_ text: String) throws -> SaidSentence {
    let now = try at("2026-11-26T16:17:00-08:00")
    let child = Child(
      id: ChildID(high: 0, low: 1), name: "Eva", born: try date("2026-05-01"), zone: "America/Los_Angeles",
      feedingStyle: .both, createdAt: now, updatedAt: now)
    return SaidSentence(
      text, of: child, names: ["Eva", "Ann", "Anna Lena"], settings: Self.settings, zone: .losAngeles, now: now)
  }

  /// What is asked about a sentence: choices that can be said in its place.
  private func choices(_ text: String) throws -> [String] {
    let said = try sentence(text)
    do {
      let phrase = try said.phrase(knowing: Log())
      try resolve(phrase, of: said)
      return []
    } catch BabyError.phraseUnclear(_, let choices) { return choices } catch is BabyError { return [] }
  }

  private func resolve(_ phrase: Phrase, of said: SaidSentence) throws {
    let now = try at("2026-11-26T16:17:00-08:00")
    do {
      _ = try phrase.time.resolve(now: now, zone: .losAngeles, conventions: Self.settings.timeConventions)
    } catch { throw said.explained(error) }
  }

  @Test("are logged as they are, without a further question", arguments: ["phrases", "declared", "sentences"])
  func sayable(table: String) throws {
    var count = 0
    for row in PhraseTable(file: "\(table).txt").rows {
      for choice in try choices(row.phrase) {
        count += 1
        do {
          let said = try sentence(choice)
          try resolve(said.phrase(knowing: Log()), of: said)
        } catch { Issue.record("\(row.phrase): \(choice): \(error)") }
      }
    }
    #expect(count > 40)
  }

  @Test(
    "name the halves of the day of a half hour, and the span of a waking",
    arguments: [
      ("wet yesterday at half 3", "wet 2026-11-25 14:30"), ("up from 3am to 4am", "brief waking from 3am to 4am"),
      ("put to bed at 7:30", "put to bed at 7:30 in the evening"),
    ])
  func named(text: String, choice: String) throws { #expect(try choices(text).contains(choice)) }
}
