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

  /// A sentence about what is logged in a phrase that begins with the name of its kind, with that name before it:
  /// `vaccine flu shot yesterday`. Nil if it names anything else.
  private static func named(_ text: String, _ refusal: PhraseRefusal, in context: PhraseContext) -> String? {
    var rest = TokenReader(text)
    let kind: KindDeclaration
    switch refusal {
    case .begins(let named): kind = named
    // `ate sweet potato`
    case .unknown(let word) where !noFoods.contains(word.lowercased()):
      guard rest.beginsWithEating(context.children.map(NameMatcher.init)) else { return nil }
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

  /// The sentence with an unknown word, probably a typing error, replaced: `bottel 4oz`.
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
    if let refusal = NonEntrySentence.refusal(of: said, names: context.children.map(NameMatcher.init)) {
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
    return note.trimmed
  }
}

extension TokenReader {
  /// `ate peas`, `Eva tried peas`
  fileprivate func beginsWithEating(_ names: [NameMatcher]) -> Bool {
    var rest = self
    while true {
      if rest.name(among: names) != nil { continue }
      guard case (.filler(.person), let length)? = PhraseWord.reading(rest) else { break }
      rest.position += length
    }
    return ["ate", "eats", "eaten", "eating", "tried", "tasted"].contains(rest.word() ?? "")
  }
}

extension PhraseReading {
  /// The sentence with the unknown words as its note, if the rest is complete by itself: `nap 45 min note at daycare`.
  /// Nil for any other, and for words that may change the meaning of the rest.
  ///
  /// The caller asks about it: only the parent knows whether such words are a remark.
  public static func noting(_ text: String, in context: PhraseContext) -> String? {
    guard case .refused(let refusal) = PhraseReading(text, in: context), refusal.isOfUnknownWord,
      let (said, note) = parts(of: text)
    else { return nil }
    var reader = PhraseReader(said, in: context, leadsToNote: true)
    reader.leavesWords = true
    guard (try? reader.read()) != nil, let (rest, words) = reader.withoutLeftOver else { return nil }
    let sentence = "\(rest) note \(Words.line([words] + (note.map { [$0] } ?? [])))"
    guard case .understood(let phrase) = PhraseReading(sentence, in: context), phrase.saysEnough(said) else {
      return nil
    }
    return sentence
  }
}

extension PhraseRefusal {
  /// Whether it is about a word that no rule takes, or about what only a note can keep: not about what did not happen.
  var isOfUnknownWord: Bool {
    switch self {
    case .unknown, .begins(.food), .begins(.medicine): true
    case .notKept: self != PhraseRules.notThere
    default: false
    }
  }
}

extension PhraseReader {
  /// The sentence without the words that no rule takes, and those words, which are adjacent.
  fileprivate var withoutLeftOver: (rest: String, words: String)? {
    guard var first = leftOver.first, var last = leftOver.last else { return nil }
    let range = first...last
    // Only ignored words are between them.
    let isTogether = range.allSatisfy { place in
      if leftOver.contains(place) { return true }
      guard case .word = reader.tokens[place].kind else { return !reader.tokens[place].isNumber }
      return PhraseWord.meaning(of: reader, at: place)?.isFiller == true
    }
    guard isTogether else { return nil }
    while first > 0, reader.leadsOn(first - 1) { first -= 1 }
    // `spit up a little`
    while reader.isOfManner(last + 1) || reader.isLeading(last + 1) && reader.isOfManner(last + 2) { last += 1 }
    let words = first..<last + 1
    guard !reader.mayChangeTheRest(words), reader.tokens[first].word == "with" || !leftOver.contains(where: isLogged)
    else { return nil }
    // A comma before them goes with them.
    let start = first > 0 && reader.tokens[first - 1].kind == .sign(UInt8(ascii: ",")) ? first - 1 : first
    return (reader.text(replacing: (start..<words.upperBound, "")), reader.text(of: words))
  }

  /// `with rice cereal` is a remark, and `, rice cereal` another entry.
  private func isLogged(_ place: Int) -> Bool {
    if case .begins? = PhraseWord.meaning(of: reader, at: place) { true } else { false }
  }

  /// More words are a separate sentence.
  static let mostLeftOver = 8
}

extension TokenReader {
  /// A word that leads to what follows: `on the`; `her` only behind another, as in `with her`, and not in `gave her`.
  fileprivate func leadsOn(_ place: Int) -> Bool {
    isLeading(place) || tokens[place].word == "her" && place > 0 && isLeading(place - 1)
  }

  fileprivate func isLeading(_ place: Int) -> Bool { PhraseWord.meaning(of: self, at: place) == .filler(.leading) }

  fileprivate func isOfManner(_ place: Int) -> Bool { PhraseWord.meaning(of: self, at: place) == .remark(.manner) }

  /// Whether the words may change the meaning of the rest: another time, a doubt, or a loss.
  fileprivate func mayChangeTheRest(_ words: Range<Int>) -> Bool {
    // `1 cup`: it may be a unit.
    let isBehindNumber = words.lowerBound > 0 && tokens[words.lowerBound - 1].isNumber
    let isBeforeNumber = words.upperBound < tokens.count && tokens[words.upperBound].isNumber
    return isBehindNumber || isBeforeNumber && Self.ofTimes.contains(tokens[words.upperBound - 1].word)
      || tokens[words].contains { $0.isNumber || Self.changing.contains($0.word) }
  }

  private static let ofTimes: Set<String> = [
    "before", "after", "during", "from", "at", "by", "in", "past", "since", "till",
  ]
  private static let changing: Set<String> = [
    // Other times and amounts.
    "evening", "night", "nights", "overnight", "noon", "ago", "until", "every", "each", "per", "than", "under", "minus",
    "plus", "less", "more", "least", "times", "x", "half", "quarter", "or", "out", "next", "last", "to", "since",
    "both", "all", "most", "extra", "rest", "weekly", "daily", "hourly", "point", "maximum", "max", "dozen", "several",
    "few", "couple", "still", "already",
    // Doubts and plans.
    "if", "maybe", "perhaps", "probably", "possibly", "might", "may", "should", "would", "could", "want", "wants",
    "wanted", "try", "tries", "trying", "tried", "plan", "planned", "plans", "hopefully", "supposed", "ready", "hungry",
    "asking", "think", "guess", "unless", "instead", "almost", "attempt", "attempted", "expected", "usual", "usually",
    // It was not given, or not to the baby.
    "failed", "fail", "spilled", "spilt", "spill", "dumped", "dump", "wasted", "waste", "thrown", "threw", "away",
    "washed", "wash", "sterilised", "sterilized", "made", "make", "making", "prepared", "prepped", "bought", "buy",
    "order", "ordered", "lost", "broke", "broken", "ran", "empty", "dropped", "fighting", "fought", "unable", "neither",
    "nor", "hardly", "barely", "scarcely", "lied", "fake", "false", "test", "wrong", "mistake", "changed", "dog", "cat",
  ]
}

extension Phrase {
  /// Whether it is so clear that more words can only be a remark.
  fileprivate func saysEnough(_ said: TokenReader) -> Bool {
    let isLong = time.for != nil || time.from != nil && time.to != nil || left != nil || isSpan
    switch action {
    case .feeding(let method, _, _, let amount, _, _): return method != nil && (amount != nil || isLong)
    case .diaper(let type):
      return type != nil && (time.at != nil || said.tokens.contains { Self.ofDiapers.contains($0.word) })
    case .sleep, .start(.sleep), .startFeeding: return true
    case .tummyTime: return isLong
    case .declared(.activity, _): return isLong
    case .declared, .nursing, .start, .stop, .cancel, .note: return false
    }
  }

  private var isSpan: Bool {
    var reader = TokenReader(time.at ?? "")
    return reader.whole { $0.span() } != nil
  }

  private static let ofDiapers: Set<String> = [
    "diaper", "nappy", "poop", "pooped", "poo", "pooed", "pee", "peed", "poopy", "blowout", "bm",
  ]
}
