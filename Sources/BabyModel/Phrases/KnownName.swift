/// A name from a child's log, such as a medicine's, compared with one that was typed.
///
/// Upper and lower case and accents make no difference. Similar names lead to a question: if one medicine had two
/// names, a dose too soon after one under the other name would pass without a warning.
struct KnownName: Hashable {
  let name: String
  /// In small letters, without accents.
  let words: [String]

  init(_ name: String) {
    self.name = name
    words = TokenReader(name).tokens.compactMap { token in
      switch token.kind {
      case .word("vit"): "vitamin"
      case .word(let word): word.withoutAccents
      case .number(let number): "\(number)"
      case .sign: nil
      }
    }
  }

  /// The same for all spellings of a name that are the same name.
  var key: String { words.isEmpty ? name.lowercased() : words.joined(separator: " ") }

  func isSame(as other: KnownName) -> Bool { !words.isEmpty && words == other.words }

  /// Whether one of the two is likely the other in other words: a plural, a word more, a slip of the keys.
  func isNear(_ other: KnownName) -> Bool {
    guard !words.isEmpty, !other.words.isEmpty, max(words.count, other.words.count) <= Self.mostWords else {
      return false
    }
    if words.isWithin(other.words) || other.words.isWithin(words) { return true }
    guard words.count == other.words.count else { return words.joined() == other.words.joined() }
    let differing = zip(words, other.words).filter { $0 != $1 }
    return differing.count == 1 && differing.allSatisfy { Self.isSlip($0, $1) }
  }

  /// Longer names are not compared.
  private static let mostWords = 8

  /// `vitamins` for `vitamin`, `tylenool` for `tylenol`. Short words that differ are different: vitamin D is not vitamin K.
  static func isSlip(_ one: String, _ other: String) -> Bool {
    let shorter = min(one.utf8.count, other.utf8.count)
    guard shorter >= 4, max(one.utf8.count, other.utf8.count) <= 64 else { return false }
    return editDistance(Array(one.utf8), Array(other.utf8)) <= (shorter < 8 ? 1 : 2)
  }
}

extension [String] {
  /// Whether its words stand side by side in others, which are more.
  fileprivate func isWithin(_ others: [String]) -> Bool {
    count < others.count && (0...others.count - count).contains { others[$0..<$0 + count].elementsEqual(self) }
  }
}

extension TokenReader {
  /// How many tokens a name takes that stands here; nil for none.
  func length(of name: KnownName) -> Int? {
    var rest = self
    for word in name.words {
      while case .sign? = rest.next?.kind, rest.position > position { rest.position += 1 }
      switch rest.next?.kind {
      case .word(let said) where said.withoutAccents == word || said == "vit" && word == "vitamin": rest.position += 1
      case .number(let number) where "\(number)" == word: rest.position += 1
      default: return nil
      }
    }
    return name.words.isEmpty ? nil : rest.position - position
  }
}

extension String {
  /// Its letters as a keyboard without accents has them.
  fileprivate var withoutAccents: String {
    guard utf8.contains(where: { $0 >= 0x80 }) else { return self }
    var plain = ""
    for scalar in lowercased().unicodeScalars where !(0x300...0x36F).contains(scalar.value) {
      if let letter = Self.plainLetters[scalar] { plain += letter } else { plain.unicodeScalars.append(scalar) }
    }
    return plain
  }

  private static let plainLetters: [Unicode.Scalar: String] = {
    let letters = [
      "a": "àáâãäåāăą", "c": "çćčĉċ", "d": "ďđ", "e": "èéêëēĕėęě", "g": "ĝğġģ", "i": "ìíîïĩīĭįı", "l": "ĺļľł",
      "n": "ñńņň", "o": "òóôõöøōŏő", "r": "ŕŗř", "s": "śŝşšș", "t": "ţťț", "u": "ùúûüũūŭůűų", "y": "ýÿ",
      "z": "źżž", "ss": "ß", "ae": "æ", "oe": "œ",
    ]
    return letters.reduce(into: [:]) { table, row in
      for scalar in row.value.unicodeScalars { table[scalar] = row.key }
    }
  }()
}

/// A child's name in a phrase: case, accents and hyphens make no difference.
struct NameMatcher {
  let name: String
  private let words: [String]
  /// Its words as one, of a name that can be written so.
  private let joined: String?

  init(_ name: String) {
    self.name = name
    words = KnownName(name).words
    let joined = words.joined().filter { $0 != "'" }
    self.joined = joined.utf8.count < 4 || words == [joined] ? nil : joined
  }

  /// The end of the name at the reader's position: `Eva`, `Eva's`, `Anne Marie` for Anne-Marie; nil for anything else.
  fileprivate func end(in reader: TokenReader) -> Int? { endOfWords(in: reader) ?? endOfJoined(in: reader) }

  /// `oneil` for O'Neil, `jeanluc` for Jean-Luc.
  private func endOfJoined(in reader: TokenReader) -> Int? {
    guard let joined, let next = reader.next, isWord(next, joined, isLast: true) else { return nil }
    return reader.position + 1
  }

  private func endOfWords(in reader: TokenReader) -> Int? {
    var reader = reader
    for (index, word) in words.enumerated() {
      while index > 0, reader.take(sign: "-") || reader.take(sign: ".", glued: true) {}
      guard let next = reader.next, isWord(next, word, isLast: index == words.count - 1) else { return nil }
      reader.position += 1
    }
    return words.isEmpty ? nil : reader.position
  }

  private func isWord(_ token: Token, _ word: String, isLast: Bool) -> Bool {
    switch token.kind {
    case .word(let said):
      let said = said.withoutAccents
      return said == word || isLast && (said == word + "'s" || said == word + "'")
    case .number(let number): return "\(number)" == word
    case .sign: return false
    }
  }
}

extension TokenReader {
  /// Takes the name of one of the children, the longest one: of Ann and Ann Marie, `Ann Marie` is the second.
  mutating func name(among names: [NameMatcher]) -> String? {
    var found: (name: String, end: Int, isExact: Bool)?
    for name in names {
      guard let end = name.end(in: self) else { continue }
      let isExact = text(of: position..<end).hasPrefix(name.name)
      if let found, found.end > end || found.end == end && (found.isExact || !isExact) { continue }
      found = (name.name, end, isExact)
    }
    guard let found else { return nil }
    position = found.end
    return found.name
  }
}
