extension PhraseReading {
  /// Reads a phrase: `bottle 4oz`, `wet and dirty`, `slept 2pm-3pm`, `left 15m at 3`, `note first smile`.
  ///
  /// The text after the word `note` is kept as it is, as the entry's note or as a separate entry.
  public init(_ text: String, in context: PhraseContext) {
    self.init(text, in: context, questions: Self.mostQuestions)
  }

  /// The maximum number of questions about one sentence, asked one after the other.
  private static let mostQuestions = 3

  private init(_ text: String, in context: PhraseContext, questions: Int) {
    self = Self.reading(text, in: context)
    if case .refused(let refusal) = self, questions > 0, let named = Self.named(text, refusal, in: context) {
      let reading = PhraseReading(named, in: context, questions: questions - 1)
      if case .refused = reading { return }
      self = .unclear([named])
      return
    }
    guard case .unclear(let choices) = self else { return }
    // A sentence that needs more is refused, so that no choice leads to it.
    guard questions > 0 else {
      self = .refused(.severalThings)
      return
    }
    // Leave out choices that contradict the rest of the sentence, or that only lead to such choices.
    let readings = choices.map { ($0, PhraseReading($0, in: context, questions: questions - 1)) }
    let sound = readings.filter { if case .refused = $1 { false } else { true } }
    self = sound.isEmpty ? readings.first?.1 ?? self : .unclear(sound.map(\.0))
  }

  /// A sentence about what is logged in a phrase that begins with the name of its kind, with that name before it: `vaccine
  /// flu shot yesterday`. Nil where it names anything else.
  private static func named(_ text: String, _ refusal: PhraseRefusal, in context: PhraseContext) -> String? {
    var rest = TokenReader(text)
    let kind: KindDeclaration
    switch refusal {
    case .begins(let named): kind = named
    // `ate sweet potato`
    case .unknown(let word) where !noFoods.contains(word.lowercased()):
      guard rest.beginsWithEating(context.children.map(SaidName.init)) else { return nil }
      kind = .food
    default: return nil
    }
    guard context.impliesKinds, context.kinds.contains(kind) else { return nil }
    while let word = rest.next?.word, !noteWords.contains(word) {
      guard let (meaning, length) = PhraseWord.reading(rest) else {
        rest.position += 1
        continue
      }
      switch meaning {
      case .filler, .remark, .begins(kind): break
      case .fed where kind == .food: break
      default: return nil
      }
      rest.position += length
    }
    return "\(kind.word) \(text)"
  }

  /// How much was eaten, and not what.
  private static let noFoods: Set<String> = [
    "all", "everything", "nothing", "lots", "loads", "half", "most", "plenty", "enough", "more", "less", "too", "so",
    "at", "by", "in", "from", "through", "until", "every",
  ]

  /// The sentence with another word in the place of one that is not known, which is likely a slip of it: `bottel 4oz`.
  public static func correcting(_ word: String, in text: String) -> String? {
    guard let place = text.firstRange(of: word), let meant = PhraseWord.nearest(to: word) else { return nil }
    return text[..<place.lowerBound] + meant + text[place.upperBound...]
  }

  /// `milk took 60ml`: from a bottle, or out of the store.
  private static func milkTaken(_ said: TokenReader) -> [String]? {
    let words = ["given", "gave", "take", "takes", "taken", "took"]
    guard said.word() == "milk", let word = said.word(1), words.contains(word) else { return nil }
    let rest = said.text(of: 2..<said.tokens.count)
    return ["bottle", "milk give"].map { rest.isEmpty ? $0 : "\($0) \(rest)" }
  }

  /// The phrase, and the note after it. Nil if it is too long.
  static func parts(of text: String) -> (said: TokenReader, note: String?)? {
    guard text.utf8.count <= TextLimits.note.bytes + Phrase.longestText else { return nil }
    let whole = TokenReader(text)
    let noteWord = whole.tokens.firstIndex { noteWords.contains($0.word) }
    let said = TokenReader(
      String(
        decoding: whole.bytes[..<(noteWord.map { whole.tokens[$0].range.lowerBound } ?? whole.bytes.count)],
        as: UTF8.self
      ).withPlainSigns)
    guard said.bytes.count <= Phrase.longestText else { return nil }
    return (said, noteWord.map { Self.note(whole, after: $0) })
  }

  private static let noteWords: Set<String> = ["note", "notes"]

  private static func reading(_ text: String, in context: PhraseContext) -> PhraseReading {
    guard let (said, note) = parts(of: text) else { return .refused(.tooLong) }
    if let refusal = PhraseAside.refusal(of: said, names: context.children.map(SaidName.init)) {
      return .refused(refusal)
    }
    if let choices = milkTaken(said) {
      return PhraseReading.unclear(choices).withNote(note)
    }
    do throws(PhraseRefusal) {
      if var declared = try DeclaredPhrase(said, in: context) {
        return try declared.reading(note: note)
      }
      var reader = PhraseReader(said, in: context, leadsToNote: note != nil)
      try reader.read()
      let rules = PhraseRules(parts: reader.parts, text: said, context: context)
      return try rules.reading(note: note)
    } catch {
      return .refused(error)
    }
  }

  /// The text after the word, without connecting words.
  private static func note(_ text: TokenReader, after word: Int) -> String {
    var first = word + 1
    if first < text.tokens.count, text.tokens[first].kind == .sign(UInt8(ascii: ":")) { first += 1 }
    if first < text.tokens.count, text.tokens[first].word == "that" { first += 1 }
    guard first < text.tokens.count else { return "" }
    let note = String(decoding: text.bytes[text.tokens[first].range.lowerBound...], as: UTF8.self)
    for quote in ["'", "\""] where note.utf8.count > 2 && note.hasPrefix(quote) && note.hasSuffix(quote) {
      return String(note.dropFirst().dropLast().trimmed)
    }
    return String(note[...].trimmed)
  }
}

extension TokenReader {
  /// `ate peas`, `Eva tried peas`
  fileprivate func beginsWithEating(_ names: [SaidName]) -> Bool {
    var rest = self
    while true {
      if rest.name(among: names) != nil { continue }
      guard case (.filler(.person), let length)? = PhraseWord.reading(rest) else { break }
      rest.position += length
    }
    return ["ate", "eats", "eaten", "eating", "tried", "tasted"].contains(rest.word() ?? "")
  }
}
