/// A phrase that begins with the name of a kind that is declared and nothing more: `temperature 37.5 celsius ear at 3pm`.
///
/// Its declaration says what may follow: numbers with units and words of its fields, in any order, and a time.
struct DeclaredPhrase {
  private let kind: KindDeclaration
  private let names: [SaidName]
  private var reader: TokenReader
  private var child: String?
  private var said = SaidFields()
  private var at: Range<Int>?
  /// The phrase with each unit that a number can be in, where there are several.
  private var choices: [String] = []

  /// Nil for a phrase about anything else.
  init?(_ reader: TokenReader, in context: PhraseContext) {
    guard !context.kinds.isEmpty else { return nil }
    var reader = reader
    let names = context.children.map(SaidName.init)
    var child: String?
    while true {
      if let name = reader.name(among: names) { child = name } else if !reader.takeFiller() { break }
    }
    guard let kind = context.kinds.first(where: { reader.take(any: $0.names) }) else { return nil }
    (self.kind, self.names, self.reader, self.child) = (kind, names, reader, child)
  }

  mutating func reading(note: String?) throws(PhraseRefusal) -> PhraseReading {
    if let note, note.isEmpty { throw .contradiction("There is no note to log.") }
    while !reader.isAtEnd {
      if try readTime() { continue }
      if try readNumber() { continue }
      try readWord()
    }
    if !choices.isEmpty { return .unclear(note.map { note in choices.map { "\($0) note \(note)" } } ?? choices) }
    return .understood(
      Phrase(
        action: .declared(kind, said), time: TimeTexts(at: at.map(reader.pointText)), note: note, child: child))
  }

  private mutating func readTime() throws(PhraseRefusal) -> Bool {
    let start = reader.position
    let isTime =
      (kind.longest != nil && reader.attempt { $0.span() } != nil)
      || (!reader.isDottedNumber && reader.attempt { $0.point() } != nil)
    guard isTime else { return false }
    guard at == nil else { throw .contradiction("That is more than one time.") }
    at = start..<reader.position
    return true
  }

  /// Takes a number, with its unit if there is one.
  private mutating func readNumber() throws(PhraseRefusal) -> Bool {
    let start = reader.position
    guard let number = reader.decimalNumber()?.value else { return false }
    let end = reader.position
    let open = kind.fields.compactMap { field -> (name: String, quantity: QuantityDeclaration)? in
      if case .quantity(let quantity) = field.type, !isSaid(field.name) { (field.name, quantity) } else { nil }
    }
    guard let first = open.first else { throw .unknown(reader.text(of: start..<end)) }
    for (name, quantity) in open {
      guard let unit = quantity.units.indices.first(where: { reader.take(any: quantity.units[$0].names) }) else {
        continue
      }
      say(name, number, quantity.unitWords[unit], quantity)
      return true
    }
    let words = first.quantity.unitWords
    let sensible = words.indices.filter { first.quantity.makesSense(number, unit: $0) }
    if sensible.count > 1, choices.isEmpty {
      let (before, after) = (reader.text(of: 0..<end), reader.text(of: end..<reader.tokens.count))
      choices = sensible.map { unit in [before, words[unit], after].filter { !$0.isEmpty }.joined(separator: " ") }
    }
    // What makes no sense in any is refused with what would.
    say(first.name, number, words[sensible.first ?? 0], first.quantity)
    return true
  }

  private mutating func say(_ name: String, _ number: Double, _ unit: String, _ quantity: QuantityDeclaration) {
    said.fields += [.init(name, .number(number)), .init(quantity.unitName, .word(unit))]
  }

  private mutating func readWord() throws(PhraseRefusal) {
    for field in kind.fields {
      guard case .choice(let words) = field.type, let word = words.first(where: { reader.take(any: [[$0]]) }) else {
        continue
      }
      guard !isSaid(field.name) else { throw .contradiction("That says \(field.name) twice.") }
      said.fields.append(.init(field.name, .word(word)))
      return
    }
    if let name = reader.name(among: names) {
      guard child == nil || child == name else {
        throw .contradiction("That is about more than one child: say it of one at a time.")
      }
      child = name
      return
    }
    guard reader.takeFiller() else { throw .unknown(reader.text(of: reader.position..<reader.position + 1)) }
  }

  private func isSaid(_ name: String) -> Bool { said.fields.contains { $0.name == name } }
}

extension TokenReader {
  /// Names as the words that they are said in, the longest first.
  static func names(_ texts: [String]) -> [[String]] {
    texts.map { TokenReader($0).tokens.map(\.word) }.sorted { $0.count > $1.count }
  }

  /// Takes a word that says nothing, or a sign between words.
  fileprivate mutating func takeFiller() -> Bool {
    if let next, case .sign(let sign) = next.kind, [",", ".", ";", ":", "!"].contains(UnicodeScalar(sign)) {
      position += 1
      return true
    }
    if take(any: [["in"], ["under"], ["by"]]) { return true }
    guard let (word, length) = PhraseWord.reading(self), word == .filler else { return false }
    position += length
    return true
  }

  /// The words of a point in time. After `since` an hour alone is one, which else needs its `at`.
  func pointText(_ range: Range<Int>) -> String {
    let words = text(of: range)
    return TimeExpression(words) == nil ? "at " + words : words
  }
}
