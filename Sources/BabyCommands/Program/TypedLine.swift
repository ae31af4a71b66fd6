import BabyModel
import BabyProtocol

/// A command line as it was typed, for hints that give it back.
struct TypedLine {
  /// Without the program's name; general options stand after the command.
  let arguments: [String]

  /// How the command is called: `bbctl sleep start --help`
  var help: String {
    if let rest = (try? Dispatcher.command(for: arguments))?.1.count {
      return (["bbctl"] + arguments.dropLast(rest) + ["--help"]).joined(separator: " ")
    }
    if PlainWords.phrase(arguments) != nil, let word = arguments.first {
      return Dispatcher.isName(word) ? "bbctl \(word) --help" : "bbctl log --help"
    }
    // A word that is no command: what leads up to it is one.
    let path = arguments.prefix { !$0.hasPrefix("-") }.dropLast()
    return (["bbctl"] + path + ["--help"]).joined(separator: " ")
  }

  /// Everything that it prints is JSON, errors too.
  var printsJSON: Bool {
    arguments.first == "call" || arguments.prefix { $0 != "--" && $0 != "--exec" }.contains("--json")
  }

  /// A phrase as a command line: after `log` where it was typed so, and else as the command that it is.
  func saying(_ phrase: String) -> String {
    let words = phrase.split(separator: " ").map(String.init)
    guard arguments.first != "log", PlainWords.phrase(words) != nil else { return "bbctl log " + phrase.shellQuoted }
    return (["bbctl"] + words.map(\.shellQuoted)).joined(separator: " ")
  }

  /// What was said to be logged, in words: after `log`, or as a command of its own.
  private var saidWords: [String] {
    let words = arguments.prefix { !$0.hasPrefix("-") }.flatMap { $0.split(separator: " ").map(String.init) }
    let said = Array(words.dropFirst(words.first == "log" ? 1 : 0))
    // "log out" is one thing, and `bbctl log "show me stats"` means what "stats" means.
    return TriedWords.commands(for: words).isEmpty ? said : words
  }

  /// The same with another value in place of one; nil when that is no argument of its own.
  func replacing(_ wrong: String, with right: String) -> String? {
    var corrected: [String] = []
    for argument in arguments {
      if argument == wrong {
        corrected.append(right)
      } else if argument.hasPrefix("--"), argument.hasSuffix("=" + wrong) {
        corrected.append(argument.dropLast(wrong.count) + right)
      } else {
        corrected.append(argument)
      }
    }
    guard corrected != arguments else { return nil }
    return (["bbctl"] + corrected.map(\.shellQuoted)).joined(separator: " ")
  }
}

extension TypedLine {
  /// Command lines that help with an error of the daemon's, of which one is to be chosen.
  ///
  /// What is wrong with a call is told with the call in view: the daemon does not know what was typed.
  func hints(for error: RPCError) -> [String] {
    // A person who uses the protocol directly wants its reference.
    guard error.code.hintEffect == .corrects, arguments.first != "call" else { return [error.hint] }
    // What can be read in several ways is said again, as a whole.
    if error.code == .phraseUnclear {
      let said = (error.details["choices"]?.arrayValue ?? []).compactMap(\.stringValue).map(saying)
      return said.isEmpty ? [help] : said
    }
    if error.code == .phraseNotUnderstood {
      let meant = TriedWords.commands(for: saidWords)
      if !meant.isEmpty { return meant }
    }
    let choices = error.details["choices"]?.arrayValue ?? [error.details["nextValid"]].compactMap(\.self)
    if let wrong = error.details["text"]?.stringValue {
      let corrected = choices.compactMap(\.stringValue).compactMap { replacing(wrong, with: $0) }
      if !corrected.isEmpty { return corrected }
    }
    return [help]
  }
}
