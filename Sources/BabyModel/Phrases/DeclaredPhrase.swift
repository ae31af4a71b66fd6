/// A phrase about a kind that is declared and nothing more: `temperature 37.5 celsius ear at 3pm`,
/// `medicine Vitamin D 1 drop`, `food banana liking loved`, and without the kind's name `tylenol 5ml at 2pm`.
///
/// The kind's declaration says what may follow: numbers with units and words of its fields, in any order, each with the
/// field's name before it or without, a name, a remark, and a time. The phrase is understood only if each of its words
/// is one of these or says nothing: a name takes no word that it cannot have, and is one group of words.
struct DeclaredPhrase {
  let kind: KindDeclaration
  let context: PhraseContext
  /// The kind's fields, with the words that each is named by.
  let fields: [(field: FieldDeclaration, names: [[String]])]
  let names: [NameMatcher]
  /// The kind was not named: what it is follows from the words alone.
  let isImplied: Bool
  var reader: TokenReader
  var child: String?
  var said = FieldInputs()
  var at: Range<Int>?
  /// How long it was, of a kind that lasts.
  var length: Range<Int>?
  /// A day without a time.
  var day: Range<Int>?
  /// A time that goes with that day, for an example, where it needs one: `last night`.
  var clockOfDay: String?
  /// The choices to ask about, each as a whole sentence; empty if nothing is ambiguous.
  var choices: [String] = []
  /// The tokens of each text, by its field's name.
  var texts: [String: [Range<Int>]] = [:]
  /// The tokens of each quantity, by its field's name.
  var measured: [String: Range<Int>] = [:]
  /// The field that was named last, if it is a text.
  var namedText: String?
  /// Names of texts, where they stand.
  private var labels: [(field: String, range: Range<Int>)] = []
  /// The name was in quotation marks: it is used as it is.
  var isQuoted = false
  /// The remarks that become the entry's note: `with food`, `160mg/5ml`.
  var remarks: [Range<Int>] = []
  /// The medicine in the child's log with the name that was typed.
  var knownName: String?
  /// The words that follow belong to the last remark.
  var remarkGoesOn = false

  /// Nil for a phrase about anything else.
  init?(_ reader: TokenReader, in context: PhraseContext) throws(PhraseRefusal) {
    guard !context.kinds.isEmpty else { return nil }
    guard let found = try PhraseKind(reader, in: context) else { return nil }
    (kind, self.reader, child, isImplied) = (found.kind, found.reader, found.child, found.isImplied)
    self.context = context
    names = context.children.map(NameMatcher.init)
    fields = kind.fields.map { ($0, TokenReader.names([Words.spaced($0.name)] + $0.alsoSaid)) }
  }

  mutating func reading(note: String?) throws(PhraseRefusal) -> PhraseReading {
    if let note, note.isEmpty { throw .contradiction("There is no note to log.") }
    while !reader.isAtEnd, choices.isEmpty { try readNext() }
    if choices.isEmpty {
      // `food banana reaction`
      if let label = labels.first(where: { texts[$0.field] == nil }) { throw .unknown(reader.text(of: label.range)) }
      try settleName()
    }
    if !choices.isEmpty { return PhraseReading.unclear(choices).withNote(note) }
    for field in kind.fields {
      if let ranges = texts[field.name] {
        let words = ranges.map(text).joined(separator: " ").filter { $0 != "\"" }
        said.fields.append(.init(field.name, .word(knownName ?? words)))
      }
    }
    var notes: [String] = []
    for range in remarks { notes.append(try remark(range)) }
    if let note { notes.append(note) }
    return .understood(
      Phrase(
        action: .declared(kind, said), time: try time(), note: notes.isEmpty ? nil : Words.line(notes), child: child))
  }

  private mutating func readNext() throws(PhraseRefusal) {
    if readQuoted() { return }
    if namedText == nil {
      if readConcentration() { return }
      if try readFrequency() { return }
      if readOrdinal() { return }
      if readSite() { return }
    }
    if try readNamed() { return }
    if try readMeasured() { return }
    if try readTime() { return }
    if try readNumber() { return }
    try readWord()
  }

