/// An entry that a note describes: `Weight 11.88 lbs`, `Eva's head size: 17.25 in`.
///
/// Its words are read like a phrase's, and nothing is guessed: a missing unit is assumed only if no other makes sense,
/// and an ambiguous note, or one with an unrelated word, is left alone.
public enum NoteReading: Hashable, Sendable {
  /// All of it is that entry; what no field has room for is the entry's note.
  case entry(EntryContent, note: String?)
  /// It seems to be about such a kind, but its meaning is not certain.
  case unsure
  /// It is about another subject.
  case other

  /// - Parameters:
  ///   - category: of the note.
  ///   - name: the child's, which may precede the rest.
  public init(_ text: String, category: NoteCategory, child name: String) {
    // As importers join the parts of a row.
    let place = text.unicodeScalars.firstIndex(of: "·") ?? text.endIndex
    let sentence = text[..<place]
    let rest = String(text[place...].drop { $0 == "·" }.trimmed)
    guard sentence.utf8.count <= Phrase.longestText else {
      self = category.hasKind ? .unsure : .other
      return
    }
    let reader = SentenceReader(sentence, category, child: name)
    guard let reading = reader.content else {
      self = category.hasKind || reader.beginsLikeAKind ? .unsure : .other
      return
    }
    // Importers join what a row says: a second measurement would be lost in the note of the first.
    let isMore =
      rest.utf8.count <= Phrase.longestText && SentenceReader(rest[...], category, child: name).measured != nil
    let notes = [reading.note ?? "", rest].filter { !$0.isEmpty }
    self = isMore ? .unsure : .entry(reading.content, note: notes.isEmpty ? nil : Words.line(notes))
  }
}

/// Reads a note up to the first separator.
private struct SentenceReader {
  struct Reading {
    var content: EntryContent
    var note: String?

    /// Of a medicine.
    var saysDose: Bool {
      content.values.contains { if case .quantity? = $0 { true } else { false } }
    }

    /// Whether what it says in words is the name of something.
    var hasNames: Bool {
      content.values.allSatisfy { if case .text(let text)? = $0 { text.isName } else { true } }
    }
  }

  let category: NoteCategory
  let text: String

  /// - Parameter sentence: of at most `Phrase.longestText` bytes.
  init(_ sentence: Substring, _ category: NoteCategory, child name: String) {
    self.category = category
    var reader = TokenReader(sentence)
    _ = reader.name(among: [NameMatcher(name)])
    text = reader.rest
  }

  var content: Reading? { measured ?? weighed ?? medicine ?? vaccine ?? food ?? milestone }

  var beginsLikeAKind: Bool {
    do throws(PhraseRefusal) {
      return try DeclaredPhrase(TokenReader(text), in: Self.context(DeclaredKinds.all)) != nil
    } catch { return true }
  }

  /// A kind of numbers and choices: no word of it is ambiguous.
  var measured: Reading? { said(text, Self.measuredKinds).flatMap { $0.note == nil ? $0 : nil } }

  /// `11.88 lbs`, in a note about growth: only a weight has such a unit.
  private var weighed: Reading? {
    guard category == .growth, TokenReader(text).tokens.contains(where: \.isWord) else { return nil }
    return said("weight " + text, [.weight]).flatMap { $0.note == nil ? $0 : nil }
  }

  private var medicine: Reading? {
    let named = said(text, [.medicine])
    guard let reading = named ?? (category == .medicine ? said("medicine " + text, [.medicine]) : nil),
      reading.hasNames
    else { return nil }
    let isSure = reading.saysDose || category == .medicine && (named != nil || isKnownMedicine)
    return isSure ? reading : nil
  }

  /// `Vitamin D`: words with only this meaning.
  private var isKnownMedicine: Bool {
    PhraseReading(text, in: Self.context([])) == .refused(.begins(.medicine))
  }

  private var vaccine: Reading? {
    guard category == .medicine || category == .health, let reading = said(text, [.vaccine]), reading.hasNames else {
      return nil
    }
    return reading
  }

