import BabyModel
import Foundation
import Testing

@Suite("Phrases") struct PhraseTests {
  private static let context = PhraseContext(units: .milliliters, children: ["Eva", "Anna Lena"])

  @Test(
    "Plain phrases are understood, asked back or refused as in the table", arguments: PhraseTable.rows.indices
  )
  func table(index: Int) {
    let row = PhraseTable.rows[index]
    #expect(PhraseTable.words(PhraseReading(row.phrase, in: Self.context)) == row.means, "\(row.phrase)")
  }

  @Test("RECORD=1 writes the table", .enabled(if: ProcessInfo.processInfo.environment["RECORD"] != nil))
  func record() throws { try PhraseTable.record { PhraseTable.words(PhraseReading($0, in: Self.context)) } }

  @Test("The table has more than 300 phrases, and none twice")
  func size() {
    let phrases = PhraseTable.rows.map(\.phrase)
    #expect(phrases.count >= 300)
    #expect(Set(phrases).count == phrases.count)
  }

  @Test("The choices of a question are understood")
  func choices() {
    for row in PhraseTable.rows {
      guard case .unclear(let choices) = PhraseReading(row.phrase, in: Self.context) else { continue }
      #expect(!choices.isEmpty)
      for choice in choices {
        // It may leave another one open: `nap at 10 minutes to 2` began then, or ended.
        let answers = if case .unclear(let more) = PhraseReading(choice, in: Self.context) { more } else { [choice] }
        for answer in answers {
          guard case .understood = PhraseReading(answer, in: Self.context) else {
            Issue.record("\(row.phrase): \(choice): \(answer) is not understood")
            continue
          }
        }
      }
    }
  }

  @Test("The choices of a question are never refused, whatever the combination")
  func anyChoices() {
    let words = Set(PhraseTable.rows.flatMap { $0.phrase.split(separator: " ").map(String.init) }).sorted()
    var random = Lehmer()
    for _ in 0..<5_000 {
      let phrase = (0...Int.random(in: 0...4, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
        .joined(separator: " ")
      guard case .unclear(let choices) = PhraseReading(phrase, in: Self.context) else { continue }
      for choice in choices {
        guard case .refused(let refusal) = PhraseReading(choice, in: Self.context) else { continue }
        Issue.record("\(phrase): \(choice): \(refusal)")
      }
    }
  }

  @Test(
    "A choice that needs a fourth question is not offered",
    arguments: [
      "medicine tylenol both sides 1 ml \u{FFFD}~0 min e ; wcw 2 p.tkm 3pm",
      "medicine tylenol both sides 1 ml \u{FFFD}0 min e ; wcw 2 p.tkm 3pm",
      "medicine tylenol both sides 1 ml ~0 min e ; wcw \u{FFFD} p.tkm 3pm",
    ])
  func chains(phrase: String) {
    guard case .unclear(let choices) = PhraseReading(phrase, in: Self.context) else { return }
    for choice in choices {
      if case .refused(let refusal) = PhraseReading(choice, in: Self.context) { Issue.record("\(choice): \(refusal)") }
    }
  }

  @Test("Every time that is found is valid")
  func times() throws {
    let now = try at("2026-11-14T16:00:00-08:00")
    for row in PhraseTable.rows {
      guard case .understood(let phrase) = PhraseReading(row.phrase, in: Self.context) else { continue }
      do { _ = try phrase.time.resolve(now: now, zone: .losAngeles) } catch {
        switch error {
        case .timeUnclear, .timeInFuture: break
        case .entryInvalid: if case .stop = phrase.action { break }; Issue.record("\(row.phrase): \(error)")
        default: Issue.record("\(row.phrase): \(error)")
        }
      }
    }
  }

  @Test(
    "A plain number is in the configured unit, if that is likely and nothing else is",
    arguments: [
      ("feed 120", VolumeUnit.milliliters, nil, "feed bottle 120"),
      ("feed 4", .ounces, nil, "? feed 4 oz | feed 4 min"),
      ("feed 4", .ounces, FeedingStyle.bottle, "feed bottle 4"), ("feed 120", .ounces, nil, "? feed 120 ml"),
      ("bottle 4", .ounces, nil, "feed bottle 4"), ("bottle 4", .milliliters, nil, "? bottle 4 oz"),
      ("bottle 120", .ounces, nil, "? bottle 120 ml"), ("feed 15", .milliliters, .bottle, "feed bottle 15"),
      ("feed 15", .milliliters, nil, "? feed 15 ml | feed 15 min"),
      ("feed 15 min", .milliliters, nil, "feed breast [for 15 min]"),
      ("feed 15 min", .milliliters, .bottle, "feed bottle [for 15 min]"),
      ("15", .milliliters, nil, "? bottle 15 ml | left 15 min | right 15 min | nap 15 min"),
      ("4", .ounces, nil, "? bottle 4 oz | left 4 min | right 4 min | nap 4 min"),
      ("bottle 3.15", .ounces, nil, "? bottle 3.15 oz | bottle at 3:15"),
      ("pump 800", .milliliters, nil, "feed pumping 800"),
      ("bottle 800", .milliliters, nil, "? bottle 800 ml"), ("bottle 0", .milliliters, nil, "! contradiction"),
    ] as [(String, VolumeUnit, FeedingStyle?, String)])
  func bareNumbers(phrase: String, units: VolumeUnit, style: FeedingStyle?, means: String) {
    let reading = PhraseReading(phrase, in: PhraseContext(units: units, feedingStyle: style))
    #expect(PhraseTable.words(reading) == means)
  }

  @Test("A phrase that is too long is refused, and a note may be as long as notes are")
  func lengths() {
    #expect(PhraseReading(String(repeating: "wet ", count: 200), in: Self.context) == .refused(.tooLong))
    #expect(PhraseReading("note " + String(repeating: "x", count: 70_000), in: Self.context) == .refused(.tooLong))
    let text = String(repeating: "x ", count: 5000) + "x"
    #expect(
      PhraseReading("note " + text, in: Self.context) == .understood(Phrase(action: .note, note: text)))
  }
}

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