  // MARK: Fields by their names

  /// Takes the name of a field, where its value follows: `liking loved`, `dose 1`, `reaction a mild rash`.
  private mutating func readNamed() throws(PhraseRefusal) -> Bool {
    let start = reader.position
    for (field, names) in fields where reader.take(any: names) {
      _ = reader.take(sign: ":")
      let label = start..<reader.position
      if try readValue(of: field) {
        if case .text = field.type { labels.append((field.name, label)) }
        return true
      }
      reader.position = start
    }
    return false
  }

  private mutating func readValue(of field: FieldDeclaration) throws(PhraseRefusal) -> Bool {
    switch field.type {
    case .choice:
      guard let word = takeChoice(of: field) else { return false }
      try say(field, .word(word))
    case .count:
      guard let number = reader.number(digits: 1...5), !isMeasure else { return false }
      try say(field, .number(Double(number)))
      if kind == .medicine { reader.takeWithinDay() }
    case .quantity:
      if try readMeasured() { return true }
      return try readNumber()
    case .text:
      // `food banana reaction`
      if reader.isAtEnd, field.name != nameField, !texts.isEmpty { throw .unknown(Words.spaced(field.name)) }
      guard !reader.isAtEnd, field.name != nameField || texts[field.name] == nil else { return false }
      namedText = field.name == nameField ? nil : field.name
      remarkGoesOn = false
    case .seconds:
      guard let length = reader.attempt({ $0.duration() }) else { return false }
      try say(field, .number(Double(length.components.seconds)))
    case .instant: return false
    }
    return true
  }

  mutating func say(_ field: FieldDeclaration, _ value: FieldInputs.Value) throws(PhraseRefusal) {
    guard !isSaid(field.name) else { throw .contradiction("That says \(field.name) twice.") }
    said.fields.append(.init(field.name, value))
  }

  func isSaid(_ name: String) -> Bool { said.fields.contains { $0.name == name } }

  // MARK: Times

  private mutating func readTime() throws(PhraseRefusal) -> Bool {
    try refuseAge()
    try refusePeriod()
    guard !isDividedCount, !isNameLikeADay, !isCountAlone else { return false }
    let start = reader.position
    if !reader.isDottedNumber, reader.attempt({ $0.span() }) != nil {
      guard kind.longest != nil else { throw .contradiction("That has one time, not a span.") }
      return try note(\.at, start)
    }
    if !reader.isDottedNumber, let point = reader.attempt({ $0.point() }) {
      guard kind.hasDays, case .sameTime = point.expression else { return try note(\.at, start) }
      return try note(\.day, start)
    }
    guard let (found, part) = reader.attempt({ $0.day() }) else { return false }
    if part != nil || found == .lastNight {
      clockOfDay = found == .lastNight ? "at 11" : part == .afternoon ? "at 2" : "at 8"
    }
    return try note(\.day, start)
  }

  private mutating func note(
    _ part: WritableKeyPath<DeclaredPhrase, Range<Int>?>, _ start: Int
  ) throws(PhraseRefusal) -> Bool {
    guard self[keyPath: part] == nil else { throw .contradiction("That is more than one time.") }
    remarkGoesOn = false
    self[keyPath: part] = start..<reader.position
    return true
  }

  private func time() throws(PhraseRefusal) -> TimeTexts {
    if let length {
      // Answers show both.
      if day == nil, let at, isSpan(at, of: length) { return TimeTexts(at: reader.text(of: at)) }
      guard day == nil, at.map({ TimeExpression(reader.pointText($0)) != nil }) ?? true else {
        throw .contradiction("That is more than one time.")
      }
      return TimeTexts(for: reader.text(of: length), from: at.map(reader.pointText))
    }
    guard let day else { return TimeTexts(at: at.map(timeText)) }
    let words = reader.text(of: day)
    if let at {
      let both = "\(words) \(reader.text(of: at))"
      guard TimeExpression(both) != nil else { throw .contradiction("That is more than one time.") }
      return TimeTexts(at: both)
    }
    guard kind.hasDays, clockOfDay == nil else { throw timeMissing(day, clockOfDay ?? "at 8am") }
    return TimeTexts(day: words)
  }

