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
