import BabyModel
import BabyProtocol

@testable import BabyImport

/// Whether what a cell of a file says is in the entries that came of its row, or in what was reported of the row.
///
/// It knows nothing of any app: words have to stand in the note, the author, the names or the fields, or mean the kind;
/// numbers, times and lengths have to be those of the entries. So it does not tell whether they are in the right field.
struct CellCoverage {
  let zone: ZoneRules
  private var words: Set<String> = []
  private var numbers: [Double] = []
  /// In seconds.
  private var lengths: [Double] = []
  private var instants: [Instant] = []

  /// - Parameter counted: words by which the report counts what was kept as a note.
  init(_ entries: [Entry], of children: [Child], in zone: ZoneRules, counted: [String] = []) {
    self.zone = zone
    for text in children.map(\.name) + counted { say(text) }
    for entry in entries {
      say(entry.note ?? "")
      say(entry.author ?? "")
      // A note may say how long something took: so it says when it ended, too.
      for length in Self.words(of: entry.note ?? "").compactMap({ Duration(text: $0) }) {
        say(length)
        instants.append(entry.start + length)
      }
      say(entry.kind)
      instants += [entry.start, entry.end].compactMap(\.self)
      if let duration = entry.duration { say(duration) }
      switch entry.content {
      case .feeding(let feeding):
        for length in [feeding.left, feeding.right, feeding.sidesTogether].compactMap(\.self) { say(length) }
        words.formUnion(Self.methods[feeding.method] ?? [])
        if feeding.startedSide == .left || feeding.breasts == .both { words.formUnion(["left", "l"]) }
        if feeding.startedSide == .right || feeding.breasts == .both { words.formUnion(["right", "r"]) }
        if feeding.breasts == .both { words.formUnion(["both", "breasts"]) }
        if let content = feeding.content { words.formUnion(Self.contents[content] ?? []) }
        if let amount = feeding.amount {
          say(amount.value)
          words.formUnion(amount.unit == .ounces ? ["oz", "floz", "fl"] : ["ml"])
        }
      case .diaper(let type):
        words.formUnion(["change", "and", "1", "0", "true", "false", "nappy"])
        if type != .dirty { words.formUnion(["wet", "pee", "おしっこ"]) }
        if type != .wet { words.formUnion(["dirty", "poo", "poop", "bm", "solid", "soiled", "うんち"]) }
        if type == .both { words.formUnion(["both", "mixed"]) }
      case .declared(let kind, let values): say(kind, values)
      case .sleep, .tummyTime, .note: break
      }
    }
  }

  private static let methods: [FeedingMethod: Set<String>] = [
    .breast: ["breast", "breastfeed", "nursing", "nursed", "母乳"], .bottle: ["bottle", "drank", "of", "a", "from"],
    .pumping: ["pump", "pumping", "pumped", "expressed"],
  ]

  private static let contents: [BottleContent: Set<String>] = [
    .formula: ["formula"], .breastMilk: ["breast", "milk", "expressed"], .otherMilk: ["other", "milk"],
    .water: ["water"],
  ]

  private mutating func say(_ kind: EntryKind) {
    switch kind {
    case .feeding: words.formUnion(["feed", "feeding", "feedings"])
    case .diaper: words.formUnion(["diaper", "had", "a"])
    case .sleep: words.formUnion(["sleep", "slept", "寝る"])
    case .tummyTime: words.formUnion(["tummy", "time", "activity", "routine", "is", "doing", "play"])
    case .note: words.formUnion(["note", "notes"])
    case .declared(let kind): say(kind.title)
    }
  }

  private mutating func say(_ kind: KindDeclaration, _ values: [FieldValue?]) {
    words.formUnion(Self.kinds[kind.word] ?? [])
    for (field, value) in zip(kind.fields, values) {
      switch (field.type, value) {
      case (_, .text(let text)?): say(text)
      case (.choice(let names), .choice(let place)?):
        say(names[place])
        words.formUnion(Self.choices[names[place]] ?? [])
      case (.quantity(let quantity), .quantity(let number, let unit)?):
        say(number)
        let word = quantity.unitWords[unit]
        words.formUnion([word] + (Self.unitNames[word] ?? []))
        // Pounds may have ounces, and feet inches.
        if word == "lb" { numbers += [number.rounded(.down), (number - number.rounded(.down)) * 16] }
        if word == "in" { numbers += [(number / 12).rounded(.down), number - (number / 12).rounded(.down) * 12] }
      case (_, .seconds(let seconds)?): say(.seconds(seconds))
      case (_, .count(let count)?): say(Double(count))
      default: break
      }
    }
  }

