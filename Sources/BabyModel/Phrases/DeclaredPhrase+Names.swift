// Names and other texts of a phrase about a declared kind.
extension DeclaredPhrase {
  /// The field for words that no other takes: the last named one, otherwise the required one.
  var textField: String? { namedText ?? nameField }

  var nameField: String? { kind.requiredText?.name }

  // MARK: Texts

  /// A text's words without those that only lead to it or on from it.
  func text(_ range: Range<Int>) -> String { reader.text(of: range.lowerBound..<endOfText(range)) }

  private func endOfText(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound + 1 {
      var last = reader
      last.position = end - 1
      guard last.takeSeparator() || last.take(sign: "-") || last.take(any: TokenReader.leadingOn), last.position == end
      else { break }
      end -= 1
    }
    return end
  }

  /// Words in quotation marks, as a name that is taken as it stands.
  func quoted(_ range: Range<Int>) -> String { text(range).inPlainQuotes }

  /// Takes a text in quotation marks as it is; a time stays one. After a name the marks have no meaning.
  mutating func readQuoted() -> Bool {
    guard reader.next?.kind == .quote, let field = textField, namedText != nil || texts[field] == nil else {
      return false
    }
    let start = reader.position + 1
    guard let end = reader.tokens[start...].firstIndex(where: { $0.kind == .quote }), end > start else { return false }
    reader.position = start
    let isTime = at == nil && reader.attempt { $0.point() } != nil && reader.position == end
    if isTime {
      at = start..<end
    } else {
      texts[field, default: []].append(start..<end)
      if namedText == nil { isQuoted = true }
    }
    namedText = nil
    reader.position = end + 1
    return true
  }

  // MARK: Names

  /// Decides on the name once everything is read: a medicine of the log, one to ask about, or the text as it was typed.
  mutating func settleName() throws(PhraseRefusal) {
    guard let field = nameField, !isQuoted else { return }
    guard let name = texts[field]?.first else {
      guard remarks.isEmpty else {
        throw .contradiction("Say the name before the rest, such as \(kind.example ?? kind.word).")
      }
      return
    }
    let all = name.lowerBound..<endOfText(name)
    let known = context.medicines.map(KnownName.init)
    if isImplied {
      do throws(PhraseRefusal) { try refuseOtherNames(all, known) } catch {
        // `first word dada`
        guard kind == .milestone else { throw error }
        choices = [reader.text(of: 0..<reader.tokens.count)]
        return
      }
    }
    if kind == .vaccine { askForDose(name) }
    try refuseNoName(all)
    guard kind == .medicine else { return }
    try refuseSeveral(all, known)
    askForUnit(all)
    guard choices.isEmpty else { return }
    let said = KnownName(reader.text(of: all))
    if let same = known.first(where: said.isSame) {
      knownName = same.name
      return
    }
    let near = known.filter(said.isNear).prefix(Self.mostNear)
    guard !near.isEmpty else { return }
    choices = near.map { replacing(name, with: Self.spelled($0.name)) } + [replacing(name, with: quoted(all))]
  }

  /// `vaccine mmr 2`: which dose, or a number of the name, as in `pcv 13`.
  private mutating func askForDose(_ name: Range<Int>) {
    let last = endOfText(name) - 1
    guard last > name.lowerBound, case .number(let number) = reader.tokens[last].kind, (1...6).contains(number),
      reader.tokens[last].isSpaced, !isSaid("doseNumber")
    else { return }
    choices = [
      replacing(last..<last + 1, with: "dose \(number)"),
      replacing(name, with: quoted(name)),
    ]
  }

  /// `vaccine record`, `medicine time`: words about a kind that name none of it.
  private func refuseNoName(_ name: Range<Int>) throws(PhraseRefusal) {
    guard kind != .milestone, kind != .food, Self.noNames.contains(reader.text(of: name).lowercased()) else { return }
    throw .unknown(reader.text(of: name))
  }

  private static let noNames: Set<String> = [
    "time", "done", "record", "records", "card", "cabinet", "schedule", "list", "refill", "check", "bottle", "over",
    "finished", "started", "stopped", "up to date", "shot", "shots", "jab", "jabs",
  ]

  /// Words apart from the name: a remark, or the rest of the name.
  mutating func askForName(_ name: Range<Int>, _ start: Int) throws(PhraseRefusal) {
    reader.position = start
    while startsOfName { reader.position += 1 }
    let more = start..<max(reader.position, start + 1)
    if kind == .medicine, saysMedicine(more, context.medicines.map(KnownName.init)) { throw severalMedicines(name) }
    let together = kind == .food ? "\(text(name)), \(text(more))" : "\(text(name)) \(text(more))"
    let both = kind == .food ? together : together.inPlainQuotes
    let names = isQuoted ? [] : [reader.text(replacing: (name, both), (more, ""))]
    let noted = "\(replacing(more, with: "")) note \(text(more))"
    choices = kind == .food ? names + [noted] : [noted] + names
  }

