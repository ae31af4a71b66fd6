// The numbers in a phrase about a declared kind: with a unit, without one, and as a concentration.
extension DeclaredPhrase {
  private var quantities: [(name: String, quantity: QuantityDeclaration)] {
    kind.fields.compactMap { field in
      if case .quantity(let quantity) = field.type { (field.name, quantity) } else { nil }
    }
  }

  private var openQuantities: [(name: String, quantity: QuantityDeclaration)] {
    quantities.filter { !isSaid($0.name) }
  }

  /// Whether this kind's amounts have sensible limits.
  var isMeasuredKind: Bool { quantities.contains { $0.quantity.limits != nil } }

  /// A unit comes next, or a duration continues.
  var isMeasure: Bool {
    var rest = reader
    if quantities.contains(where: { rest.unit(of: $0.quantity) != nil }) { return true }
    rest.position = max(0, rest.position - 1)
    return rest.duration() != nil
  }

  /// `D3`, `PCV13`: a number that belongs to the word before it.
  private var continuesWord: Bool {
    guard let next = reader.next, !next.isSpaced, let field = textField else { return false }
    return texts[field]?.last?.upperBound == reader.position
  }

  // MARK: With a unit

  /// Takes a number with its unit: `5ml`, `half a tablet`, `7 lb 4 oz`.
  mutating func readMeasured() throws(PhraseRefusal) -> Bool {
    guard !continuesWord, !isVitaminA else { return false }
    if isBeforeAbout { reader.position += 1 }
    let start = reader.position
    for (name, quantity) in quantities {
      guard let (number, unit) = reader.attempt({ $0.quantity(quantity) }) else { continue }
      let range = start..<reader.position
      if let first = measured[name] {
        try askWhichDose(first, range)
      } else {
        measured[name] = range
        remarkGoesOn = false
        say(name, number, quantity.unitWords[unit], quantity)
        guard quantity.limits == nil || quantity.plausible.contains(number) else {
          throw .contradiction(impossible(reader.text(of: range), quantity))
        }
        askForRest(of: number, unit, quantity, range)
        askForOne(of: range, quantity)
      }
      return true
    }
    return false
  }

  /// `about` comes next, and a number behind it.
  private var isBeforeAbout: Bool {
    var rest = reader
    guard namedText == nil, rest.take(any: TokenReader.about) || rest.take(sign: "~") else { return false }
    return rest.next?.isNumber == true || rest.spelledNumber() != nil
  }

  private mutating func say(_ name: String, _ number: Double, _ unit: String, _ quantity: QuantityDeclaration) {
    said.fields += [.init(name, .number(number)), .init(quantity.unitName, .word(unit))]
  }

  /// `vitamin a drop`: the letter is the vitamin's.
  private var isVitaminA: Bool {
    reader.word() == "a" && reader.position > 0 && reader.tokens[reader.position - 1].word.hasPrefix("vitamin")
  }

  /// A second number with a unit: the two doses of one entry are never added up.
  private mutating func askWhichDose(_ first: Range<Int>, _ second: Range<Int>) throws(PhraseRefusal) {
    guard !isMeasuredKind else { throw .contradiction("That says \(kind.title.lowercased()) twice.") }
    guard !remarkGoesOn else { throw .severalThings }
    choices = [noting(second), noting(first)]
  }

  /// `7 lb 4`, `3 kg 200`: a number without a unit that may continue the one before.
  private mutating func askForRest(
    of number: Double, _ unit: Int, _ quantity: QuantityDeclaration, _ range: Range<Int>
  ) {
    var rest = reader
    _ = rest.take("and")
    guard rest.attempt({ $0.point() }) == nil, rest.attempt({ $0.day() }) == nil, rest.attempt({ $0.duration() }) == nil
    else { return }
    let start = rest.position
    guard rest.next?.isNumber == true, let more = rest.count()?.value,
      rest.unit(of: quantity) == nil
    else { return }
    if let parts = quantity.units[unit].parts, more < parts.perWhole {
      choices = [
        replacing(range.upperBound..<rest.position, with: "\(rest.text(of: start..<rest.position)) \(parts.word)")
      ]
    } else if quantity.units[unit].word == BodyWeightUnit.kilograms.rawValue, more < 1000, number == number.rounded() {
      let sum = Words.decimalText(number + more / 1000, places: 3)
      choices = [replacing(range.lowerBound..<rest.position, with: "\(sum) \(quantity.unitWords[unit])")]
    }
  }

