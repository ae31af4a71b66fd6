import BabyClient
import BabyProtocol

/// What is said plainly is a command of its own: `bbctl bottle 4oz`, `bbctl poop`, `bbctl nap 1h`.
///
/// The words go to the daemon as they are: it has the grammar, the unit and the child's clock.
enum PlainWords {
  /// First words that begin a phrase and no other command.
  private static let first: Set<String> = [
    "bottle", "formula", "milk", "drank", "fed", "ate", "left", "right", "both", "nursed", "breastfed", "nursing",
    "breastfeeding", "start", "stop", "switch", "pause", "resume", "done", "finished", "pump",
    "pumped",
    "poop", "pooped", "poo", "pee", "peed", "wet", "dirty", "nappy", "mixed", "nap", "napped", "slept", "asleep",
    "woke",
    "awake", "fell", "tylenol", "paracetamol", "medicine", "temp", "temperature", "weight", "bath",
  ]
  /// Commands that take phrases where they take no such arguments.
  private static let commands: Set<String> = ["feed", "diaper", "sleep", "tummy"]
  /// What only those commands know.
  private static let ownWords: Set<String> = ["status", "cancel", "log"]

  /// The phrase that is all there is, and whether the parser has another word for it; nil where there are options.
  static func phrase(_ words: [String]) -> (text: String, isCommand: Bool)? {
    guard let word = words.first, words.dropFirst().allSatisfy(isPlain) else { return nil }
    if word == "log", words.count > 1 { return (words.dropFirst().joined(separator: " "), false) }
    let lower = word.lowercased()
    if commands.contains(word), words.count > 1, !ownWords.contains(words.dropFirst().joined(separator: " ")) {
      return (words.joined(separator: " "), true)
    }
    return first.contains(lower) || isMeasure(word) ? (words.joined(separator: " "), false) : nil
  }

  /// The same as arguments of `bbctl log`, where there are options.
  static func asCommand(_ arguments: [String]) -> [String] {
    guard let word = arguments.first, first.contains(word.lowercased()) || isMeasure(word) else { return arguments }
    return ["log"] + arguments
  }

  /// `4oz`: no command begins with a digit.
  private static func isMeasure(_ word: String) -> Bool { word.utf8.first.map { (0x30...0x39).contains($0) } ?? false }

  /// `-20m` is a time, and what else begins with a dash an option.
  private static func isPlain(_ word: String) -> Bool {
    let bytes = Array(word.utf8.prefix(2))
    return bytes.first != UInt8(ascii: "-") || bytes.count > 1 && (0x30...0x39).contains(bytes[1])
  }
}

extension CommandSession {
  /// Logs a phrase, and asks a person which of several readings is meant.
  func say(_ params: PhraseLog.Params) throws {
    var params = params
    // A choice may leave another one open; what a person has been asked about thrice is better typed anew.
    for _ in 0..<3 {
      do {
        return try log(PhraseLog.self, params)
      } catch ClientError.refused(let refusal) where refusal.code == .phraseUnclear && hasPerson && !printsJSON {
        guard let choice = chosen(of: refusal) else { throw ClientError.refused(refusal) }
        params.text = choice
      }
    }
    try log(PhraseLog.self, params)
  }

  private func chosen(of refusal: RPCError) -> String? {
    let choices = (refusal.details["choices"]?.arrayValue ?? []).compactMap(\.stringValue)
    guard !choices.isEmpty else { return nil }
    for (index, choice) in choices.enumerated() {
      surroundings.writeError("  \(index + 1)  \(SafeText.line(choice))\n")
    }
    guard let typed = ask("Which one? [1-\(choices.count)]").flatMap({ Int($0) }), choices.indices.contains(typed - 1)
    else { return nil }
    return choices[typed - 1]
  }
}
