import BabyModel

/// Data that is only in the sentence of a Baby Connect row.
extension BabyConnectRow {
  /// The text in brackets in the sentence, such as `11m left, 7m right`.
  var details: String {
    guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else { return "" }
    return String(text[text.index(after: open)..<close])
  }

  /// The sentence in its parts: `Eva took Tylenol (2.5 ml) (5m)`.
  struct Sentence {
    /// The text before the brackets.
    var statement: String
    /// The text in brackets at the end that is not a duration: `2.5 ml`; empty if there is none.
    var bracket = ""
    /// `5m`
    var length: String?
  }

  var sentence: Sentence {
    var sentence = Sentence(statement: normalised(text))
    if let (rest, last) = Self.splitBracket(sentence.statement), Duration(text: last) != nil {
      (sentence.statement, sentence.length) = (rest, last)
    }
    if let (rest, last) = Self.splitBracket(sentence.statement) {
      (sentence.statement, sentence.bracket) = (rest, last)
    }
    return sentence
  }

  private static func splitBracket(_ text: String) -> (rest: String, bracket: String)? {
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "(") else { return nil }
    return (normalised(String(text[..<open])), normalised(String(text[text.index(after: open)...].dropLast())))
  }

  /// The words and numbers of a text, in small letters.
  func words(of text: String) -> Set<String> {
    Set(text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "." }.map(String.init))
  }

  /// The statement without known words, the child's name and the verb; numbers belong to an amount.
  func beyond(_ known: Set<String>) -> String {
    var said = sentence.statement.split(separator: " ").map(String.init)
    if said.count > 1, Self.verbs.contains(said[1].lowercased()) { said.removeFirst() }
    let hasAmount = amount != nil
    let saysMore = said.contains { word in
      !words(of: word).allSatisfy { known.contains($0) || hasAmount && plainNumber($0) != nil }
    }
    guard saysMore else { return "" }
    if let verb = said.first?.lowercased(), Self.verbs.contains(verb) { said.removeFirst() }
    return said.joined(separator: " ")
  }

  private static let verbs: Set = ["slept", "drank", "nursed", "had", "is", "did", "expressed", "pumped"]

  /// Words of sentences about milk that an entry says, or the note with the extra data.
  var wordsOfMilk: Set<String> { ["drank", "a", "of", "bottle", "some", "oz", "ml"] }

  /// A bottle's content from the extra data; if they do not contain it, from the sentence: `Eva drank 4 oz of formula`.
  /// If the two contradict each other, it is unknown.
  ///
  /// - Returns: `rest` is the remainder of the extra data, and `said` the words of the sentence that it covers.
  var bottle: (content: BottleContent?, rest: String, said: Set<String>) {
    let extra = saysUnit ? "" : extraData
    let (own, phrase) = (BottleWords(extra), phrase(after: [" of "]) ?? "")
    let sentence = BottleWords(phrase)
    guard let content = extra.isEmpty ? sentence.content : own.content, content == sentence.content ?? content else {
      return (nil, extra, [])
    }
    let isCovered = sentence.content != nil && sentence.rest.isEmpty
    return (content, extra.isEmpty ? "" : own.rest, isCovered ? words(of: phrase) : [])
  }

  /// Whether the extra data are the unit of the quantity.
  var saysUnit: Bool { VolumeUnit(rawValue: extraData.lowercased()) != nil }

  /// The quantity and the column beside it, of activities without a quantity.
  var columns: String { normalised("\(quantity) \(extraData)") }

  /// The duration of a momentary entry: "60m"
  var lengthOfMoment: String {
    if let minutes = span.minutes { return minutes > 0 ? "\(minutes)m" : "" }
    return span.end.map { $0 == span.start } ?? true ? "" : "until \(end)"
  }

  /// Whether the brackets contain only a side and its duration.
  var saysSidesAlone: Bool {
    var words = details.lowercased().split { $0 == " " || $0 == ":" || $0 == "," }.map(String.init)
    words.removeAll { ["left", "right", "l", "r"].contains($0) }
    return words.isEmpty || Duration(text: words.joined(separator: " "), bareMinutes: true) != nil
  }

  /// The text after the first of some words in the statement; nil if there is none.
  func phrase(after words: [String]) -> String? {
    let statement = sentence.statement
    let place = words.lazy.compactMap { statement.firstRange(of: $0) }.first
    guard let place, place.upperBound < statement.endIndex else { return nil }
    return String(statement[place.upperBound...])
  }

  /// The named breasts in the app's order, which begins with the first one used. If the brackets name none, the
  /// statement does.
  var sides: [Side] {
    let inBrackets = Self.sides(details)
    return inBrackets.isEmpty ? Self.sides(sentence.statement) : inBrackets
  }

  private static func sides(_ text: String) -> [Side] {
    var sides: [Side] = []
    for word in lowercaseWords(of: text) {
      let side: Side? =
        switch word {
        case "left", "l": .left
        case "right", "r": .right
        default: nil
        }
      if let side, !sides.contains(side) { sides.append(side) }
    }
    return sides
  }

  /// Time at each named breast: `11m left, 7m right`.
  var sideLengths: [Side: Duration] {
    var lengths: [Side: Duration] = [:]
    for part in details.lowercased().split(separator: ",") {
      let words = part.split(whereSeparator: { $0 == " " || $0 == ":" })
      let named = words.compactMap { Side(rawValue: String($0)) }
      let length = words.filter { Side(rawValue: String($0)) == nil }.joined(separator: " ")
      guard named.count == 1, lengths[named[0]] == nil, let length = Duration(text: length, bareMinutes: true) else {
        return [:]
      }
      lengths[named[0]] = length
    }
    return lengths
  }

  var breasts: Breasts? { Breasts(count: sides.count) }

  /// The amount with its unit.
  ///
  /// The sentence is more exact than the quantity, which is rounded to one decimal place; where the sentence has no
  /// amount, or one for each side, the quantity is the total.
  var amount: Volume? {
    let words = withPoint(text.lowercased()).split(whereSeparator: {
      $0 == " " || $0 == "," || $0 == "(" || $0 == ")"
    })
    let amounts = zip(words, words.dropFirst()).compactMap { number, unit in
      VolumeUnit(rawValue: String(unit)).flatMap { unit in plainNumber(number).map { Volume($0, unit) } }
    }
    if amounts.count == 1 { return amounts[0] }
    guard let unit = amounts.first?.unit ?? VolumeUnit(rawValue: extraData.lowercased()) else { return nil }
    return cellNumber(quantity).map { Volume($0, unit) }
  }

  /// The quantity, where it is another number than that of the amount: the app rounds it to one decimal place.
  var otherQuantity: String {
    guard let amount, let number = cellNumber(quantity) else { return "" }
    return abs(number - amount.value) <= 0.06 ? "" : columns
  }

  /// How the diaper was; nil for a dry one, which the extra data may call wet, and for what was denied.
  var diaperType: DiaperType? {
    let words = text.lowercased()
    guard wordsSaid(text).count == lowercaseWords(of: text).count else { return nil }
    if words.contains("bm and wet diaper") { return .both }
    if words.contains("bm diaper") { return .dirty }
    if words.contains("wet diaper") { return .wet }
    if words.contains("dry diaper") { return nil }
    return switch extraData.lowercased() {
    case "bm+wet", "bm and wet": .both
    case "bm": .dirty
    case "wet": .wet
    default: nil
    }
  }
}
