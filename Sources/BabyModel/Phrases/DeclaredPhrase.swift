/// A phrase that begins with the name of a kind that is declared and nothing more: `temperature 37.5 celsius ear at 3pm`,
/// `medicine Vitamin D 1 drop`, `food banana liking loved`.
///
/// Its declaration says what may follow: numbers with units and words of its fields, in any order, each with the field's
/// name before it or without, a text, and a time. What no other field takes is the text.
struct DeclaredPhrase {
  private let kind: KindDeclaration
  /// The kind's fields, with the words that each is named by.
  private let fields: [(field: FieldDeclaration, names: [[String]])]
  private let names: [SaidName]
  private var reader: TokenReader
  private var child: String?
  private var said = SaidFields()
  private var at: Range<Int>?
  /// The phrase with each unit that a number can be in, where there are several.
  private var choices: [String] = []
  /// The tokens of each text, by its field's name.
  private var texts: [String: [Range<Int>]] = [:]
  /// The field whose name was said last, if it is a text.
  private var namedText: String?

  /// Nil for a phrase about anything else.
  init?(_ reader: TokenReader, in context: PhraseContext) {
    guard !context.kinds.isEmpty else { return nil }
    var reader = reader
    let names = context.children.map(SaidName.init)
    var child: String?
    while true {
      if let name = reader.name(among: names) { child = name } else if !reader.takeFiller() { break }
    }
    // An activity is said by its own name.
    guard let kind = context.kinds.first(where: { !$0.isNamed && $0.takeName(&reader) }) else { return nil }
    (self.kind, self.names, self.reader, self.child) = (kind, names, reader, child)
    fields = kind.fields.map { ($0, TokenReader.names([Words.spaced($0.name)] + $0.alsoSaid)) }
  }

  mutating func reading(note: String?) throws(PhraseRefusal) -> PhraseReading {
    if let note, note.isEmpty { throw .contradiction("There is no note to log.") }
    while !reader.isAtEnd {
      if readQuoted() { continue }
      if try readNamed() { continue }
      if !isMeasured, try readTime() { continue }
      if try readNumber() { continue }
      try readWord()
    }
    if !choices.isEmpty { return .unclear(note.map { note in choices.map { "\($0) note \(note)" } } ?? choices) }
    for field in kind.fields {
      if let ranges = texts[field.name] {
        said.fields.append(.init(field.name, .word(ranges.map(text).joined(separator: " "))))
      }
    }
    return .understood(
      Phrase(
        action: .declared(kind, said), time: TimeTexts(at: at.map(reader.pointText)), note: note, child: child))
  }

