import BabyCommands
import BabyModel

/// The words of the terminal app alone. All others come from `Words`, or from the daemon.
enum DashWords {
  /// The kinds that have a sheet, in the order of their cards.
  static let kinds: [(key: Character, kind: EntryKind)] = [
    ("f", .feeding), ("d", .diaper), ("s", .sleep), ("n", .note), ("t", .tummyTime),
  ]

  /// When it was, in a press: what the daemon is told, which is nothing for now. After the last one comes an exact time.
  static let moments: [(said: String?, label: String)] = [
    (nil, "now"), ("5m ago", "5m ago"), ("15m ago", "15m ago"), ("30m ago", "30m ago"),
  ]
  static let exact = "exact"
  static func example(_ text: String) -> String { text.isEmpty ? "" : "such as " + text }
  static let timeExample = "2:30am, 14:05, yesterday 22:10"

  // Labels of fields.
  static let what = "What"
  static let amount = "Amount"
  static let content = "Content"
  static let length = "How long"
  static let when = "When"
  static let began = "Began"
  static let ended = "Ended"
  static let category = "About"
  static let note = "Note"

  // Options.
  static let both = "Both"
  static let bottle = "Bottle"
  static let pumping = "Pumping"
  static let over = "Log one that is over"

  static func onlyChild(_ name: String) -> String { "\(name) is the only child" }
  static func delete(_ entry: String) -> String { "Delete this? \(entry) [y/N]" }
  static func undo(_ label: String, later: String) -> String {
    "Undo \(label)? What you did since stays: \(later). [y/N]"
  }
  static func found(_ query: String) -> String { "Search: \(query)" }
  static func found(_ count: Int, isCut: Bool) -> String {
    isCut ? "the latest \(count)" : Words.count(count, .entries)
  }
  static let search = "Search: "
  static let sending = "Saving…"
  static let loading = "…"
  static let noChild = "No child has been added yet."
  static let noneYet = "none yet"

  static func noNumber(_ quantity: QuantityDeclaration) -> String {
    "must be a number with its unit: " + Words.line(quantity.units.map(\.sign), separator: ", ")
  }
  static let noLength = "must be a length such as 15m or 1h 20m"
  static let noCount = "must be a whole number"

  // Keys.
  typealias Hint = (key: TerminalInput.Key?, name: String, label: String)
  static let hints: [Hint] =
    [("f", "feed"), ("d", "diaper"), ("s", "sleep"), ("t", "tummy"), ("n", "note")].map(hint) + general
  static let narrowHints: [Hint] = [(nil, "f d s t n", "log")] + general
  private static let general = [
    ("?", "help"), ("q", "quit"), ("u", "undo"), ("e", "edit"), ("x", "delete"), ("/", "search"), ("c", "child"),
  ].map(hint)
  private static func hint(_ key: Character, _ label: String) -> Hint { (.character(key), "\(key)", label) }
  static let sheetHints: [Hint] = [
    (.enter, "Enter", "save"), (.escape, "Esc", "close"), (.tab, "Tab", "next"), (nil, "← →", "choose"),
  ]
  static let help: [(keys: String, text: String)] = [
    ("f d s t n", "log a feed, a diaper, a sleep, tummy time, a note"), ("u", "undo the last change"),
    ("↑ ↓", "choose an entry"), ("e, Enter", "edit it"), ("x, Delete", "delete it"),
    ("← →", "the day before, the day after"), ("/", "search notes, kinds and times"), ("Esc", "back to today"),
    ("c", "the next child"), ("Ctrl-Z", "suspend"), ("q", "quit"),
    ("Mouse", "press a card to log, an entry to choose and edit it"),
  ]

  /// "startedSide" is "Started side"; the unit of a length is dropped.
  static func label(of field: FieldDeclaration, _ kind: KindDeclaration) -> String {
    var name = field.name[...]
    if case .seconds = field.type, name.hasSuffix("Seconds") { name = name.dropLast("Seconds".count) }
    let words = spaced(String(name))
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// "breastMilk" is "breast milk".
  static func spaced(_ name: String) -> String {
    name.reduce(into: "") { text, letter in text += letter.isUppercase ? " " + letter.lowercased() : "\(letter)" }
  }

  /// `120 ml`, `4,5oz`, or `120` in the usual unit; nil for anything else.
  static func quantity(_ text: String, _ quantity: QuantityDeclaration) -> (number: Double, unit: String?)? {
    let text = text.lowercased().replacing(",", with: ".")
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let sign = text.dropFirst(digits.count).drop { $0 == " " }
    guard let number = Double(digits), number.isFinite else { return nil }
    if sign.isEmpty { return (number, nil) }
    let unit = quantity.units.first { [$0.word, $0.sign, $0.plural].map { $0.lowercased() }.contains(String(sign)) }
    return unit.map { (number, $0.word) }
  }
}
