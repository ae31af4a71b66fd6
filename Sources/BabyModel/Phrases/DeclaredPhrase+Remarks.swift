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

// How often a medicine may be given, and which dose of a vaccine it was.
extension DeclaredPhrase {
  /// Takes the frequency, or asks for its meaning: `every 4-6h`, `3 times a day`, `daily`, `twice`.
  mutating func readFrequency() throws(PhraseRefusal) -> Bool {
    guard kind == .medicine else { return false }
    let start = reader.position
    if try readEvery(start) { return true }
    guard let count = reader.attempt({ $0.times() }) else { return false }
    let isOfDay = reader.takeWithinDay() || count == 0
    let range = start..<reader.position
    if isOfDay {
      let times = max(1, count)
      let often = 24 % times == 0 ? ["every \(24 / times)h"] : []
      choices = (often + ["at most \(times)"]).map { replacing(range, with: $0) } + [noting(range)]
    } else if count == 1 {
      return true
    } else {
      // One entry is one dose.
      choices = [replacing(range, with: ""), noting(range)]
    }
    return true
  }

  private mutating func readEvery(_ start: Int) throws(PhraseRefusal) -> Bool {
    guard reader.takeEvery() else { return false }
    let first = reader.position
    if let choices = reader.attempt({ $0.rangeOfDurations() }) {
      let range = start..<reader.position
      self.choices = choices.map { replacing(range, with: "every \($0)") }
      return true
    }
    if let length = reader.attempt({ $0.duration() }) {
      guard let field = kind.fields.first(where: { if case .seconds = $0.type { true } else { false } }) else {
        return false
      }
      try say(field, .number(Double(length.components.seconds)))
      return true
    }
    if let count = reader.attempt({ $0.count() })?.value, count == count.rounded() {
      let range = start..<reader.position
      choices = [replacing(range, with: "every \(reader.text(of: first..<reader.position))h")]
      return true
    }
    let hours: Int? =
      if reader.take(any: [["other", "day"], ["second", "day"]]) {
        48
      } else if reader.take(any: [
        ["day"], ["night"], ["morning"], ["evening"], ["bedtime"],
      ]) { 24 } else { reader.take("hour") ? 1 : nil }
    guard let hours else {
      throw .contradiction("Say how often as a length of time, such as medicine Tylenol 5ml every 6h.")
    }
    let range = start..<reader.position
    choices = [replacing(range, with: "every \(hours)h"), noting(range)]
    return true
  }

  /// Takes `2nd dose`, `first dose`. Of a medicine it is a remark.
  mutating func readOrdinal() -> Bool {
    guard kind == .medicine || kind == .vaccine else { return false }
    let start = reader.position
    guard let number = reader.attempt({ $0.ordinalOfDose() }) else { return false }
    guard let field = kind.fields.first(where: { $0.alsoSaid.contains("dose") }), !isSaid(field.name) else {
      remarks.append(start..<reader.position)
      remarkGoesOn = false
      return true
    }
    said.fields.append(.init(field.name, .number(Double(number))))
    remarkGoesOn = false
    return true
  }
}

extension DeclaredPhrase {
  /// Takes where a vaccine was given: `left thigh`.
  mutating func readSite() -> Bool {
    guard kind == .vaccine, let site = kind.fields.last, texts[site.name] == nil, !remarkGoesOn else { return false }
    let start = reader.position
    guard reader.take(any: [["left"], ["right"]]), reader.take(any: [["thigh"], ["leg"], ["arm"]]) else {
      reader.position = start
      return false
    }
    texts[site.name] = [start..<reader.position]
    return true
  }
}

extension TokenReader {
  /// Takes the words after `at most 4`: `times a day`, `doses in 24 hours`, which is what it means.
  @discardableResult
  mutating func takeWithinDay() -> Bool {
    _ = take(any: [["times"], ["time"], ["doses"], ["dose"], ["x"]])
    return attempt { reader -> Bool? in
      if reader.take("daily") { return true }
      let isIn = reader.take("in") || reader.take("within")
      guard isIn || reader.take(any: [["a"], ["per"], ["each"], ["every"]]) || reader.take(sign: "/") else {
        return nil
      }
      if reader.take(any: [["day"], ["24h"]]) { return true }
      guard reader.number(digits: 2...2) == 24 else { return nil }
      return reader.take(any: [["h"], ["hrs"], ["hours"]]) ? true : nil
    } ?? false
  }

  /// `3 times`, `3x`, `twice`, `once`; 0 for `daily`, which includes the period.
  fileprivate mutating func times() -> Int? {
    if take(any: [["daily"], ["nightly"]]) { return 0 }
    if take("once") { return 1 }
    if take("twice") { return 2 }
    if take("thrice") { return 3 }
    guard let number = number(digits: 1...2) ?? spelledNumber(), number > 0 else { return nil }
    return take(any: [["times"], ["time"], ["x"]]) ? number : nil
  }

  /// `every`, `each`, and the `q` of `q6h`.
  fileprivate mutating func takeEvery() -> Bool {
    if take(any: [["every"], ["each"]]) { return true }
    guard word() == "q", case .number? = peek(1)?.kind else { return false }
    position += 1
    return true
  }

  /// `4-6h`, `4h to 6h`: each as a length of time.
  fileprivate mutating func rangeOfDurations() -> [String]? {
    let start = position
    guard let first = count()?.value else { return nil }
    let number = text(of: start..<position)
    let unit = word()
    position = start
    let isWhole = duration() != nil
    if !isWhole { _ = count() }
    let firstText = text(of: start..<position)
    guard takeRangeSign() else { return nil }
    let second = position
    guard duration() != nil, first > 0 else { return nil }
    let secondText = text(of: second..<position)
    var last = self
    last.position = position - 1
    let secondUnit = last.word() ?? "h"
    return [isWhole && unit != nil ? firstText : "\(number) \(secondUnit)", secondText]
  }

  /// `2nd dose`, `second shot`: which.
  fileprivate mutating func ordinalOfDose() -> Int? {
    let words = ["first", "second", "third", "fourth", "fifth", "sixth"]
    let number: Int
    if let place = word().flatMap(words.firstIndex) {
      number = place + 1
      position += 1
    } else {
      guard let digits = self.number(digits: 1...2), let ending = gluedWord, ["st", "nd", "rd", "th"].contains(ending)
      else { return nil }
      number = digits
      position += 1
    }
    return take(any: [["dose"], ["shot"], ["jab"]]) ? number : nil
  }
}
