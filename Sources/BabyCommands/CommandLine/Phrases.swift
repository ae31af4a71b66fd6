import BabyModel

/// Sentences as commands: `bbctl bottle 4oz`, `bbctl poop`, `bbctl nap 1h`.
///
/// The words go to the daemon as they are: it has the grammar, the unit and the child's clock.
enum Phrases {
  /// First words that begin a phrase and no other command, as shells offer them, each with a phrase that it begins.
  static var offered: [(word: String, example: String)] {
    everyday
      + DeclaredKinds.all.filter { !$0.isNamed }.compactMap { kind in
        kind.example.map { (String($0.prefix { $0 != " " }), $0) }
      }.filter { CommandTable.command(named: $0.0) == nil }
  }

  private static let everyday: [(word: String, example: String)] = [
    ("bottle", "bottle 4oz 2h ago"), ("left", "left 15m"), ("right", "right 10m left 5m"), ("both", "both 20m"),
    ("nursed", "nursed left 12 min"), ("pumped", "pumped 80ml"), ("pee", "pee 5 min ago"),
    ("poop", "poop 20 min ago"), ("wet", "wet and dirty"), ("dirty", "dirty 1h ago note a rash"), ("nap", "nap 1h"),
    ("slept", "slept 40m"), ("asleep", "asleep 20 min ago"), ("woke", "woke up 10 min ago"),
    ("bath", "bath 20m"), ("start", "start walk"), ("stop", "stop walk 10 min ago"),
  ]
  /// Further forms, accepted but not suggested.
  private static let others = [
    "formula", "water", "ebm", "breastmilk", "drank", "fed", "ate", "breastfed", "nursing", "breastfeeding", "pause",
    "resume", "done", "finished", "cancel", "pump", "pooped", "poo", "peed", "nappy", "mixed", "napped", "awake",
    "fell",
    "tylenol", "paracetamol",
  ]
  private static let activity = KindDeclaration.activity.word
  /// Words that can precede the name of an activity, which may be several words in one argument.
  static let leadToName = ["start", "stop", "cancel", "done", "finished", activity]
  /// Words of these commands only.
  private static let ownWords = ["status", "cancel", "log"]

  /// The phrase that is all there is, and whether the parser has another word for it; nil if there are options.
  static func phrase(_ words: [String]) -> (text: String, isCommand: Bool)? {
    let words = withFieldsAsWords(words)
    guard let word = words.first, let text = text(words), !isReport(words) else { return nil }
    let rest = line(words.dropFirst())
    switch CommandTable.command(named: word)?.sentences ?? .never {
    case .follows where words.count > 1: return (rest, false)
    case .begins: return words.count > 1 && !ownWords.contains(rest) ? (text, true) : nil
    case .never, .follows, .beginsWithWord: return begins(word.lowercased()) ? (text, false) : nil
    }
  }

  /// Words as one phrase; nil if there are options, or nothing.
  static func text(_ words: [String]) -> String? {
    !words.isEmpty && words.dropFirst().allSatisfy(isPlain) ? line(words[...]) : nil
  }

  /// Joins words to a line. The library's generic version for slices is resolved at run time, at a tenth of the cost of
  /// the whole call.
  static func line(_ words: ArraySlice<String>) -> String {
    var line = ""
    for word in words { line += line.isEmpty ? word : " " + word }
    return line
  }

  /// The same as arguments of `bbctl log`, where there are options.
  static func asCommand(_ arguments: [String]) -> [String] {
    let arguments = withFieldsAsWords(arguments)
    guard let word = arguments.first, begins(word.lowercased()) || isActivity(arguments), !isReport(arguments) else {
      return arguments
    }
    return ["log"] + arguments
  }

  /// Whether words that no command takes with their options can be a sentence.
  static func mayBeSentence(_ sentence: Sentence) -> Bool {
    if CommandTable.isUnknown(sentence.words[0]) { return !Suggestions.areCommand(sentence.words) }
    // Words that are a command without the options are one: the command itself reports invalid options.
    return phrase(sentence.words)?.isCommand == true && (try? CommandTable.parseAlone(sentence.words)) == nil
  }

  /// Options for a declared kind's fields, `--place ear`, become the words of a phrase. One argument stays one text:
  /// `medicine "Vitamin D" 1drop`.
  private static func withFieldsAsWords(_ words: [String]) -> [String] {
    let first = words.first == "log" ? 1 : 0
    guard words.count > first + 1, words.contains(where: { $0.hasPrefix("--") || $0.utf8.contains(0x20) }) else {
      return words
    }
    if let said = withContentAsWord(words, first) { return said }
    let kind = DeclaredKinds.kind(called: words[first])
    // The name of an activity can be all that follows.
    let isName = leadToName.contains(words[first])
    guard isName || kind != nil && words.count > first + 2 else { return words }
    var said = Array(words.prefix(first + 1))
    var isOptionsValue = false
    for word in words.dropFirst(first + 1) {
      let parts = word.hasPrefix("--") ? word.dropFirst(2).split(separator: "=", maxSplits: 1).map(String.init) : []
      if let field = parts.first.flatMap({ kind?.words(forField: $0) }) {
        said += [field] + parts.dropFirst().map(quoted)
        isOptionsValue = false
      } else {
        said.append(isOptionsValue || word.hasPrefix("--") ? word : quoted(word))
        isOptionsValue = word.hasPrefix("--") && !word.contains("=")
      }
    }
    return said
  }

