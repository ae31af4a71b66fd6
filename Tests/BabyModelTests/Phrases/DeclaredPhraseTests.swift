import Foundation
import Testing

@testable import BabyModel

@Suite("Phrases about declared kinds") struct DeclaredPhraseTests {
  private static let context = PhraseContext(
    units: .milliliters, children: ["Eva", "Anna Lena"], medicines: ["Tylenol"])
  private static let table = PhraseTable(file: "declared.txt")

  private func reading(_ phrase: String, medicines: [String] = ["Tylenol"]) -> PhraseReading {
    var context = Self.context
    context.medicines = medicines
    return PhraseReading(phrase, in: context)
  }

  private func words(_ phrase: String, medicines: [String] = ["Tylenol"]) -> String {
    PhraseTable.words(reading(phrase, medicines: medicines))
  }

  @Test("are understood, asked back or refused as in the table", arguments: table.rows.indices)
  func rows(index: Int) {
    let row = Self.table.rows[index]
    #expect(words(row.phrase) == row.means, "\(row.phrase)")
  }

  @Test("RECORD=1 writes the table", .enabled(if: ProcessInfo.processInfo.environment["RECORD"] != nil))
  func record() throws { try Self.table.record { words($0) } }

  // MARK: Names of the log

  @Test(
    "A medicine is the one of that name in the log; a similar name is asked about, and a short different word is another one",
    arguments: [
      ("medicine dafalgan 5ml", ["Dafalgán"], "medicine dose=5.0 unit=ml name=Dafalgán"),
      ("dafalgan 5ml", ["Dafalgan"], "medicine dose=5.0 unit=ml name=Dafalgan"),
      ("medicine vitamin k 1 drop", ["Vitamin D"], "medicine dose=1.0 unit=drop name=vitamin k"),
      (
        "medicine tylenol 5ml", ["Children's Tylenol"],
        "? medicine \"Children's Tylenol\" 5ml | medicine \"tylenol\" 5ml"
      ),
      ("medicine vitamin d3 1 drop", ["Vitamin D"], "? medicine \"Vitamin D\" 1 drop | medicine \"vitamin d3\" 1 drop"),
      ("medicine tylenol 5ml", ["Tylenol", "Tylenol Infant"], "medicine dose=5.0 unit=ml name=Tylenol"),
      ("medicine ibuprofen 5ml", ["Paracetamol"], "medicine dose=5.0 unit=ml name=ibuprofen"),
    ] as [(String, [String], String)])
  func known(phrase: String, medicines: [String], means: String) {
    #expect(words(phrase, medicines: medicines) == means)
  }

  // MARK: Properties

  /// Parts of sentences, each of which a parent could say anywhere behind the kind's name.
  private static let parts: [String: [String]] = [
    "medicine": [
      "tylenol", "Tylenol", "ibuprofen", "vitamin d", "5ml", "2.5 ml", "half a tablet", "1/2 tablet", "160mg/5ml",
      "1 drop",
      "every 6h", "every 4-6h", "max 4", "at most 4 a day", "3 times a day", "twice", "daily", "with food", "for fever",
      "for Eva", "at 2pm", "yesterday", "20 min ago", "yesterday at 8am", "after lunch", "no", "not", "skipped", "due",
      "tomorrow", "orally", "drops", "2 hours", "1 tsp", "(infant)", "as needed", "\"Baby Drops\"", "3", "and", ",",
    ],
    "vaccine": [
      "MMR", "hexavalent", "6-in-1", "dose 1", "2nd dose", "yesterday", "on Monday", "Nov 20", "at 10am", "in left leg",
      "site left leg", "appointment", "0.5ml", "with fever", "Eva", "at 6 months", "3 weeks ago", "not",
    ],
    "milestone": [
      "first steps", "first tooth", "sat up", "smiled at dad", "movement", "category language", "yesterday",
      "last Monday", "for 10 seconds", "with help", "at 3pm", "2 teeth", "no", "Nov 20",
    ],
    "food": [
      "banana", "oats", ", peas", "and egg", "2 tbsp", "half a", "1/2", "20g", "loved", "liking liked", "refused",
      "reaction mild rash", "for breakfast", "with yogurt", "at noon", "yesterday", "allergens egg", "no",
    ],
    "weight": [
      "7 kg", "7.25kg", "7 lb 4 oz", "7 lb 4", "3 kg 200", "3450", "yesterday", "on Nov 20", "at 9am", "gain", "+",
      "with clothes", "Eva", "naked", "a", "about",
    ],
    "temperature": [
      "38.2", "101", "38.5 c", "under arm", "ear", "382", "at 3am", "yesterday", "10 min ago", "after a bath", "normal",
    ],
  ]