  // MARK: Times and numbers

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
    guard !continuesWord, var number = reader.decimalNumber()?.value ?? reader.spelledNumber().map(Double.init) else {
      reader.position = start
      return false
    }
    let end = reader.position
    let open = openQuantities
    for (name, quantity) in open {
      if let said = reader.attempt({ $0.wholes(number, of: quantity) }) {
        say(name, said.number, quantity.unitWords[said.unit], quantity)
        return true
      }
      guard let unit = quantity.units.indices.first(where: { reader.take(any: quantity.units[$0].names) }) else {
        continue
      }
      if let parts = quantity.units[unit].parts, let rest = reader.attempt({ $0.number(of: parts) }) {
        number += rest / parts.perWhole
      }
      say(name, number, quantity.unitWords[unit], quantity)
      return true
    }
    guard let first = open.first else {
      reader.position = start
      guard textField != nil else { throw .unknown(reader.text(of: start..<end)) }
      return false
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

  private var openQuantities: [(name: String, quantity: QuantityDeclaration)] {
    kind.fields.compactMap { field in
      if case .quantity(let quantity) = field.type, !isSaid(field.name) { (field.name, quantity) } else { nil }
    }
  }

  /// `17.25 in`: a number with its unit, which could be a time.
  private var isMeasured: Bool {
    var rest = reader
    guard rest.decimalNumber()?.mayBeTime == true else { return false }
    return openQuantities.contains { open in open.quantity.units.contains { rest.take(any: $0.names) } }
  }

  /// `D3`, `PCV13`: a number that belongs to the word before it.
  private var continuesWord: Bool {
    guard let next = reader.next, !next.isSpaced, let field = textField else { return false }
    return texts[field]?.last?.upperBound == reader.position
  }

  private mutating func say(_ name: String, _ number: Double, _ unit: String, _ quantity: QuantityDeclaration) {
    said.fields += [.init(name, .number(number)), .init(quantity.unitName, .word(unit))]
  }

  // MARK: Words

  /// Takes the name of a field, where its value follows: `liking loved`, `dose 1`, `reaction a mild rash`.
  private mutating func readNamed() throws(PhraseRefusal) -> Bool {
    let start = reader.position
    for (field, names) in fields where reader.take(any: names) {
      _ = reader.take(sign: ":")
      if try readValue(of: field) { return true }
      reader.position = start
    }
    return false
  }

  private mutating func readValue(of field: FieldDeclaration) throws(PhraseRefusal) -> Bool {
    switch field.type {
    case .choice(let words):
      guard let word = words.first(where: { reader.take(any: [[$0]]) }) else { return false }
      try say(field, .word(word))
    case .count:
      guard let number = reader.number(digits: 1...5) else { return false }
      try say(field, .number(Double(number)))
    case .quantity: return try readNumber()
    case .text:
      guard !reader.isAtEnd else { return false }
      namedText = field.name
    case .seconds:
      guard let length = reader.attempt({ $0.duration() }) else { return false }
      try say(field, .number(Double(length.components.seconds)))
    case .instant: return false
    }
    return true
  }

  private mutating func say(_ field: FieldDeclaration, _ value: SaidFields.Value) throws(PhraseRefusal) {
    guard !isSaid(field.name) else { throw .contradiction("That says \(field.name) twice.") }
    said.fields.append(.init(field.name, value))
  }

  private mutating func readWord() throws(PhraseRefusal) {
    let start = reader.position
    let isWithinText = textField.map { texts[$0]?.last?.upperBound == start } ?? false
    for field in kind.fields {
      guard case .choice(let words) = field.type, let word = words.first(where: { reader.take(any: [[$0]]) }) else {
        continue
      }
      // Within a text it is one of its words, unless nothing of the text follows.
      guard !isWithinText || isSaidLast else {
        reader.position = start
        break
      }
      return try say(field, .word(word))
    }
    if reader.position == start, !isWithinText || isAfterFor, let name = reader.name(among: names) {
      guard child == nil || child == name else {
        throw .contradiction("That is about more than one child: say it of one at a time.")
      }
      child = name
      return
    }
    guard let field = textField else {
      guard reader.takeFiller() else { throw .unknown(reader.text(of: start..<start + 1)) }
      return
    }
    if !isWithinText, reader.takeLeading() { return }
    reader.position += 1
    if isWithinText, let last = texts[field]?.popLast() {
      texts[field]?.append(last.lowerBound..<reader.position)
    } else {
      texts[field, default: []].append(start..<reader.position)
    }
  }

  /// Whether what follows is no word of a text: nothing, a number, a time, or the name of a field.
  private var isSaidLast: Bool {
    var rest = reader
    while rest.takeSeparator() || rest.take(any: TokenReader.leadingOn) {}
    guard let next = rest.next else { return true }
    if case .number = next.kind { return true }
    return rest.attempt { $0.point() } != nil || fields.contains { rest.take(any: $0.names) }
  }

  /// `Tylenol for Eva`: whom it is about.
  private var isAfterFor: Bool {
    reader.position > 0 && reader.tokens[reader.position - 1].kind == .word("for")
  }

  /// The field that takes words that no other takes: the one that was named last, else the one that has to be there.
  private var textField: String? {
    namedText ?? kind.fields.first { if case .text = $0.type { $0.isRequired } else { false } }?.name
  }

  /// A text's words without those that only lead to it or on from it.
  private func text(_ range: Range<Int>) -> String {
    var end = range.upperBound
    while end > range.lowerBound + 1 {
      var last = reader
      last.position = end - 1
      guard last.takeSeparator() || last.take(any: TokenReader.leadingOn), last.position == end else { break }
      end -= 1
    }
    return reader.text(of: range.lowerBound..<end)
  }

  /// Takes what stands in quotation marks, as it is; a time stays one.
  private mutating func readQuoted() -> Bool {
    guard reader.next?.kind == .quote, let field = textField else { return false }
    let start = reader.position + 1
    guard let end = reader.tokens[start...].firstIndex(where: { $0.kind == .quote }), end > start else { return false }
    reader.position = start
    let isTime = at == nil && reader.attempt { $0.point() } != nil && reader.position == end
    if isTime { at = start..<end } else { texts[field, default: []].append(start..<end) }
    reader.position = end + 1
    return true
  }

  private func isSaid(_ name: String) -> Bool { said.fields.contains { $0.name == name } }
}

extension Token.Kind {
  static let quote = Token.Kind.sign(UInt8(ascii: "\""))
}

extension TokenReader {
  /// Names as the words that they are said in, the longest first.
  static func names(_ texts: [String]) -> [[String]] {
    texts.map { TokenReader($0).tokens.map(\.word) }.sorted { $0.count > $1.count }
  }

