extension PhraseReading {
  /// The sentence with the words that no rule takes as its note, where the rest says by itself what is to be logged:
  /// `nap 45 min note at daycare`. Nil for any other, and for words that may change what the rest means.
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
      var rest = reader
      rest.position = place
      return PhraseWord.reading(rest)?.0.isFiller == true
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
    var rest = reader
    rest.position = place
    if case .begins? = PhraseWord.reading(rest)?.0 { return true }
    return false
  }

  /// More words are a sentence of their own.
  static let mostLeftOver = 8
}

extension TokenReader {
  /// A word that leads to what follows: `on the`; `her` only behind another, as in `with her`, and not in `gave her`.
  fileprivate func leadsOn(_ place: Int) -> Bool {
    isLeading(place) || tokens[place].word == "her" && place > 0 && isLeading(place - 1)
  }

  fileprivate func isLeading(_ place: Int) -> Bool { meaning(place) == .filler(.leading) }

  fileprivate func isOfManner(_ place: Int) -> Bool { meaning(place) == .remark(.manner) }

  private func meaning(_ place: Int) -> PhraseWord? {
    var rest = self
    rest.position = place
    return PhraseWord.reading(rest)?.0
  }

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
  /// Whether it says what was logged so clearly that more words can only be a remark.
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