  private static let kinds: [String: Set<String>] = [
    "weight": ["growth", "weight", "eva's"], "length": ["growth", "height", "length", "eva's"],
    "head": ["growth", "head", "size", "eva's"], "temperature": ["temp", "medical", "eva's"],
    "medicine": ["meds", "medicine", "medical", "took"], "food": ["solids", "solid", "ate", "food", "eating"],
    "activity": ["routine", "activity", "is", "doing", "had", "a"], "milestone": ["milestone"],
    "vaccine": ["vaccine", "received", "the", "got"],
  ]
  private static let choices: [String: Set<String>] = ["unsure": ["meh"], "disliked": ["hated"]]
  private static let unitNames: [String: [String]] = [
    "celsius": ["c", "°c"], "fahrenheit": ["f", "°f"], "lb": ["lbs", "oz"], "in": ["inch", "inches", "ft"],
    "tablet": ["tab", "tablets"],
  ]

  private mutating func say(_ text: String) { words.formUnion(Self.words(of: text)) }
  private mutating func say(_ number: Double) { numbers.append(number) }

  /// In every unit that an app may use.
  private mutating func say(_ length: Duration) {
    let seconds = Double(length.components.seconds)
    lengths.append(seconds)
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().replacing("’", with: "'").split { !$0.isLetter && !$0.isNumber && !".'°".contains($0) }
      .map { trimmedPoints(String($0)) }.filter { !$0.isEmpty }
  }

  private static func trimmedPoints(_ word: String) -> String {
    var word = word
    while let last = word.last, last == "." || last == "'" { word.removeLast() }
    return word
  }

  // MARK: Questions

  /// Whether all that a cell says has been kept.
  func has(_ cell: String) -> Bool {
    if isTime(cell) || isLength(cell) { return true }
    return Self.words(of: cell).allSatisfy { word in
      words.contains(word) || isNumber(word) || Self.units.contains(word)
        || Duration(text: word).map { isLength(Double($0.components.seconds)) } ?? false
        || Self.parts(of: word).allSatisfy { words.contains($0) || isNumber($0) }
    }
  }

  /// `210ml` is a number and a unit, `11m` a length.
  private static func parts(of word: String) -> [String] {
    var parts: [String] = []
    for letter in word {
      let isNumber = letter.isNumber || letter == "."
      if let last = parts.last?.last, (last.isNumber || last == ".") == isNumber {
        parts[parts.count - 1].append(letter)
      } else {
        parts.append(String(letter))
      }
    }
    return parts.count > 1 ? parts.filter { !units.contains($0) } : [word]
  }

  private func isNumber(_ text: String) -> Bool {
    guard let number = Double(text) else { return false }
    // Zero is not a number of anything, and apps round to tenths.
    return number == 0 || numbers.contains { abs($0 - number) <= 0.06 } || isLength(number) || isLength(number * 60)
      || isLength(number * 3600)
  }

  /// Apps round lengths to whole minutes.
  private func isLength(_ seconds: Double) -> Bool { lengths.contains { abs($0 - seconds) <= 60 } }

  /// Units of durations, whose numbers are checked separately.
  private static let units: Set = ["m", "h", "s", "min", "mins", "分"]

  private func isTime(_ text: String) -> Bool {
    func isOne(_ instant: Instant) -> Bool { instants.contains { abs(($0 - instant).components.seconds) <= 60 } }
    if let instant = MappedRow.instant(text) { return isOne(instant) }
    guard let time = WallTimeText(HatchRow.plain(text)) else { return false }
    return [DateOrder.dayMonth, .monthDay].contains { order in
      guard let date = time.date(DateStyle(order: order, takesSerials: true)) else { return false }
      guard let clock = time.timeOfDay else { return instants.contains { zone.local($0).date == date } }
      return isOne(zone.instants(of: LocalDateTime(date, clock)).earliest)
    }
  }

  private func isLength(_ text: String) -> Bool {
    let numbers = text.split(separator: ":").map { Double($0) }
    guard numbers.count > 1, !numbers.contains(where: { $0 == nil }) else { return false }
    let parts = numbers.compactMap(\.self)
    let asHours = parts.count == 3 ? parts[0] * 3600 + parts[1] * 60 + parts[2] : parts[0] * 3600 + parts[1] * 60
    let asMinutes = parts[0] * 60 + parts[1]
    return [asHours, asMinutes].contains { length in
      length == 0 || isLength(length)
    }
  }
}
