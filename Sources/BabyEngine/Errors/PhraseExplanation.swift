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
        "Unknown activity \"\(word.excerpt)\". To log a new one, type: start activity "
          + "\(String(text.dropFirst("start ".count)).excerpt).")
    case .unknown(let word):
      RPCError(
        .phraseNotUnderstood,
        "\"\(word.excerpt)\" is not understood. Phrases look like bottle 4oz, wet and dirty, nap 1h or left 15m at 3.")
    case .begins(let kind):
      RPCError(
        .phraseNotUnderstood,
        "Begin the phrase with \"\(kind.word)\", as in \"\(kind.example ?? kind.word)\".")
    case .notKept(let what, let category):
      RPCError(
        .phraseNotKept, "There is no entry kind for \(what). Log it as a note.",
        hint: "bbctl note \(text.excerpt.shellQuoted)" + (category == .general ? "" : " --category \(category)"))
    case .notATime(let words):
      RPCError(
        .phraseNotUnderstood,
        "\"\(words.excerpt)\" is not a time. Times look like 3pm, 15:05, \"20 min ago\" or \"yesterday at 22:10\".")
    case .instead(let sentence, let command): RPCError(.phraseNotLogged, sentence, hint: command)
    case .severalThings:
      RPCError(.phraseNotUnderstood, "That is more than one entry. Log them one at a time.")
    case .contradiction(let sentence): RPCError(.phraseNotUnderstood, sentence)
    }
  }
}