  /// `2.5ml-5ml`: one of the two.
  private mutating func askForOne(of first: Range<Int>, _ quantity: QuantityDeclaration) {
    guard choices.isEmpty else { return }
    var rest = reader
    guard rest.takeRangeSign() else { return }
    let second = rest.position
    guard rest.quantity(quantity) != nil else { return }
    let all = first.lowerBound..<rest.position
    choices = [first, second..<rest.position].map { replacing(all, with: reader.text(of: $0)) }
  }

  // MARK: Without a unit

  /// Takes a number without a unit.
  mutating func readNumber() throws(PhraseRefusal) -> Bool {
    let start = reader.position
    guard !continuesWord, let count = reader.attempt({ $0.count() }) else { return false }
    let range = start..<reader.position
    if namedText == nil {
      if readRange(range) { return true }
      if readAmount(range) { return true }
      if readLength(start) { return true }
      if remarkGoesOn {
        lengthenRemark(to: reader.position)
        return true
      }
    }
    guard let first = openQuantities.first else { return try readCount(range, isFraction: count.isFraction) }
    // The look ahead comes last: a sentence of numbers would have it at each of them.
    if let field = textField, let name = texts[field]?.last, name.upperBound == range.lowerBound,
      measuresLater(first.quantity)
    {
      choices = [replacing(name.lowerBound..<range.upperBound, with: quoted(name.lowerBound..<range.upperBound))]
      return true
    }
    // `37-38`
    if isMeasuredKind, isBeforeSecondNumber {
      throw .contradiction("Say one number, such as \(kind.example ?? kind.word).")
    }
    let words = first.quantity.unitWords
    let sensible = words.indices.filter { first.quantity.makesSense(count.value, unit: $0) }
    let chosen = sensible.first { context.measures.words.contains(words[$0]) }
    guard let only = chosen ?? sensible.first else {
      throw .contradiction(impossible(reader.text(of: range), first.quantity))
    }
    if chosen == nil, sensible.count > 1 {
      choices = sensible.map { replacing(range, with: "\(reader.text(of: range)) \(words[$0])") }
    }
    measured[first.name] = range
    say(first.name, count.value, words[only], first.quantity)
    return true
  }

  private var isBeforeSecondNumber: Bool {
    var rest = reader
    return rest.takeRangeSign() && rest.next?.isNumber == true
  }

  /// "A temperature of 382 is not possible: it is from 25 to 45 °C or 77 to 113 °F, such as temperature 38.2C."
  private func impossible(_ number: String, _ quantity: QuantityDeclaration) -> String {
    let limits = quantity.limits ?? quantity.plausible
    let ranges = quantity.units.map { unit in
      let bounds = [limits.lowerBound, limits.upperBound].map {
        Words.decimalText(($0 - unit.offset) / unit.factor, places: 1)
      }
      return "\(bounds[0]) to \(bounds[1]) \(unit.sign)"
    }
    let example = kind.example.map { ", such as \($0)" } ?? ""
    return "\(kind.noun.capitalizedFirst) cannot be \(number): it is \(ranges.joined(separator: " or "))\(example)."
  }

  /// Whether a number with a unit follows.
  private func measuresLater(_ quantity: QuantityDeclaration) -> Bool {
    var rest = reader
    while !rest.isAtEnd {
      if rest.attempt({ $0.quantity(quantity) }) != nil { return true }
      rest.position += 1
    }
    return false
  }

  /// A number where none is to come: one of a name, as in `2 teeth` and `6-in-1`.
  private mutating func readCount(_ range: Range<Int>, isFraction: Bool) throws(PhraseRefusal) -> Bool {
    guard textField != nil, kind != .medicine || namedText != nil else { throw .unknown(reader.text(of: range)) }
    reader.position = range.lowerBound
    guard kind == .food, isFraction, namedText == nil else { return false }
    // `half a banana`
    reader.position = range.upperBound
    remarks.append(range.lowerBound..<withoutArticle(range))
    remarkGoesOn = false
    return true
  }

