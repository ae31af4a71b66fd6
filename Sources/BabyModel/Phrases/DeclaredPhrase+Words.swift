// Words in a phrase about a declared kind other than numbers and times: choices, remarks, and the name.
extension DeclaredPhrase {
  mutating func readWord() throws(PhraseRefusal) {
    let start = reader.position
    let isWithinText = textField.map { texts[$0]?.last?.upperBound == start } ?? false && !remarkGoesOn
    if try readChoice(isWithinText) { return }
    if namedText == nil {
      if try readOf() { return }
      try refuseWord()
      if takeRemark() { return }
    }
    if !isWithinText, !remarkGoesOn, let name = reader.name(among: names) { return try note(child: name) }
    if remarkGoesOn {
      if let word = reader.word(), Self.neverInRemarks.contains(word) { throw notOfName(word) }
      reader.position += 1
      return lengthenRemark(to: reader.position)
    }
    guard let field = textField else {
      // `weight 8kg length 60cm`, `fever 102 gave tylenol`
      guard !namesOther else { throw .severalThings }
      if kind == .temperature, reader.take(any: [["degrees"], ["degree"]]) { return }
      if kind == .length, !measured.isEmpty, reader.take(any: [["long"], ["tall"]]) { return }
      guard reader.takeFiller() else { throw .unknown(reader.text(of: start..<start + 1)) }
      return
    }
    if readFirstTime() { return }
    if isWithinText, isOtherMatter, let name = texts[field]?.last { return try askForName(name, start) }
    if !isWithinText, reader.takeSilent(withVerbs: kind != .milestone) { return }
    if namedText == nil, try !isOfName(isWithinText) { return }
    reader.position += 1
    if isWithinText, let last = texts[field]?.popLast() {
      texts[field]?.append(last.lowerBound..<reader.position)
    } else if namedText == nil, let first = texts[field]?.last {
      try askForName(first, start)
    } else {
      texts[field, default: []].append(start..<reader.position)
    }
  }

  /// Takes `first time`, `for the first time` and `again`, which are part of no name but that of a milestone.
  private mutating func readFirstTime() -> Bool {
    guard kind == .food || kind == .medicine || kind == .vaccine, namedText == nil else { return false }
    let start = reader.position
    if texts[nameField ?? ""] != nil, reader.take(any: [["again"], ["given"]]) { return true }
    let isFirst =
      reader.take(any: [["first", "time"], ["the", "first", "time"]])
      || reader.attempt { $0.number(digits: 1...1) == 1 && $0.take("st") && $0.take("time") ? true : nil } != nil
    guard isFirst else { return false }
    remarks.append(start..<reader.position)
    remarkGoesOn = false
    return true
  }

  /// `vaccine MMR fever`, `food apple spit out`: what comes next is more likely what happened then than part of a name.
  private var isOtherMatter: Bool {
    guard kind == .food || kind == .vaccine, namedText == nil else { return false }
    switch PhraseWord.reading(reader)?.0 {
    case .notKept(_, .health), .begins(.temperature): return true
    default: return ["then", "side"].contains(reader.word() ?? "")
    }
  }

  /// Whether the next words name another kind of entry.
  private var namesOther: Bool {
    switch PhraseWord.reading(reader)?.0 {
    case .begins(let other): other != kind
    case .some(let word) where word.isThing: true
    default: reader.word().flatMap { DeclaredKinds.kind(called: $0) }.map { $0 != kind } ?? false
    }
  }

  private mutating func note(child name: String) throws(PhraseRefusal) {
    guard child == nil || child == name else { throw .severalChildren }
    child = name
  }

  /// Takes a word that a field can be: `loved`, `under the arm`.
  private mutating func readChoice(_ isWithinText: Bool) throws(PhraseRefusal) -> Bool {
    let start = reader.position
    for field in kind.fields {
      guard case .choice = field.type, let word = takeChoice(of: field) else { continue }
      // Within a text it is one of its words, unless nothing of the text follows.
      // `clapped hands`
      let isOfName = kind == .milestone && ["hands", "own"].contains(word)
      guard !isWithinText || isSaidLast && !isOfName else {
        reader.position = start
        return false
      }
      try say(field, .word(word))
      if kind == .food { _ = reader.take(any: Self.emphasis) }
      remarkGoesOn = false
      return true
    }
    return false
  }

