import BabyModel
import Testing

@Suite("Facts from the log for a sentence")
struct PhraseKnowledgeTests {
  /// A log that notes what it is asked for.
  private final class Log: PhraseKnowledge {
    private(set) var asked: [String] = []

    func medicineNames() -> [String] { answer("medicines", ["Vitamin D3"]) }
    func activityNames() -> [String] { answer("activities", ["music class"]) }
    func runningTimers() -> [TimerKey] { answer("timers", [.sleep]) }

    private func answer<Value>(_ what: String, _ value: Value) -> Value {
      asked.append(what)
      return value
    }
  }

  private func reading(_ text: String) throws -> (phrase: Phrase, asked: [String]) {
    let now = try at("2026-11-21T12:00:00Z")
    let child = Child(
      id: ChildID(high: 0, low: 1), name: "Eva", born: try date("2026-09-01"), zone: "UTC",
      createdAt: now, updatedAt: now)
    let sentence = ChildSentence(
      text, of: child, names: ["Eva"], settings: Settings(), zone: ZoneRules(name: "UTC", initialOffset: 0), now: now)
    let log = Log()
    return (try sentence.phrase(knowing: log), log.asked)
  }

  @Test("are requested only if the sentence depends on them")
  func asked() throws {
    #expect(try reading("wet").asked == [])
    #expect(try reading("bottle 90ml").asked == [])
    #expect(try reading("vitamin d3 1 drop").asked == ["medicines"])
    #expect(try reading("stop").asked.last == "timers")
  }

  @Test("name the family's activities, and the running timer")
  func known() throws {
    let lesson = try reading("music class 30 min").phrase
    guard case .declared(.activity, _) = lesson.action else { throw Unexpected(phrase: lesson) }
    #expect(try reading("stop").phrase.action == .stop(.sleep))
  }

  @Test(
    "leave the questions about other words as they are, whatever is running",
    arguments: [("nap 30 min in music", "nap 30 min note in music"), ("bottel 4oz", "bottle 4oz")])
  func questions(text: String, choice: String) {
    #expect(throws: BabyError.phraseUnclear(text, choices: [choice])) { try reading(text) }
  }

  private struct Unexpected: Error { let phrase: Phrase }
}