  /// A bottle's content is an option of `feed`, and a word of a phrase: `bottle 90ml --content formula`.
  private static func withContentAsWord(_ words: [String], _ first: Int) -> [String]? {
    let option = "--content"
    guard let place = words.firstIndex(where: { $0 == option || $0.hasPrefix(option + "=") }), place > first,
      begins(words[first].lowercased())
    else { return nil }
    let isGlued = words[place] != option
    let end = place + (isGlued ? 1 : 2)
    guard end <= words.count,
      let content = BottleContent(
        named: isGlued ? String(words[place].dropFirst(option.count + 1)) : words[place + 1])
    else { return nil }
    return words[..<place] + [Words.name(of: content)] + words[end...]
  }

  private static func quoted(_ word: String) -> String {
    word.utf8.contains(0x20) && !word.utf8.contains(UInt8(ascii: "\"")) ? "\"\(word)\"" : word
  }

  /// `milk`, `foods --child Max`: there is nothing to log.
  private static func isReport(_ words: [String]) -> Bool {
    words.first.flatMap(CommandTable.command(named:))?.sentences == .beginsWithWord
      && (words.count == 1 || !isPlain(words[1]))
  }

  /// Whether a word begins a phrase. No command begins with a digit: `4oz`.
  static func begins(_ word: String) -> Bool {
    others.contains(word) || everyday.contains { $0.word == word }
      || word.utf8.first.map { (0x30...0x39).contains($0) } ?? false || KnownActivities.begin(with: word)
      || (DeclaredKinds.kind(called: word).map { !$0.isNamed } ?? false)
  }

  /// Whether a phrase can be about a medicine, whose names only the log knows: the others begin with words of their own.
  static func mayBeMedicine(_ phrase: String) -> Bool {
    let word = phrase.prefix { $0 != " " }.lowercased()
    if let kind = DeclaredKinds.kind(called: word) { return kind == .medicine }
    return CommandTable.command(named: word)?.sentences != .begins && !KnownActivities.begin(with: word)
      && !everyday.contains { $0.word == word }
  }

  /// `activity "music class" 45m`: without a name it is another command.
  private static func isActivity(_ words: [String]) -> Bool {
    words.first == activity && words.count > 1 && !words[1].hasPrefix("-")
  }

  /// `-20m` is a time, and any other word that begins with a dash an option.
  static func isPlain(_ word: String) -> Bool {
    let bytes = Array(word.utf8.prefix(2))
    return bytes.first != UInt8(ascii: "-") || bytes.count > 1 && (0x30...0x39).contains(bytes[1])
  }
}

/// Questions, and the commands that answer them: `bbctl feeds`, `bbctl diapers yesterday`, `bbctl why is Eva crying`.
enum Questions {
  /// The arguments of the command that answers a question; any others as they are.
  static func asCommand(_ arguments: [String]) -> [String] { asWhy(asList(arguments)) }

  /// `bbctl feeds` as `bbctl history --kind feeding`, as `foods` and `medicines` list theirs.
  static func asList(_ arguments: [String]) -> [String] {
    guard let word = arguments.first, let list = ListedEntries(named: word.lowercased()) else { return arguments }
    let search = list.search.map { ["--search", $0] } ?? []
    return [HistoryCommand.commandName, "--kind", list.kind.rawValue] + search + arguments.dropFirst()
  }

  /// `why is Eva crying` and `what's wrong` as `bbctl why`, with or without options.
  private static func asWhy(_ arguments: [String]) -> [String] {
    // The rest costs a tenth of `bbctl sleep stop`.
    guard let first = arguments.first?.lowercased(), first.hasPrefix("wh") else { return arguments }
    let typed = arguments.prefix { !$0.hasPrefix("-") }.flatMap { $0.split(separator: " ").map(String.init) }
    let words = typed.map { $0.lowercased().filter { $0 != "?" } }
    let options = arguments.drop { !$0.hasPrefix("-") }
    if [["what's", "wrong"], ["whats", "wrong"], ["what", "is", "wrong"]].contains(words) {
      return [Why.commandName] + options
    }
    guard words.count > 3, words.starts(with: ["why", "is"]), ["crying", "upset", "fussy"].contains(words.last) else {
      return arguments
    }
    let isNamed = !["she", "he", "it", "they", "baby", "the baby", "my baby"].contains(
      words.dropFirst(2).dropLast().joined(separator: " "))
    let name = typed.dropFirst(2).dropLast().joined(separator: " ")
    return [Why.commandName] + (isNamed ? ["--child", name] : []) + options
  }
}
