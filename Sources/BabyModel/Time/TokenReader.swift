/// A word, a number or a sign of a text that a person has written.
struct Token: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// At most nine digits; how many there were is the length of the range.
    case number(Int)
    /// Letters, of which those of ASCII are lower-case here; apostrophes are those of ASCII.
    case word(String)
    case sign(UInt8)
  }

  let kind: Kind
  /// Its bytes in the text.
  let range: Range<Int>
  /// White space, or nothing, precedes it.
  let isSpaced: Bool

  var isNumber: Bool { if case .number = kind { true } else { false } }
}

/// Reads times, durations and other values from a text's tokens, one after the other.
///
/// After a mismatch the reader stays where it was. Each token is looked at a fixed number of times, so the cost is
/// linear in the text's length.
struct TokenReader {
  let bytes: [UInt8]
  let tokens: [Token]
  var position = 0

  /// - Parameter text: of a length that the caller has bounded.
  init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
    tokens = Self.tokens(of: bytes)
  }

  var isAtEnd: Bool { position == tokens.count }

  var next: Token? { peek(0) }

  func peek(_ offset: Int) -> Token? {
    let index = position + offset
    return index < tokens.count ? tokens[index] : nil
  }

  /// The text from one token up to another, as it was written.
  func text(of range: Range<Int>) -> String {
    guard let first = tokens[range].first, let last = tokens[range].last else { return "" }
    return String(decoding: bytes[first.range.lowerBound..<last.range.upperBound], as: UTF8.self)
  }

  /// The whole text with other words in some places, which are in order; no words leave a place out.
  func text(replacing places: (range: Range<Int>, words: String)...) -> String {
    var texts: [String] = []
    var start = 0
    for (range, words) in places {
      texts += [text(of: start..<range.lowerBound), words]
      start = range.upperBound
    }
    texts.append(text(of: start..<tokens.count))
    return texts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Runs a parser; if it reads nothing, the reader stays where it is.
  mutating func attempt<Value>(_ body: (inout Self) -> Value?) -> Value? {
    let start = position
    if let value = body(&self) { return value }
    position = start
    return nil
  }

  /// Runs a parser that must read to the end.
  mutating func whole<Value>(_ body: (inout Self) -> Value?) -> Value? {
    attempt { reader in body(&reader).flatMap { reader.isAtEnd ? $0 : nil } }
  }

  /// The next token's word.
  func word(_ offset: Int = 0) -> String? {
    if case .word(let word)? = peek(offset)?.kind { word } else { nil }
  }

  mutating func take(_ word: String) -> Bool {
    guard self.word() == word else { return false }
    position += 1
    return true
  }

  /// Takes the first of some phrases that stands here.
  mutating func take(any phrases: [[String]]) -> Bool {
    guard let first = word() else { return false }
    let length = first.utf8.count
    for phrase in phrases {
      // Most words differ in length, and comparing lengths costs a tenth of comparing words.
      guard let lead = phrase.first, lead.utf8.count == length, lead == first,
        phrase.indices.dropFirst().allSatisfy({ word($0) == phrase[$0] })
      else { continue }
      position += phrase.count
      return true
    }
    return false
  }

  mutating func take(sign: Unicode.Scalar, glued: Bool = false) -> Bool {
    guard let next, next.kind == .sign(UInt8(ascii: sign)), !(glued && next.isSpaced) else { return false }
    position += 1
    return true
  }

  /// A number with this many digits.
  mutating func number(digits: ClosedRange<Int>, glued: Bool = false) -> Int? {
    guard let next, case .number(let number) = next.kind, digits.contains(next.range.count), !(glued && next.isSpaced)
    else { return nil }
    position += 1
    return number
  }

  /// Whether the next token belongs to the one before it.
  var isGlued: Bool { next.map { !$0.isSpaced } ?? false }

  /// The next word, where it stands right behind the token before it.
  var gluedWord: String? { isGlued ? word() : nil }
}