  /// `Eva ate veggies: 5 tsp`: how much is not kept of food, but in the note.
  private var food: Reading? {
    guard category == .food else { return nil }
    var reader = TokenReader(text)
    _ = reader.take(any: Self.eating)
    _ = KindDeclaration.food.takeName(&reader)
    _ = reader.take(sign: ":")
    let start = reader.position
    while let next = reader.next, next.isWord || next.kind == .sign(UInt8(ascii: ",")) { reader.position += 1 }
    let foods = reader.text(of: start..<reader.position)
    _ = reader.take(sign: ":")
    let remark = reader.rest
    guard let reading = said("food " + foods, [.food]), reading.note == nil,
      KindDeclaration.foods(in: reading.content).allSatisfy(\.isName)
    else { return nil }
    return Reading(content: reading.content, note: remark.isEmpty ? nil : remark)
  }

  private static let eating = ["ate", "eats", "had", "tried"].map { [$0] }

  /// A milestone can be described in any words.
  private var milestone: Reading? {
    guard category == .milestone else { return nil }
    var reader = TokenReader(text)
    if KindDeclaration.milestone.takeName(&reader) { _ = reader.take(sign: ":") }
    let kind = KindDeclaration.milestone
    let said = FieldInputs([.init(kind.fields[0].name, .word(reader.rest))])
    guard let content = try? EntryContent(.declared(kind), fields: said), kind.errors(in: content.values).isEmpty else {
      return nil
    }
    return Reading(content: content)
  }

  /// The entry that a phrase is about, if it is of one of these kinds and says nothing of when.
  private func said(_ phrase: String, _ kinds: [KindDeclaration]) -> Reading? {
    guard case .understood(let phrase) = PhraseReading(phrase, in: Self.context(kinds)), phrase.time == TimeTexts(),
      case .declared(let kind, let said) = phrase.action, kinds.contains(kind),
      let content = try? EntryContent(.declared(kind), fields: said), kind.errors(in: content.values).isEmpty
    else { return nil }
    return Reading(content: content, note: phrase.note)
  }

  // The chosen units do not affect declared kinds.
  private static func context(_ kinds: [KindDeclaration]) -> PhraseContext {
    var context = PhraseContext(units: .milliliters, kinds: kinds)
    context.impliesKinds = false
    return context
  }

  /// Kinds with required values and no free text.
  private static let measuredKinds = DeclaredKinds.all.filter { kind in
    kind.fields.contains(where: \.isRequired) && kind.requiredText == nil
  }
}

extension NoteCategory {
  /// Whether its subject has its own kind.
  fileprivate var hasKind: Bool {
    switch self {
    case .general, .health: false
    case .medicine, .milestone, .growth, .food: true
    }
  }
}

extension String {
  /// Whether it reads as the name of something, and not as a sentence about it.
  fileprivate var isName: Bool {
    let tokens = TokenReader(self).tokens
    return (1...5).contains(tokens.count)
      && tokens.allSatisfy { token in
        switch token.kind {
        case .word(let word): !Self.wordsOfSentences.contains(word)
        case .number: true
        case .sign(let sign): ["-", "'", "(", ")", "&", "/", "+"].contains(UnicodeScalar(sign))
        }
      }
  }

  private static let wordsOfSentences: Set<String> = [
    "i", "we", "you", "she", "he", "it", "they", "this", "that", "was", "is", "are", "did", "does", "had", "has",
    "gave",
    "will", "would", "not", "no", "never", "didn't", "doesn't", "don't", "won't", "without", "skipped", "forgot",
    "missed",
    "refused", "instead", "maybe", "or", "if", "but", "before", "after", "then", "when", "because", "again", "more",
    "too",
    "very", "so", "only", "need", "needs", "ask", "buy", "today", "yesterday", "tomorrow",
  ]
}

extension Token {
  fileprivate var isWord: Bool { if case .word = kind { true } else { false } }
}

extension TokenReader {
  /// The rest of the text, as it was typed.
  fileprivate var rest: String { text(of: position..<tokens.count) }
}

extension Words {
  /// The label of the undo step.
  public static let convertedNotes = "Turned notes into entries"

  /// "Turned 17 notes into entries", "Turned 1 note into an entry"
  public static func converted(_ count: Int) -> String {
    "Turned \(self.count(count, .notes)) into \(count == 1 ? "an entry" : "entries")"
  }

  public static let noNotesToConvert = "No note can be converted"
}