  /// `loved it`
  private static let emphasis = [["it"], ["a", "lot"], ["very", "much"], ["so", "much"]]

  /// Takes a word of a choice, or another that means the same.
  mutating func takeChoice(of field: FieldDeclaration) -> String? {
    guard case .choice(let words) = field.type else { return nil }
    return words.first { word in reader.take(any: (Self.sameWords[word] ?? []) + [[word]]) }
  }

  /// Synonyms for the words of choices.
  private static let sameWords: [String: [[String]]] = [
    "armpit": TokenReader.names([
      "under arm", "under the arm", "under her arm", "under his arm", "underarm", "axillary", "axilla",
    ]),
    "rectal": TokenReader.names(["rectally", "in the bottom", "bottom"]), "forehead": [["temporal"]],
    "ear": [["tympanic"]], "lying": TokenReader.names(["lying down", "laying", "laying down"]),
    "standing": TokenReader.names(["standing up"]), "disliked": [["hated"]],
  ]

  /// Whether no more text follows: the end, a number, a time, or the name of a field.
  private var isSaidLast: Bool {
    var rest = reader
    while rest.takeSeparator() || rest.take(sign: "-") || rest.take(any: TokenReader.leadingOn)
      || rest.take(any: Self.emphasis)
    {}
    guard let next = rest.next else { return true }
    if next.isNumber { return true }
    return rest.attempt { $0.point() } != nil || rest.attempt { $0.day() } != nil
      || fields.contains { rest.take(any: $0.names) }
  }

  /// Takes `for Eva`, `to Eva`: whom it is about; and `for her`, which says nothing.
  private mutating func readOf() throws(PhraseRefusal) -> Bool {
    guard let word = reader.word(), word == "for" || word == "to" && kind == .medicine else { return false }
    let start = reader.position
    reader.position += 1
    if let name = reader.name(among: names) {
      try note(child: name)
      remarkGoesOn = false
      return true
    }
    if reader.take(any: ["her", "him", "them", "me", "us", "baby"].map { [$0] }), reader.word() == nil || !startsOfName
    {
      remarkGoesOn = false
      return true
    }
    reader.position = start
    return false
  }

  // MARK: Words that are part of no name

