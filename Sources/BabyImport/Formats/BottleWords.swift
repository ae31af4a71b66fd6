import BabyModel

/// The meaning of a file's words for a bottle's content.
///
/// Only certain meanings count. Words for two contents, words that join or deny, and brands do not.
struct BottleWords {
  /// Nil if the words are not certain.
  var content: BottleContent?
  /// The words beyond the content, for the note; all of them if there is no content.
  var rest: String

  /// The longest text that is looked at, in bytes.
  private static let limit = 200

  init(content: BottleContent? = nil, rest: String) {
    self.content = content
    self.rest = rest
  }

  init(_ text: String) {
    self.init(rest: text)
    guard text.utf8.count <= Self.limit, !text.contains(where: Self.joins.contains) else { return }
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }
    let keys = words.map { $0.lowercased().replacing("’", with: "'") }
    var found: (phrase: Phrase, place: Range<Int>)?
    var place = 0
    while place < keys.count {
      guard let phrase = Self.phrases.first(where: { keys[place...].starts(with: $0.words) }) else {
        // A word beside the content changes its meaning.
        if Self.doubts.contains(keys[place]) { return }
        place += 1
        continue
      }
      guard found == nil else { return }
      found = (phrase, place..<place + phrase.words.count)
      place += phrase.words.count
    }
    guard let found else { return }
    content = found.phrase.content
    if found.phrase.isPlain {
      let (first, last) = (words[found.place.lowerBound], words[found.place.upperBound - 1])
      rest = [text[..<first.startIndex], text[last.endIndex...]].map(Self.said(in:)).filter { !$0.isEmpty }
        .joined(separator: " ")
    } else {
      rest = normalised(text)
    }
  }

  /// A part of the text without the signs at its ends: those inside stay, as in "1.5 scoops".
  private static func said(in part: Substring) -> String {
    let isWord = { (letter: Character) in letter.isLetter || letter.isNumber }
    guard let first = part.firstIndex(where: isWord), let last = part.lastIndex(where: isWord) else { return "" }
    return normalised(String(part[first...last]))
  }

  /// The words that mean a content and nothing more.
  static func words(of content: BottleContent) -> [String] {
    phrases.filter { $0.content == content && $0.isPlain }.flatMap(\.words)
  }

  private struct Phrase {
    let words: [String]
    let content: BottleContent
    /// Whether it means only the content: "formula", and not "cow's milk".
    let isPlain: Bool
  }

  /// The longest first.
  private static let phrases =
    (phrases(
      .formula, isPlain: true, "formula", "formula milk", "infant formula", "baby formula", "fórmula")
    + phrases(
      .breastMilk, isPlain: true, "breast milk", "breastmilk", "expressed", "expressed milk", "expressed breast milk",
      "expressed breastmilk", "pumped", "pumped milk", "pumped breast milk", "pumped breastmilk", "ebm",
      "mother's milk", "mothers milk", "muttermilch", "leche materna", "lait maternel")
    + phrases(.breastMilk, isPlain: false, "donor milk", "donor breast milk", "donor breastmilk")
    + phrases(.otherMilk, isPlain: true, "other milk")
    + phrases(
      .otherMilk, isPlain: false, "cow milk", "cows milk", "cow's milk", "goat milk", "goats milk", "goat's milk",
      "whole milk", "soy milk", "soya milk", "oat milk", "almond milk", "rice milk", "kuhmilch", "ziegenmilch")
    + phrases(.water, isPlain: true, "water", "wasser", "agua", "eau")).sorted { $0.words.count > $1.words.count }

  private static func phrases(_ content: BottleContent, isPlain: Bool, _ texts: String...) -> [Phrase] {
    texts.map { Phrase(words: $0.split(separator: " ").map(String.init), content: content, isPlain: isPlain) }
  }

  /// Between two contents, or after an uncertain one.
  private static let joins: Set<Character> = ["/", "+", "&", "?", "%"]
  private static let doubts: Set = [
    "and", "or", "with", "without", "in", "into", "of", "for", "from", "to", "then", "plus", "no", "not", "non", "half",
    "part", "mix", "mixed", "mixture", "combo", "combination", "breast", "milk", "milch", "leche", "lait", "und",
    "oder", "mit", "ohne", "kein", "keine", "y", "o", "con", "sin", "et", "ou", "avec", "sans", "maybe", "thickened",
  ]
}
