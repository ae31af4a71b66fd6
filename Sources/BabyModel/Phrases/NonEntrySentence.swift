/// Sentences other than entries: questions, requests for a list, and changes of entries.
enum NonEntrySentence {
  /// The refusal of such a phrase, with the right command; nil for any other phrase.
  static func refusal(of said: TokenReader, names: [NameMatcher]) -> PhraseRefusal? {
    var reader = said
    reader.takePoliteWords()
    if let list = list(reader) { return list }
    if reader.isQuestion(names) { return .instead(asked, command: answer(to: said, names)) }
    return change(reader)
  }

  private static let asked = "That is a question. Nothing was logged."

  /// The command that answers it.
  private static func answer(to said: TokenReader, _ names: [NameMatcher]) -> String {
    var rest = said
    var child: String?
    var command = "status"
    while !rest.isAtEnd {
      if let name = rest.name(among: names) {
        child = name
        continue
      }
      switch rest.word() {
      case "next", "will", "should", "due": command = "predict"
      case "much", "many", "today", "total", "often": command = "today"
      default: break
      }
      rest.position += 1
    }
    return "bbctl \(command)" + (child.map { " --child \($0.shellQuoted)" } ?? "")
  }

  /// `feeds`, `diapers yesterday`: a list of them, and nothing that was done.
  private static func list(_ reader: TokenReader) -> PhraseRefusal? {
    var rest = reader
    let isAsked = rest.take(any: [["list"], ["show"], ["all"]])
    if isAsked { _ = rest.take(any: ["all", "me", "the", "my", "her", "his"].map { [$0] }) }
    guard let word = rest.word(), ListedEntries(named: word) != nil else { return nil }
    rest.position += 1
    let days = rest.isAtEnd ? "" : " " + rest.text(of: rest.position..<rest.tokens.count)
    guard rest.isAtEnd || rest.whole({ $0.periods(withYears: false) }) != nil else { return nil }
    return .instead("That asks for a list. Nothing was logged.", command: "bbctl \(word)\(days)")
  }

  /// `change last to 5oz`, `undo`, `same as last time`, `remind me`: other commands do that.
  private static func change(_ reader: TokenReader) -> PhraseRefusal? {
    let last = [["last"], ["the", "last"], ["it"], ["that"], ["previous"], ["the", "previous"]]
    var rest = reader
    switch rest.word() {
    case "time" where rest.take(any: [["time", "since"]]): return .instead(asked, command: "bbctl status")
    case "redo": return .instead("redo does again what undo took back.", command: "bbctl redo --help")
    case "undo", "revert": return .instead("undo takes back what was logged last.", command: "bbctl undo --help")
    case "remind", "reminder": return .instead(reminding, command: "bbctl remind add --help")
    case "set" where rest.isBeforeReminder: return .instead(reminding, command: "bbctl remind add --help")
    case "ditto", "same", "repeat": return .instead(repeating, command: "bbctl duplicate --help")
    case "log", "again", "add":
      rest.position += 1
      guard rest.take(any: [["the", "same"], ["same"], ["it", "again"], ["that", "again"]]) else { return nil }
      return .instead(repeating, command: "bbctl duplicate --help")
    case "delete", "remove", "erase": return .instead(deleting, command: "bbctl undo --help")
    case "next":
      rest.position += 1
      guard rest.isAtEnd || PhraseWord.reading(rest)?.0.isThing == true else { return nil }
      return .instead(asked, command: "bbctl predict")
    case "total", "totals", "summary", "stats", "history":
      return .instead(asked, command: "bbctl \(reader.word() == "history" ? "history" : "today")")
    case "change", "edit", "correct", "fix", "update", "make":
      rest.position += 1
      guard rest.take(any: last) else { return nil }
      return .instead(changing, command: "bbctl edit --help")
    case "last":
      rest.position += 1
      if case .begins(.medicine)? = PhraseWord.reading(rest)?.0 {
        return .instead(asked, command: "bbctl medicines")
      }
      // `last 20 min left`, `last night`
      guard let meaning = PhraseWord.reading(rest)?.0, meaning.isThing else { return nil }
      let saysNumber = reader.tokens.contains(where: \.isNumber)
      return .instead(saysNumber ? changing : asked, command: saysNumber ? "bbctl edit --help" : "bbctl status")
    default: return nil
    }
  }

