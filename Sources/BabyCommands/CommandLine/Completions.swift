import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

// Completions that only the daemon knows. If it is missing or slow, there are none.

extension CompletionKind {
  /// Words of recent notes, the most frequent first.
  static let noteWords = asking { session, typed in
    let answer = try session.call(TimelineList.self, .init(limit: 300))
    return frequentWords(in: answer.entries.compactMap { $0.entry.note }, beginningWith: typed)
  }

  /// The short ids of the latest entries.
  static let recentEntries = asking { session, typed in
    let answer = try session.call(TimelineList.self, .init(limit: 20))
    return ["last"] + answer.entries.map(\.shortID).filter { $0.hasPrefix(typed) }
  }

  /// Days that have a name.
  static let days = list(DayRange.names)

  /// The names of the children.
  static let children = asking { session, typed in
    try session.call(ChildList.self, .init()).children.map(\.child.name).filter { $0.hasPrefix(typed) }
  }

  /// Names of timers to complete after a word such as `start`: the built-in ones, and the family's activities.
  static let timers = asking { session, typed in
    let word = session.environment.variables[PhraseCompletions.saidWord] ?? ""
    if DeclaredKinds.kind(called: word) == .medicine {
      return try session.call(MedicineList.self, .init()).medicines.map(\.name).filter { $0.hasPrefix(typed) }
    }
    guard Phrases.leadToName.contains(word) else { return [] }
    let used = try? session.call(TimelineList.self, .init(kinds: [.declared(.activity)], limit: 200))
    return TimerNames.all(with: used?.entries.compactMap(\.entry.content.name) ?? []).filter { $0.hasPrefix(typed) }
  }

  /// The names of the daemon's backups, and files.
  static let backups = asking { session, typed in
    let names = (try? session.call(DataBackups.self, .init()).backups.map(\.name)) ?? []
    return names.filter { $0.hasPrefix(typed) } + FolderListing.paths(beginningWith: typed)
  }

  private static func asking(_ ask: @escaping @Sendable (CommandSession, String) throws -> [String]) -> CompletionKind {
    .custom { _, _, typed in
      let settings = SessionSettings(timeout: Timeout(usual: .milliseconds(500)))
      guard let session = try? CommandSession(settings, in: .process) else { return [] }
      return ((try? ask(session, typed)) ?? []).map(SafeText.line)
    }
  }
}

enum TimerNames {
  /// All timers by name, each once: built-in names first, then the family's recent ones.
  static func all(with used: [String]) -> [String] {
    var known: Set<TimerKey> = []
    return (["sleep", "tummy time"] + KnownActivities.names + used).filter {
      known.insert(TimerKey(named: $0)).inserted
    }
  }
}

/// At most ten words of three letters and more, the most frequent first; of those that are alike, the first.
func frequentWords(in texts: [String], beginningWith prefix: String) -> [String] {
  var counts: [String: Int] = [:]
  var order: [String] = []
  for text in texts {
    for word in text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init) {
      guard word.count > 2, word.hasPrefix(prefix.lowercased()) else { continue }
      if counts[word] == nil { order.append(word) }
      counts[word, default: 0] += 1
    }
  }
  let sorted = order.enumerated().sorted { (counts[$1.element] ?? 0, $0.offset) < (counts[$0.element] ?? 0, $1.offset) }
  return sorted.prefix(10).map(\.element)
}

/// Additions to ArgumentParser's completion scripts, which know only commands: the words that begin a phrase, each with
/// an example. After such a word, the options of `bbctl log` are completed.
enum PhraseCompletions {
  /// The variable with the first word of the phrase, in whose place the script puts `log`.
  static let saidWord = "BBCTL_SAID"

  /// ArgumentParser's script for a shell, with the words.
  static func added(to script: String, for shell: Completion.Shell) -> String {
    switch shell {
    case .bash: script + "\n\n" + bash
    case .zsh: beforeRegistration(of: withNames(script)) + zsh
    case .fish: script + "\n" + fish
    }
  }

  private static var bash: String {
    let words = Phrases.offered.map(\.word).joined(separator: " ")
    return """
      _bbctl_said() {
          local -x \(saidWord)="${COMP_WORDS[1]}"
          case " \(words) " in
          *" ${COMP_WORDS[1]} "*) ((COMP_CWORD > 1)) && COMP_WORDS[1]=log ;;
          esac
          _bbctl "${@}"
          ((COMP_CWORD == 1)) && COMPREPLY+=($(compgen -W '\(words)' -- "${2}"))
          return 0
      }

      complete -o filenames -F _bbctl_said bbctl
      """
  }

  /// The script names its lists after the placeholders, such as `amount|side`, which is not a valid name in zsh.
  private static func withNames(_ script: String) -> String {
    let declaration = "local -ar "
    let names = script.split(separator: "\n").compactMap { line -> Substring? in
      let line = line.drop { $0 == " " }
      guard line.hasPrefix(declaration) else { return nil }
      return line.dropFirst(declaration.count).prefix { $0 != "=" }
    }
    return names.reduce(script) { $0.replacing($1, with: $1.replacing("|", with: "_")) }
  }

  /// The script ends with its own registration, in place of which ours stands.
  private static func beforeRegistration(of script: String) -> String {
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.prefix { !$0.hasPrefix("if [[ \"${funcstack[1]}\"") }.map { $0 + "\n" }.joined()
  }

  private static var zsh: String {
    let described = Phrases.offered.map { "        '\($0.word):Such as \($0.example)'" }
    return """
      _bbctl_said() {
          local -x \(saidWord)="${words[2]}"
          local -a said=(
      \(described.joined(separator: "\n"))
          )
          if ((CURRENT == 2)); then
              _describe -V phrase said
          elif ((${said[(I)${words[2]}:*]})); then
              words[2]=log
          fi
          _bbctl "${@}"
      }

      compdef _bbctl_said bbctl
      if [[ "${funcstack[1]}" = _bbctl ]]; then
          _bbctl_said "${@}"
      fi
      """
  }

  private static var fish: String {
    let isFirst = #"__bbctl_should_offer_completions_for_positional "bbctl" -eq 1"#
    let words = Phrases.offered.map { word, example in
      "complete -c 'bbctl' -n '\(isFirst)' -fa '\(word)' -d 'Such as \(example)'"
    }
    // A phrase keeps its first word, and there is no command after it to ask the daemon.
    let names = TimerNames.all(with: []).map { $0.replacing(" ", with: #"\ "#) }.joined(separator: " ")
    let isName = "contains -- (commandline -opc)[2] start stop cancel"
    return (words + ["complete -c 'bbctl' -n '\(isName)' -fa '\(names)'"]).joined(separator: "\n")
  }
}
