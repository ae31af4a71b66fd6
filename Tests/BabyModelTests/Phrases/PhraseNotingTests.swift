import BabyModel
import Testing

@Suite("Unknown words beside an entry")
struct PhraseNotingTests {
  private static let context = PhraseContext(units: .ounces, feedingStyle: .both, children: ["Eva"])

  @Test(
    "are offered as its note",
    arguments: [
      ("bottle 4oz, burped", "bottle 4oz note burped"),
      ("slept 20 min at nursery", "slept 20 min note at nursery"),
      ("nap at daycare 45 min", "nap 45 min note at daycare"),
      ("Eva drank 90 ml with her eyes closed", "Eva drank 90 ml note with her eyes closed"),
      ("bottle 4oz before bed note sleepy", "bottle 4oz note before bed · sleepy"),
      ("wet at 3pm at grandma's", "wet at 3pm note at grandma's"),
      ("bottle 4oz spit up a little", "bottle 4oz note spit up a little"),
      ("bottle 4oz with rice cereal", "bottle 4oz note with rice cereal"),
      ("similac 4oz", "4oz note similac"),
    ])
  func asked(sentence: String, choice: String) throws {
    #expect(PhraseReading.noting(sentence, in: Self.context) == choice)
    guard case .understood(let phrase) = PhraseReading(choice, in: Self.context) else {
      Issue.record("\(choice) is not understood")
      return
    }
    #expect(phrase.note?.isEmpty == false)
  }

  @Test(
    "are refused if they may change what was logged, or when",
    arguments: [
      "bottle 1 cup", "bottle 4oz minus", "bottle 4oz or so", "bottle 4oz half finished", "bottle 4oz spilled",
      "bottle made 4oz", "maybe bottle 4oz", "bottle 4oz every evening", "nap 20 min failed", "poop before 3pm",
      "bottle 4oz until full", "walk the dog 20 min", "bottle 4oz, rice cereal", "bottle 4oz not finished",
      "bottle 4oz one fine day we all went walking by a lake",
    ])
  func refused(sentence: String) { #expect(PhraseReading.noting(sentence, in: Self.context) == nil) }

  @Test(
    "are refused if the rest is incomplete by itself",
    arguments: ["bottle washed", "wet bed", "play date at 3", "left for daycare", "story about bears", "nap", "asdf"])
  func tooLittle(sentence: String) { #expect(PhraseReading.noting(sentence, in: Self.context) == nil) }
}