  /// Refuses words for an event that did not happen, or not yet, and changes in place of a value.
  private func refuseWord() throws(PhraseRefusal) {
    let mayBeName = textField != nil && !isImplied
    let example = mayBeName ? ". A name with that word goes in quotation marks, such as \(quotedExample)" : ""
    guard let word = reader.word() else {
      if isMeasuredKind, let next = reader.next,
        [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(where: { next.kind == .sign($0) })
      {
        throw Self.onlyValues(kind)
      }
      return
    }
    if Self.nothingWords.contains(word) || word.hasSuffix("n't") {
      throw .contradiction("\"\(word)\" says that it did not happen, so nothing is logged\(example).")
    }
    if word == "in" {
      var rest = reader
      rest.position += 1
      if rest.duration() != nil { throw .later(reader.text(of: reader.position..<rest.position)) }
    }
    let saysLater = Self.laterWords.contains(word) || kind != .milestone && ["next", "later"].contains(word)
    if saysLater, word != "due" || reader.word(1) != "to" {
      throw .contradiction(
        "\"\(word)\" says that it is still to come, and only what has happened is logged: bbctl remind add sets a "
          + "reminder\(example).")
    }
    if isMeasuredKind, textField == nil, Self.changeWords.contains(word) { throw Self.onlyValues(kind) }
  }

  private static func onlyValues(_ kind: KindDeclaration) -> PhraseRefusal {
    .contradiction("Say what was measured, not a change: such as \(kind.example ?? kind.word).")
  }

  private var quotedExample: String {
    let start = texts[nameField ?? ""]?.first?.lowerBound ?? reader.position
    let words = reader.text(of: start..<min(reader.position + 2, reader.tokens.count))
    return "\(kind.word) \(words.inPlainQuotes)"
  }

  static let nothingWords: Set<String> = [
    "no", "not", "never", "none", "nothing", "skip", "skipped", "skipping", "missed", "forgot", "forgotten", "refused",
    "declined", "cancelled", "canceled", "postponed", "cannot", "didnt", "dont", "wont", "wouldnt", "couldnt", "hasnt",
  ]
  static let laterWords: Set<String> = [
    "due", "tomorrow", "appointment", "appointments", "appt", "scheduled", "need", "needs", "upcoming",
  ]
  private static let changeWords: Set<String> = [
    "gain", "gained", "gaining", "gains", "lost", "lose", "loss", "up", "down", "grew", "more", "less", "plus", "minus",
  ]

  /// Whether the next token can be one of the name. Signs between words are passed over.
  ///
  /// - Parameter isWithinText: whether a word of the name precedes it.
  private mutating func isOfName(_ isWithinText: Bool) throws(PhraseRefusal) -> Bool {
    guard let next = reader.next else { return false }
    switch next.kind {
    case .number: return true
    case .word(let word):
      if kind == .food, Self.allergyWords.contains(word) {
        askForAllergen()
        return false
      }
      if kind == .food, Self.meals.contains(word), word != "snack", isMeal(isWithinText) {
        remarks.append(reader.position..<reader.position + 1)
        reader.position += 1
        _ = reader.take(sign: ":")
        return false
      }
      let words = kind == .milestone ? Self.neverInNames : Self.neverInNames.union(Self.oftenWords)
      guard !words.contains(word) else { throw notOfName(word) }
      return true
    case .sign(let sign):
      switch UnicodeScalar(sign) {
      case "\"" where isWithinText: return true
      case "(", ")", "\"":
        reader.position += 1
        return false
      case ",", ".", ":", ";", "!", "'", "&", "+": return true
      case "-" where !isWithinText || reader.peek(1)?.isSpaced != false:
        reader.position += 1
        return false
      case "-", "/": return true
      default: throw .unknown(reader.text(of: reader.position..<reader.position + 1))
      }
    }
  }

  /// `lunch: pasta`, `banana lunch`: which meal it was, and not a word of `lunch meat`.
  private func isMeal(_ isWithinText: Bool) -> Bool {
    if reader.peek(1)?.kind == .sign(UInt8(ascii: ":")) { return !isWithinText }
    var rest = reader
    rest.position += 1
    guard !isWithinText else { return rest.isAtEnd || rest.attempt { $0.point() } != nil }
    return ["breakfast", "dinner"].contains(reader.word() ?? "") && rest.word() != nil
      && rest.attempt { $0.point() } == nil
  }

  private func notOfName(_ word: String) -> PhraseRefusal {
    guard ["at", "from", "since", "until", "till", "between"].contains(word) else { return .unknown(word) }
    return .notATime(reader.text(of: reader.position..<min(reader.position + 3, reader.tokens.count)))
  }

  private static let neverInNames: Set<String> = ["ago", "am", "pm", "o'clock", "oclock", "or"]
  private static let neverInRemarks = neverInNames.union(["at", "since", "until", "till"])
  /// Words of times and of how often that a milestone's name can have, and no other.
  static let oftenWords: Set<String> = [
    "at", "from", "until", "till", "since", "between", "every", "each", "per", "daily", "nightly", "hourly", "weekly",
    "times", "twice", "thrice", "max", "maximum", "most", "dose", "doses",
  ]
  private static let allergyWords: Set<String> = ["allergic", "allergy", "allergies"]
  private static let meals: Set<String> = ["breakfast", "lunch", "dinner", "supper", "snack", "brunch"]

  /// `food allergic to peanut`: an allergen of a food, or a note.
  private mutating func askForAllergen() {
    let words = reader.text(of: reader.position..<reader.tokens.count)
    var rest = reader
    rest.position += 1
    _ = rest.take("to")
    let what = rest.text(of: rest.position..<rest.tokens.count)
    choices = what.isEmpty ? [] : ["food \(what) allergens \(what)"]
    choices.append("note \(words)")
  }
}