extension TokenReader {
  private static func tokens(of bytes: [UInt8]) -> [Token] {
    var tokens: [Token] = []
    var index = 0
    var isSpaced = true
    while index < bytes.count {
      let start = index
      let kind: Token.Kind
      switch bytes[index] {
      case _ where space(bytes, at: index) > 0:
        index += space(bytes, at: index)
        isSpaced = true
        continue
      case let byte where byte.isDigit:
        while index < bytes.count, bytes[index].isDigit { index += 1 }
        kind = index - start > 9 ? .sign(0) : .number(bytes[start..<index].reduce(0) { $0 * 10 + Int($1 & 0xF) })
      case 0xE2 where bytes[index...].starts(with: dash):
        index += dash.count
        kind = .sign(UInt8(ascii: "-"))
      case 0xC2 where bytes[index...].starts(with: middleDot):
        index += middleDot.count
        kind = .sign(UInt8(ascii: ","))
      case let byte where byte >= 0x80 && symbol(bytes, at: index) > 0:
        let end = index + symbol(bytes, at: index)
        kind = .word(String(decoding: bytes[index..<end], as: UTF8.self))
        index = end
        while index < bytes.count, bytes[index...].starts(with: pictureStyle) { index += pictureStyle.count }
      case let byte where byte.isLetter:
        var letters: [UInt8] = []
        while index < bytes.count, bytes[index].isLetter || bytes[index] == apostrophe {
          if bytes[index] >= 0x80 {
            if bytes[index...].starts(with: roundApostrophe) {
              letters.append(apostrophe)
              index += roundApostrophe.count
              continue
            }
            guard !endsWord(bytes, at: index) else { break }
          }
          letters.append((0x41...0x5A).contains(bytes[index]) ? bytes[index] | 0x20 : bytes[index])
          index += 1
        }
        kind = .word(String(decoding: letters, as: UTF8.self))
      default:
        kind = .sign(bytes[index])
        index += 1
      }
      tokens.append(Token(kind: kind, range: start..<index, isSpaced: isSpaced))
      isSpaced = false
    }
    return tokens
  }

  private static let apostrophe = UInt8(ascii: "'")
  /// – in UTF-8, which stands for a minus sign.
  private static let dash: [UInt8] = [0xE2, 0x80, 0x93]
  /// ’ in UTF-8, which phones write for an apostrophe.
  private static let roundApostrophe: [UInt8] = [0xE2, 0x80, 0x99]
  /// · in UTF-8, which separates the parts of answers. In an answer that is typed in again, it is a comma.
  private static let middleDot: [UInt8] = [0xC2, 0xB7]

  /// The variation selector after an emoji.
  private static let pictureStyle: [UInt8] = [0xEF, 0xB8, 0x8F]

  /// Whether a non-ASCII character among letters ends a word.
  private static func endsWord(_ bytes: [UInt8], at index: Int) -> Bool {
    bytes[index...].starts(with: dash) || bytes[index...].starts(with: middleDot) || space(bytes, at: index) > 0
      || symbol(bytes, at: index) > 0
  }

  /// How many bytes a sign has that is a word by itself, wherever it stands: a fraction such as ½, or a picture.
  private static func symbol(_ bytes: [UInt8], at index: Int) -> Int {
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0
    let third = index + 2 < bytes.count ? bytes[index + 2] : 0
    switch (bytes[index], next) {
    case (0xC2, 0xBC...0xBE): return 2
    case (0xE2, 0x85) where (0x93...0x9E).contains(third): return 3
    case (0xE2, 0x98...0x9E) where third != 0: return 3
    case (0xF0, 0x9F) where index + 3 < bytes.count: return 4
    default: return 0
    }
  }

  /// How many bytes of white space stand somewhere: a space or a control character, or a space that does not break, as
  /// clocks are written with.
  private static func space(_ bytes: [UInt8], at index: Int) -> Int {
    switch bytes[index] {
    case 0x09...0x0D, 0x20: 1
    case 0xC2 where index + 1 < bytes.count && bytes[index + 1] == 0xA0: 2
    case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] == 0xAF: 3
    default: 0
    }
  }
}

extension UInt8 {
  var isDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) || self >= 0x80 }
}
