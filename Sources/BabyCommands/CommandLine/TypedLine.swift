import BabyModel
import BabyProtocol

/// A command line as it was typed, for hints that give it back.
struct TypedLine {
  /// Without the program's name; general options stand after the command.
  let arguments: [String]

  /// How the command is called: `bbctl sleep start --help`
  var help: String {
    if let rest = (try? CommandTable.find(arguments))?.1.count {
      return (["bbctl"] + arguments.dropLast(rest) + ["--help"]).joined(separator: " ")
    }
    if Phrases.phrase(arguments) != nil, let word = arguments.first {
      return CommandTable.isName(word) ? "bbctl \(word) --help" : "bbctl log --help"
    }
    if let word = arguments.first, CommandTable.isUnknown(word) { return "bbctl log --help" }
    // An unknown command: the words before it are a group.
    let path = arguments.prefix { !$0.hasPrefix("-") }.dropLast()
    return (["bbctl"] + path + ["--help"]).joined(separator: " ")
  }

  /// Everything that it prints is JSON, errors too.
  var printsJSON: Bool {
    arguments.first == "call" || arguments.prefix { $0 != "--" && $0 != "--exec" }.contains("--json")
  }

  /// A phrase as a command line: after `log` if it was typed there, otherwise as a command of its own.
  func commandLine(saying phrase: String) -> String {
    let words = phrase.split(separator: " ").map(String.init)
    // A phrase with special characters is quoted as one argument: quoted word by word, it would be unreadable.
    let isPlain =
      arguments.first != "log" && Phrases.phrase(words) != nil && words.allSatisfy { $0.shellQuoted == $0 }
    let typed = Sentence(arguments.first == "log" ? arguments.dropFirst() : arguments[...])
    return (["bbctl"] + (isPlain ? words : ["log", phrase]) + (typed?.lastingOptions ?? [])).map(\.shellQuoted)
      .joined(separator: " ")
  }

  /// The phrase to log: after `log`, or as a command of its own.
  private var saidWords: [String] {
    let words = arguments.prefix { !$0.hasPrefix("-") }.flatMap { $0.split(separator: " ").map(String.init) }
    let said = Array(words.dropFirst(words.first == "log" ? 1 : 0))
    // "log out" is one thing, and `bbctl log "show me stats"` means what "stats" means.
    return Suggestions.commands(for: words).isEmpty ? said : words
  }

  /// The same with one value replaced; nil if that is not a separate argument.
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
    if corrected == arguments { corrected = replacingPart(wrong, with: right) }
    guard corrected != arguments else { return nil }
    return (["bbctl"] + corrected.map(\.shellQuoted)).joined(separator: " ")
  }

  /// The same if the value is a part of one argument, such as an end of a span, or several words of a sentence.
  private func replacingPart(_ wrong: String, with right: String) -> [String] {
    guard !wrong.isEmpty else { return arguments }
    let holders = arguments.indices.filter { arguments[$0].contains(wrong) }
    if let only = holders.first, holders.count == 1 {
      var corrected = arguments
      // If two are equal, it is unknown which one is wrong.
      guard arguments[only].ranges(of: wrong).count == 1 else { return arguments }
      corrected[only] = arguments[only].replacing(wrong, with: right)
      return corrected
    }
    let words = wrong.split(separator: " ").map(String.init)
    let places = arguments.indices.filter { arguments[$0...].starts(with: words) }
    guard let place = places.first, places.count == 1 else { return arguments }
    return Array(arguments[..<place]) + right.split(separator: " ").map(String.init)
      + arguments[(place + words.count)...]
  }
}

extension TypedLine {
  /// The command lines to choose from after an error of the daemon's.
  ///
  /// Hints for a call's error in terms of the command line: the daemon does not know what was typed.
  func hints(for error: RPCError) -> [String] {
    // A person who uses the protocol directly wants its reference.
    guard error.code.hintEffect == .corrects, arguments.first != "call" else { return [error.hint] }
    // Each choice of an ambiguous phrase replaces the whole phrase.
    if error.code == .phraseUnclear {
      let said = (error.details["choices"]?.arrayValue ?? []).compactMap(\.stringValue).map(commandLine(saying:))
      return said.isEmpty ? [help] : said
    }
    if error.code == .phraseNotUnderstood {
      let meant = Suggestions.commands(for: saidWords)
      if !meant.isEmpty { return meant }
      // Its help and not itself: "bottle" alone logs one.
      if let word = arguments.first, CommandTable.isUnknown(word), !Phrases.begins(word.lowercased()),
        let nearest = CommandTable.nearest(to: word)
      {
        return ["bbctl \(nearest) --help"]
      }
    }
    let choices = error.details["choices"]?.arrayValue ?? [error.details["nextValid"]].compactMap(\.self)
    if let wrong = error.details["text"]?.stringValue {
      let corrected = choices.compactMap(\.stringValue).compactMap { replacing(wrong, with: $0) }
      if !corrected.isEmpty { return corrected }
    }
    return [help]
  }
}
