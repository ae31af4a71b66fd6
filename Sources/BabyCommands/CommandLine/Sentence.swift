/// A sentence and the options that go with it, as `bbctl log` takes them: `she pooped --note green --child Eva`.
struct Sentence {
  /// The phrase without options.
  let words: [String]
  /// As they were typed, each with its value.
  let options: [String]

  /// Nil if there is another option among the words, and if there are no words.
  init?(_ arguments: some Collection<String>) {
    var words: [String] = []
    var options: [String] = []
    var rest = Array(arguments)[...]
    while let word = rest.first {
      if word == "--" {
        words += rest.dropFirst()
        break
      } else if let count = Self.optionLength(rest) {
        options += rest.prefix(count)
        rest = rest.dropFirst(count)
      } else if Phrases.isPlain(word) {
        words.append(word)
        rest = rest.dropFirst()
      } else {
        return nil
      }
    }
    guard !words.isEmpty else { return nil }
    (self.words, self.options) = (words, options)
  }

  /// As the parser of `bbctl log` takes it: `-20m` is a word of the sentence and no option.
  var arguments: [String] { options + ["--"] + words }

  /// The same arguments of `bbctl log` with the options first, if a word of the sentence would be taken for one.
  static func orderingOptions(in arguments: [String]) -> [String] {
    guard arguments.first == "log", let sentence = Sentence(arguments.dropFirst()),
      sentence.words.contains(where: { $0.hasPrefix("-") })
    else { return arguments }
    return ["log"] + sentence.arguments
  }

  /// The options that a command line needs in which the sentence says the time and the note itself.
  var lastingOptions: [String] {
    var lasting: [String] = []
    var rest = options[...]
    while let option = rest.first {
      let count = Self.optionLength(rest) ?? 1
      let name = option.prefix { $0 != "=" }
      if !["--at", "--for", "--note", "--json", "--plain"].contains(name) { lasting += rest.prefix(count) }
      rest = rest.dropFirst(count)
    }
    return lasting
  }

  /// How many arguments an option of `bbctl log` at the beginning takes; nil if it is not one.
  private static func optionLength(_ arguments: ArraySlice<String>) -> Int? {
    arguments.first.map(flags.contains) == true ? 1 : GlobalOptions.length(arguments, withValue: optionsWithValue)
  }

  /// The flags of `bbctl log`.
  static let flags = GlobalOptions.flags.union(["--dry-run"])
  /// The options of `bbctl log` that have a value.
  static let optionsWithValue = GlobalOptions.optionsWithValue.union(
    ["--child", "--note", "--at", "--for", "--idempotency-key"])
}
