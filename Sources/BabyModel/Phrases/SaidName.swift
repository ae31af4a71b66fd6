/// A child's name in a phrase: case, accents and hyphens make no difference.
struct SaidName {
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

  /// Where the name ends that a reader is at: `Eva`, `Eva's`, `Anne Marie` for Anne-Marie; nil for anything else.
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
  /// Takes the name of one of the children, the longest that is here: of Ann and Ann Marie, `Ann Marie` is the second.
  mutating func name(among names: [SaidName]) -> String? {
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
