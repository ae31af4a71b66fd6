import BabyModel
import Foundation

/// The table of phrases as people say and write them, `phrases.txt`: the phrase and its meaning, with `=>` between
/// them. It was collected from forums, other apps' examples and voice commands, and failed commands.
///
/// Times stand as the words that the grammar of times resolves, behind the text that they belong to: `at`, `for`, `from`
/// or `to`. `?` is followed by what is asked back, `!` by why it is refused.
struct PhraseTable {
  struct Row: Sendable {
    var phrase: String
    var means: String
  }

  private let file: URL
  let rows: [Row]

  /// - Parameter name: of a file beside this one.
  init(file name: String) {
    file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let halves = line.split(separator: " => ", maxSplits: 1)
      return Row(phrase: halves[0].trimmingCharacters(in: .whitespaces), means: String(halves.last ?? ""))
    }
  }

  private static let phrases = PhraseTable(file: "phrases.txt")

  static var rows: [Row] { phrases.rows }

  static func record(_ means: (String) -> String) throws { try phrases.record(means) }

  /// Writes the table, for a review of its diff.
  func record(_ means: (String) -> String) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      guard !line.isEmpty, !line.hasPrefix("#") else { return String(line) }
      let phrase = line.split(separator: " => ")[0].trimmingCharacters(in: .whitespaces)
      return "\(phrase) => \(means(phrase))"
    }
    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
  }

  /// What a reading comes to, in the table's words.
  static func words(_ reading: PhraseReading) -> String {
    switch reading {
    case .understood(let phrase): words(phrase)
    case .unclear(let choices): "? " + choices.joined(separator: " | ")
    case .refused(let refusal): "! " + words(refusal)
    }
  }

  private static func words(_ phrase: Phrase) -> String {
    var words: [String]
    switch phrase.action {
    case .feeding(let method, let side, let breasts, let amount, let unit, let content):
      words = ["feed", method?.rawValue, breasts?.rawValue, side?.rawValue].compactMap(\.self)
      if let amount { words.append(amount == amount.rounded() ? "\(Int(amount))" : "\(amount)") }
      if let unit { words.append(unit.rawValue) }
      if let content { words.append(content.rawValue) }
    case .diaper(let type): words = ["diaper", type?.rawValue].compactMap(\.self)
    case .startFeeding(let side): words = ["feed start", side?.rawValue].compactMap(\.self)
    case .nursing(.switchSides(let side)): words = ["feed switch", side?.rawValue].compactMap(\.self)
    case .nursing(.pause): words = ["feed pause"]
    case .nursing(.resume(let side)): words = ["feed resume", side?.rawValue].compactMap(\.self)
    case .start(let timer): words = [self.words(timer), "start"]
    case .stop(let timer): words = [self.words(timer), "stop"]
    case .cancel(let timer): words = [self.words(timer), "cancel"]
    case .sleep: words = ["sleep"]
    case .tummyTime: words = ["tummy"]
    case .note: words = ["note"]
    case .declared(let kind, let said):
      words =
        [kind.word]
        + said.fields.map { field in
          switch field.value {
          case .word(let word): "\(field.name)=\(word)"
          case .number(let number): "\(field.name)=\(number)"
          case .nothing: "\(field.name)=none"
          }
        }
    }
    let texts = [
      ("at", phrase.time.at), ("for", phrase.time.for), ("from", phrase.time.from), ("to", phrase.time.to),
      ("day", phrase.time.day),
      ("note", phrase.note), ("child", phrase.child),
    ]
    let sides = [("left", phrase.left), ("right", phrase.right)]
    words += sides.compactMap { name, length in length.map { "[\(name) \($0.components.seconds)s]" } }
    words += texts.compactMap { name, text in text.map { "[\(name) \($0)]" } }
    return words.joined(separator: " ")
  }

  private static func words(_ timer: TimerKey) -> String {
    timer.name.isEmpty ? timer.kind.rawValue : "\(timer.kind.rawValue) \(timer.name)"
  }

  private static func words(_ refusal: PhraseRefusal) -> String {
    switch refusal {
    case .tooLong: "too long"
    case .unknown(let word): "unknown \(word)"
    case .begins(let kind): "begins \(kind.word)"
    case .notKept(_, let category): "not kept \(category)"
    case .notATime(let words): "no time \(words)"
    case .instead(_, let command): "instead \(command)"
    case .severalThings: "several"
    case .contradiction: "contradiction"
    }
  }
}