  private static func sentences(_ count: Int) -> [String] {
    var random = Lehmer()
    let kinds = parts.keys.sorted()
    return (0..<count).map { _ in
      let kind = kinds.randomElement(using: &random) ?? ""
      let said = (0...Int.random(in: 0...4, using: &random)).compactMap { _ in
        parts[kind]?.randomElement(using: &random)
      }
      return "\(kind) \(said.joined(separator: " "))"
    }
  }

  /// Those of many sentences that are understood.
  private static let understood: [(sentence: String, phrase: Phrase, kind: KindDeclaration, said: FieldInputs)] =
    sentences(6_000).compactMap { sentence in
      guard case .understood(let phrase) = PhraseReading(sentence, in: context),
        case .declared(let kind, let said) = phrase.action
      else { return nil }
      return (sentence, phrase, kind, said)
    }

  /// Words that may be in a sentence and nowhere in what is made of it, since they say nothing or name a field.
  private static let silent = TokenReader.silent.union(TokenReader.silentVerbs).union([
    "liking", "reaction", "allergens", "site", "category", "dose", "every", "at", "most", "max", "with", "for", "on",
    "under", "arm", "baby", "me", "us", "of", "and", "about", "quarter", "half", "times", "day", "drops", "tablet",
    "medicine", "vaccine", "milestone", "food", "weight", "temperature", "temp", "daily",
  ])

  @Test("Every word of an understood phrase is in a field, the note, the time or the child, or has no meaning")
  func everyWord() {
    #expect(Self.understood.count > 600)
    for (sentence, phrase, kind, said) in Self.understood {
      var kept = [phrase.note, phrase.time.at, phrase.time.day, phrase.child].compactMap(\.self)
      for field in said.fields {
        switch field.value {
        case .word(let word): kept.append(word)
        case .number, .nothing: break
        }
      }
      let numbers = said.fields.contains { if case .number = $0.value { true } else { false } }
      let keptWords = Set(kept.flatMap { TokenReader($0).tokens.map(\.word) })
      let units = kind.fields.flatMap { field -> [String] in
        if case .quantity(let quantity) = field.type { quantity.units.flatMap { $0.names.flatMap(\.self) } } else { [] }
      }
      for token in TokenReader(sentence).tokens {
        guard case .word(let word) = token.kind, !keptWords.contains(word), !Self.silent.contains(word) else {
          continue
        }
        // A unit, a length and which dose it was are numbers by now.
        let isOfNumber = numbers && (units.contains(word) || ["h", "nd", "oz", "a"].contains(word))
        if !isOfNumber { Issue.record("\(sentence): \(word) is lost in \(PhraseTable.words(.understood(phrase)))") }
      }
    }
  }

  @Test("No name contains a word of a day, a time, an interval, an amount, or a denial")
  func names() {
    let never: Set<String> = [
      "yesterday", "monday", "nov", "ago", "every", "daily", "twice", "times", "with", "for", "no", "not", "skipped",
      "due",
      "tomorrow", "appointment", "ml", "mg", "tbsp",
    ]
    for (sentence, _, kind, said) in Self.understood {
      guard let field = kind.fields.first, case .text = field.type, field.isRequired else { continue }
      for case .word(let name) in said.fields.filter({ $0.name == field.name }).map(\.value) {
        let words = TokenReader(name).tokens.map(\.word).filter(never.contains)
        #expect(words.isEmpty, "\(sentence): \(name)")
      }
    }
  }

  @Test("The choices of a question are understood, or ask a further question")
  func choices() {
    func isSound(_ phrase: String, depth: Int) -> Bool {
      switch reading(phrase) {
      case .understood: true
      case .unclear(let choices): depth > 0 && !choices.isEmpty && choices.allSatisfy { isSound($0, depth: depth - 1) }
      case .refused: false
      }
    }
    var asked = 0
    for sentence in Self.sentences(3_000) + Self.table.rows.map(\.phrase) {
      guard case .unclear(let choices) = reading(sentence) else { continue }
      asked += 1
      for choice in choices where !isSound(choice, depth: 4) { Issue.record("\(sentence): \(choice)") }
    }
    #expect(asked > 200)
  }

  @Test(
    "A phrase with its kind's name first has the same meaning as without it",
    arguments: [
      "tylenol 5ml at 2pm", "vitamin D 400 IU", "ibuprofen 5 ml every 8 hours", "first tooth today", "ate banana",
    ])
  func implied(phrase: String) {
    guard case .understood(let understood) = reading(phrase), case .declared(let kind, _) = understood.action else {
      Issue.record("\(phrase) is not understood")
      return
    }
    #expect(reading("\(kind.word) \(phrase)") == .understood(understood))
  }
}
