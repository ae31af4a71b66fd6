import BabyModel
import BabyProtocol

extension RPCError {
  /// Why a phrase is not logged.
  static func refused(_ text: String, _ refusal: PhraseRefusal) -> RPCError {
    switch refusal {
    case .tooLong:
      RPCError(.phraseNotUnderstood, "The phrase is longer than \(Phrase.longestText) bytes.")
    case .unknown(let word) where text.lowercased().hasPrefix("start "):
      RPCError(
        .phraseNotUnderstood,
        "\"\(word.excerpt)\" is not known. If it is an activity of your own, say so: "
          + "start activity\(String(text.dropFirst("start".count)).excerpt).")
    case .unknown(let word):
      RPCError(
        .phraseNotUnderstood,
        "\"\(word.excerpt)\" is not understood. Phrases look like bottle 4oz, wet and dirty, nap 1h or left 15m at 3.")
    case .begins(let kind):
      RPCError(
        .phraseNotUnderstood,
        "What is said of \(kind.noun) begins with \"\(kind.word)\", as \"\(kind.example ?? kind.word)\" does.")
    case .notKept(let what, let category):
      RPCError(
        .phraseNotKept, "\(what) has no kind of entry of its own. A note can keep it.",
        hint: "bbctl note \(text.excerpt.shellQuoted)" + (category == .general ? "" : " --category \(category)"))
    case .notATime(let words):
      RPCError(
        .phraseNotUnderstood,
        "\"\(words.excerpt)\" is not a time. Times look like 3pm, 15:05, \"20 min ago\" or \"yesterday at 22:10\".")
    case .instead(let sentence, let command): RPCError(.phraseNotLogged, sentence, hint: command)
    case .severalThings:
      RPCError(.phraseNotUnderstood, "That is more than one thing: say one at a time.")
    case .contradiction(let sentence): RPCError(.phraseNotUnderstood, sentence)
    }
  }
}