  /// Whether the next word belongs to a name, judging by it and what follows.
  var startsOfName: Bool {
    if isNameLikeADay { return true }
    var rest = reader
    guard rest.attempt({ $0.point() }) == nil, rest.attempt({ $0.day() }) == nil,
      !fields.contains(where: { rest.take(any: $0.names) })
    else { return false }
    guard let word = reader.word() else {
      return kind != .medicine && reader.next?.isNumber == true
    }
    return !Self.nothingWords.contains(word) && !Self.laterWords.contains(word) && !leads.contains(word)
      && (kind == .milestone || !Self.oftenWords.contains(word))
  }

  /// The number of known names that are suggested for an unknown one.
  private static let mostNear = 3

  /// A known name as written in a phrase.
  private static func spelled(_ name: String) -> String {
    let isPlain = TokenReader(name).tokens.count == 1 && name.utf8.allSatisfy { $0 < 0x80 }
    return isPlain ? name : name.inPlainQuotes
  }

  /// Two medicines are two entries: each has its own next dose.
  private func refuseSeveral(_ name: Range<Int>, _ known: [KnownName]) throws(PhraseRefusal) {
    let isSeveral = reader.tokens[name].contains { token in
      switch token.kind {
      case .word(let word): ["and", "plus"].contains(word)
      case .sign(let sign): [UInt8(ascii: ","), UInt8(ascii: "+"), UInt8(ascii: "&")].contains(sign)
      case .number: false
      }
    }
    guard isSeveral || remarks.contains(where: { saysMedicine($0, known) }) else { return }
    throw severalMedicines(name)
  }

  /// Whether a medicine is named among some words.
  private func saysMedicine(_ words: Range<Int>, _ known: [KnownName]) -> Bool {
    words.contains { place in
      var rest = reader
      rest.position = place
      return PhraseKind.medicineLength(rest, known) != nil
    }
  }

  private func severalMedicines(_ name: Range<Int>) -> PhraseRefusal {
    .contradiction(
      "That is more than one medicine: log each by itself, or put one name in quotation marks, such as "
        + "medicine \(quoted(name)).")
  }

  /// `vitamin d drop`: one drop, or what it is called.
  private mutating func askForUnit(_ name: Range<Int>) {
    guard measured.isEmpty, name.count > 1, case .quantity(let quantity)? = kind.fields.dropFirst().first?.type else {
      return
    }
    var last = reader
    last.position = name.upperBound - 1
    guard last.unit(of: quantity) != nil, last.position == name.upperBound else { return }
    let unit = name.upperBound - 1..<name.upperBound
    choices = [replacing(unit, with: "1 \(reader.text(of: unit))"), replacing(name, with: quoted(name))]
  }

  /// If only the name implies the kind, the phrase may contain nothing else: `tylenol ran out` is not a dose.
  private func refuseOtherNames(_ name: Range<Int>, _ known: [KnownName]) throws(PhraseRefusal) {
    var rest = reader
    rest.position = name.lowerBound
    while rest.position < name.upperBound {
      if let length = PhraseKind.nameLength(rest, of: kind, known) {
        rest.position += length
      } else if rest.takeSeparator() || rest.take(any: TokenReader.leadingOn) {
        continue
      } else {
        throw .unknown(rest.text(of: rest.position..<rest.position + 1))
      }
    }
  }
}

extension String {
  /// In quotation marks, after removing those inside.
  var inPlainQuotes: String { "\"\(filter { $0 != "\"" })\"" }
}

extension Token.Kind {
  static let quote = Token.Kind.sign(UInt8(ascii: "\""))
}

extension TokenReader {
  /// Takes a word that says nothing, or a sign between words.
  mutating func takeFiller() -> Bool {
    if takeSeparator() || take(any: [["in"], ["under"], ["by"]]) { return true }
    guard let (word, length) = PhraseWord.reading(self), word.isFiller else { return false }
    position += length
    return true
  }

  /// Takes words without a meaning where no text continues.
  ///
  /// - Parameter withVerbs: `gave tylenol`; in a milestone, verbs are part of the text.
  mutating func takeSilent(withVerbs: Bool) -> Bool {
    if takeSeparator() || withVerbs && take(any: [["dose", "of"], ["doses", "of"]]) { return true }
    guard let word = word(), Self.silent.contains(word) || withVerbs && Self.silentVerbs.contains(word) else {
      return false
    }
    position += 1
    return true
  }

  /// Words to ignore where no text continues.
  static let silent: Set<String> = [
    "a", "an", "the", "of", "some", "and", "on", "in", "to", "her", "his", "she", "he", "they", "it", "was", "is",
    "him",
    "them", "my", "our", "then", "also", "once", "just", "log", "logged", "against",
  ]
  static let silentVerbs: Set<String> = [
    "had", "has", "have", "gave", "given", "give", "took", "got", "ate", "eats", "tried", "eaten", "eating",
  ]
  /// Words at the end of a text that lead to what follows it. `Vitamin A` ends with none.
  static let leadingOn = ["of", "for", "with", "and", "on", "in", "at", "to"].map { [$0] }

  mutating func takeSeparator() -> Bool {
    guard let next, case .sign(let sign) = next.kind,
      [",", ".", ";", ":", "!", "\"", "(", ")"].contains(UnicodeScalar(sign))
    else { return false }
    position += 1
    return true
  }
}