  private static let changing = "edit changes what was logged."
  private static let deleting = "undo takes back what was logged last, and delete removes any entry."
  private static let reminding = "A reminder is not an entry in the log."
  private static let repeating = "duplicate logs again what was logged last."
}

extension TokenReader {
  /// `set a reminder`, `set an alarm for 6`
  fileprivate var isBeforeReminder: Bool {
    var rest = self
    rest.position += 1
    _ = rest.take(any: [["a"], ["an"], ["the"], ["my"]])
    return rest.take(any: [["reminder"], ["alarm"], ["alert"]])
  }

  /// Takes a polite beginning: `hey`, `please`, `can you log`.
  fileprivate mutating func takePoliteWords() {
    while take(any: ["please", "hey", "hi", "ok", "alexa", "so", "and", "um"].map { [$0] }) || take(sign: ",") {}
    if let verb = word(2), ["log", "add", "record", "track"].contains(verb) {
      _ = take(any: [["can", "you"], ["could", "you"], ["would", "you"], ["will", "you"]])
    }
  }

  /// `is she asleep`, `did Eva eat`, `when did he last poop`, `asleep?`
  fileprivate func isQuestion(_ names: [NameMatcher]) -> Bool {
    if tokens.last?.kind == .sign(UInt8(ascii: "?")) { return true }
    var rest = self
    // `Eva, did she eat`
    let saysName = rest.name(among: names) != nil
    if saysName {
      _ = rest.take(sign: ",")
    } else if let word = rest.word(), Self.asking.contains(word) {
      return true
    }
    guard let word = rest.word(), Self.helping.contains(word) else { return false }
    rest.position += 1
    if let subject = rest.word(), Self.subjects.contains(subject) { return true }
    // `Eva has her bottle` and `had her bottle` are not questions.
    if let subject = rest.word(), Self.owners.contains(subject) { return !saysName && Self.being.contains(word) }
    return !saysName && rest.name(among: names) != nil
  }

  private static let asking: Set<String> = [
    "when", "what", "how", "why", "where", "who", "which", "whose", "what's", "whats", "when's", "whens", "how's",
    "hows", "where's", "who's", "does", "can", "could", "should", "shall", "would", "isn't",
  ]
  private static let being: Set<String> = ["is", "was", "are", "were", "has", "does"]
  private static let helping: Set<String> = being.union([
    "had", "have", "did", "do", "will", "wasn't", "aren't", "weren't", "hasn't", "haven't", "didn't", "doesn't",
  ])
  private static let subjects: Set<String> = [
    "she", "he", "they", "it", "you", "we", "i", "baby", "bub", "anyone", "anybody", "somebody", "someone", "everyone",
  ]
  private static let owners: Set<String> = ["the", "her", "his", "my", "our", "their", "your"]
}

/// A plural that lists entries, such as `feeds`, where the word alone would log nothing.
public struct ListedEntries: Hashable, Sendable {
  public let kind: EntryKind
  /// The search text within the kind; nil lists all entries.
  public let search: String?

  /// Nil for any other word.
  ///
  /// - Parameter word: in small letters.
  public init?(named word: String) {
    switch word {
    case "feeds", "feedings": self.init(.feeding)
    case "bottles": self.init(.feeding, "bottle")
    case "pumpings": self.init(.feeding, "pumping")
    case "diapers", "nappies": self.init(.diaper)
    case "poops", "poos": self.init(.diaper, "poop")
    case "pees", "wees": self.init(.diaper, "pee")
    case "naps", "sleeps": self.init(.sleep)
    case "baths": self.init(.declared(.activity), "bath")
    default: return nil
    }
  }

  private init(_ kind: EntryKind, _ search: String? = nil) { (self.kind, self.search) = (kind, search) }
}