  /// Takes a word that says nothing, or a sign between words.
  fileprivate mutating func takeFiller() -> Bool {
    if takeSeparator() || take(any: [["in"], ["under"], ["by"]]) { return true }
    guard let (word, length) = PhraseWord.reading(self), word == .filler else { return false }
    position += length
    return true
  }

  /// Takes what says nothing at the beginning of a text.
  fileprivate mutating func takeLeading() -> Bool {
    if takeSeparator() { return true }
    guard let word = word(), Self.leading.contains(word) else { return false }
    position += 1
    return true
  }

  private static let leading: Set<String> = [
    "a", "an", "the", "of", "for", "with", "some", "and", "on", "in", "her", "his", "she", "he", "they", "had", "gave",
    "given", "took",
  ]
  /// Words at the end of a text that lead to what follows it. `Vitamin A` ends with none.
  fileprivate static let leadingOn = ["of", "for", "with", "and", "on", "in", "at", "to"].map { [$0] }

  fileprivate mutating func takeSeparator() -> Bool {
    guard let next, case .sign(let sign) = next.kind, [",", ".", ";", ":", "!", "\""].contains(UnicodeScalar(sign))
    else {
      return false
    }
    position += 1
    return true
  }

  /// A number of a unit's parts: `4oz` behind `7lb`.
  fileprivate mutating func number(of parts: QuantityDeclaration.Unit.Parts) -> Double? {
    _ = take("and")
    guard let number = decimalNumber()?.value, take(any: parts.names) else { return nil }
    return number
  }

  /// Wholes of a unit and what is beyond them: `ft 3 in` behind `2`, `ft, 2.8 in`, `ft`.
  fileprivate mutating func wholes(_ count: Double, of quantity: QuantityDeclaration) -> (number: Double, unit: Int)? {
    for (place, unit) in quantity.units.enumerated() {
      guard let whole = unit.whole, take(any: whole.names) else { continue }
      let rest = attempt { reader -> Double? in
        _ = reader.take(sign: ",") || reader.take("and")
        guard let rest = reader.decimalNumber()?.value, reader.take(any: unit.names) else { return nil }
        return rest
      }
      return (count * whole.parts + (rest ?? 0), place)
    }
    return nil
  }

  /// The words of a point in time. After `since` an hour alone is one, which else needs its `at`.
  func pointText(_ range: Range<Int>) -> String {
    let words = text(of: range)
    return TimeExpression(words) == nil ? "at " + words : words
  }
}
