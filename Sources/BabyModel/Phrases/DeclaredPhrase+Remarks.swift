// Remarks beside a name, kept as the note.
extension DeclaredPhrase {
  /// Takes the word that a remark begins with: `with food`, `for fever`, `at the doctor's`.
  mutating func takeRemark() -> Bool {
    guard let word = reader.word(), !isWithinWord, leads.contains(word) || isPlace(word) || word == "due" else {
      return false
    }
    if kind == .food, word == "with", let name = texts[nameField ?? ""]?.last {
      askForFood(name)
      if !choices.isEmpty { return true }
    }
    let start = reader.position
    reader.position += 1
    if ["lot", "batch"].contains(word) {
      // `lot 123A`, of which nothing is a time
      _ = reader.take(sign: ":") || reader.take(sign: "#")
      repeat { reader.position += 1 } while reader.isGlued
      reader.position = min(reader.position, reader.tokens.count)
    }
    remarks.append(start..<reader.position)
    remarkGoesOn = true
    return true
  }

  /// `6-in-1`, `hib/polio`: it belongs to the word before it.
  private var isWithinWord: Bool {
    guard reader.isGlued, reader.position > 0 else { return false }
    return ["-", "/"].contains { reader.tokens[reader.position - 1].kind == .sign(UInt8(ascii: $0)) }
  }

  /// `toast with peanut butter`: another food, of which it will matter when it was new, or a remark.
  private mutating func askForFood(_ name: Range<Int>) {
    var rest = self
    rest.reader.position += 1
    while rest.startsOfName { rest.reader.position += 1 }
    let more = reader.position..<rest.reader.position
    guard more.count > 1 else { return }
    let both = "\(text(name)), \(text(more.lowerBound + 1..<more.upperBound))"
    choices = [reader.text(replacing: (name, both), (more, "")), noting(more)]
  }

  mutating func lengthenRemark(to end: Int) {
    guard let last = remarks.popLast() else { return }
    remarks.append(last.lowerBound..<end)
  }

  /// Words that end a name.
  var leads: Set<String> {
    if kind == .milestone { return ["with", "for", "because"] }
    guard textField != nil else { return ["with", "without", "because", "before", "after", "during"] }
    let leads: Set<String> = [
      "with", "without", "for", "because", "before", "after", "during", "as", "while", "if", "via",
    ]
    if kind == .food { return leads }
    let others: Set<String> =
      kind == .vaccine ? ["reaction", "reactions", "lot", "batch"] : ["prn", "bid", "tid", "qid"]
    return leads.union(["by", "in", "on", "under", "into"]).union(others)
  }

  /// `at the doctor's`, `at home`: where it was.
  private func isPlace(_ word: String) -> Bool {
    guard word == "at", kind != .milestone, let next = reader.word(1) else { return false }
    return ["the", "home", "daycare", "nursery", "school", "hospital", "grandma's", "grandma"].contains(next)
  }

  /// A remark as it is kept.
  func remark(_ range: Range<Int>) throws(PhraseRefusal) -> String {
    let words = text(range)
    guard range.count > 1 || !leads.contains(words.lowercased()) else { throw .unknown(words) }
    return words
  }
}