  /// `2.5-5 ml`, of which the first has no unit: one of the two.
  private mutating func readRange(_ first: Range<Int>) -> Bool {
    for (_, quantity) in quantities {
      var rest = reader
      guard rest.takeRangeSign() else { return false }
      let second = rest.position
      guard let unit = rest.quantity(quantity)?.unit else { continue }
      let all = first.lowerBound..<rest.position
      choices = [
        replacing(all, with: "\(reader.text(of: first)) \(quantity.unitWords[unit])"),
        replacing(all, with: reader.text(of: second..<rest.position)),
      ]
      return true
    }
    return false
  }

  /// `2 tbsp`, `half a cup`: an amount in a unit that the kind does not have. It is kept as it was typed.
  private mutating func readAmount(_ number: Range<Int>) -> Bool {
    guard textField != nil, kind != .milestone, let word = reader.word(), Self.measures.contains(word) else {
      return false
    }
    reader.position += 1
    remarks.append(number.lowerBound..<reader.position)
    remarkGoesOn = false
    return true
  }

  static let measures: Set<String> = [
    "tbsp", "tbs", "tablespoon", "tablespoons", "tsp", "teaspoon", "teaspoons", "spoon", "spoons", "spoonful",
    "spoonfuls", "cup", "cups", "bowl", "bowls", "jar", "jars", "pouch", "pouches", "piece", "pieces", "slice",
    "slices", "bite", "bites", "g", "gram", "grams", "mg", "ml", "oz", "ounce", "ounces", "cube", "cubes", "portion",
    "portions", "capsule", "capsules", "spray", "sprays", "scoop", "scoops", "handful", "handfuls", "syringe",
    "syringes", "dropper", "droppers",
  ]

  /// `2 hours` of which neither `ago` nor `every` says what it means.
  private mutating func readLength(_ start: Int) -> Bool {
    guard kind != .milestone, !remarkGoesOn, !isMeasuredKind else { return false }
    let end = reader.position
    reader.position = start
    guard reader.duration() != nil else {
      reader.position = end
      return false
    }
    let text = reader.text(of: start..<reader.position)
    let range = start..<reader.position
    if kind.longest != nil, length == nil {
      length = range
      return true
    }
    choices = [replacing(range, with: "\(text) ago")]
    choices.append(kind == .medicine ? replacing(range, with: "every \(text)") : noting(range))
    return true
  }

  /// `at 6 months`, `6 months old`: how old the child was says no day.
  func refuseAge() throws(PhraseRefusal) {
    guard kind.hasDays, namedText == nil else { return }
    var rest = reader
    let isLed = rest.take(any: [["at"], ["age"], ["aged"]])
    let start = rest.position
    guard rest.count() != nil, let word = rest.word(), Self.ages.contains(word), rest.word(1) != "ago",
      isLed || rest.word(1) == "old"
    else { return }
    throw .contradiction(
      "An age (\(reader.text(of: start..<rest.position + 1))) is not a day. Say the day, such as "
        + "\(kind.example ?? kind.word) 3 weeks ago.")
  }

  private static let ages: Set<String> = ["day", "days", "week", "weeks", "month", "months", "year", "years", "mo"]

  /// Where a fraction ends without the `a` or `of a` that leads on from it.
  private func withoutArticle(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound + 1, ["a", "an", "of"].contains(reader.tokens[end - 1].word) { end -= 1 }
    return end
  }

  // MARK: Concentrations

  /// Takes how strong a medicine is, which is not how much was given: `160mg/5ml`, `100 mg per ml`, `1%`.
  mutating func readConcentration() -> Bool {
    guard textField != nil else { return false }
    let start = reader.position
    let isFound = reader.attempt { reader -> Bool? in
      guard reader.decimalNumber() != nil else { return nil }
      if reader.take(sign: "%", glued: true) { return true }
      guard reader.takeMeasure(), reader.take(sign: "/") || reader.take(any: [["per"], ["in"]]) else { return nil }
      _ = reader.decimalNumber()
      return reader.takeMeasure() ? true : nil
    }
    guard isFound != nil else { return false }
    remarks.append(start..<reader.position)
    remarkGoesOn = false
    return true
  }
}