  /// The words of a point in time, or of a span.
  private func timeText(_ range: Range<Int>) -> String {
    let words = reader.text(of: range)
    var span = TokenReader(words)
    return span.whole { $0.span() } == nil ? reader.pointText(range) : words
  }

  /// Whether a time is a span of a length, in whole minutes.
  private func isSpan(_ time: Range<Int>, of length: Range<Int>) -> Bool {
    var (span, said) = (TokenReader(reader.text(of: time)), TokenReader(reader.text(of: length)))
    guard let shown = span.whole({ $0.span() })?.length, let said = said.whole({ $0.duration() }) else { return false }
    return abs(said.components.seconds - shown.components.seconds) <= 60
  }

  private func timeMissing(_ day: Range<Int>, _ clock: String) -> PhraseRefusal {
    .contradiction(
      "A day needs a time, such as \(replacing(day, with: "\(reader.text(of: day)) \(clock)")).")
  }

  /// `1/2 banana`: a part of something, which could be a day in January.
  private var isDividedCount: Bool {
    guard !kind.hasDays else { return false }
    var rest = reader
    guard rest.count()?.isFraction == true, rest.word() != nil else { return false }
    return rest.attempt { $0.clock(bareHour: false) } == nil && rest.word() != "at"
  }

  /// `last week`, `a month ago`: these name no single day.
  private func refusePeriod() throws(PhraseRefusal) {
    guard namedText == nil else { return }
    var rest = reader
    let isNamed =
      rest.take(any: [["last"], ["this"], ["past"]]) && rest.take(any: [["week"], ["month"], ["year"], ["weekend"]])
    if !isNamed {
      rest = reader
      guard rest.count() != nil || rest.take(any: [["a"], ["an"]]),
        rest.take(any: [["month"], ["months"], ["year"], ["years"]]), rest.take("ago")
      else { return }
    }
    let words = reader.text(of: reader.position..<rest.position)
    let range = reader.position..<rest.position
    throw .contradiction("\"\(words)\" is not a day. Say which, such as \(replacing(range, with: "3 weeks ago")).")
  }

  /// `weight 2100`, `milestone 1000 steps`: a number, although it could be a time of day.
  private var isCountAlone: Bool {
    guard let next = reader.next, case .number = next.kind, next.range.count > 2 else { return false }
    let behind = reader.peek(1)
    let isClock = behind.map { !$0.isSpaced || ["am", "pm"].contains($0.word) } ?? false
    return !isClock && (isMeasuredKind && measured.isEmpty || kind == .milestone && behind?.word.isEmpty == false)
  }

  /// `milestone sat up`: a word that is short for a day as well, of which nothing says that it is one.
  var isNameLikeADay: Bool {
    guard kind == .milestone, let word = reader.word(), ["sat", "sun", "wed"].contains(word) else { return false }
    var (point, day) = (reader, reader)
    // `Sat, Oct 31` is one.
    return point.point() == nil && (day.day() == nil || day.position == reader.position + 1)
  }

  // MARK: Asking back

  /// The sentence with other words in a place.
  func replacing(_ range: Range<Int>, with words: String) -> String {
    reader.text(replacing: (range, words))
  }

  /// The sentence without some words, which are its note.
  func noting(_ range: Range<Int>) -> String { "\(replacing(range, with: "")) note \(reader.text(of: range))" }
}

extension KindDeclaration {
  /// Whether a day without a time is precise enough: such an entry is stored at noon.
  public var hasDays: Bool { [.weight, .length, .head, .vaccine, .milestone].contains(self) }
}

extension TokenReader {
  /// Names as lists of words, the longest first.
  static func names(_ texts: [String]) -> [[String]] {
    texts.map { TokenReader($0).tokens.map(\.word) }.sorted { $0.count > $1.count }
  }

  /// The words of a point in time. After `since` an hour alone is one, which else needs its `at`.
  func pointText(_ range: Range<Int>) -> String {
    let words = text(of: range)
    return TimeExpression(words) == nil ? "at " + words : words
  }
}
