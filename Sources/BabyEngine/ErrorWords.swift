import BabyModel
import BabyProtocol

/// The words for a timer in errors.
struct TimerWords {
  private let timer: TimerKey
  /// "sleep", "music class"; of a longer name that a caller gave, an excerpt.
  let noun: String
  /// What the child does meanwhile: "sleeping"; nil of an activity.
  private let doing: String?
  /// The commands that help: what ends it, and what to do if it is not running, was forgotten, or has changed.
  let stopHint, notRunningHint, forgottenHint, changedHint: String

  init(_ timer: TimerKey) {
    self.timer = timer
    noun = timer.noun.excerpt
    switch timer.kind {
    case .feeding:
      doing = "feeding"
      (stopHint, notRunningHint) = ("bbctl feed stop", "bbctl feed start")
      (forgottenHint, changedHint) = ("bbctl feed --help", "bbctl status")
    case .tummyTime:
      doing = "having tummy time"
      (stopHint, notRunningHint) = ("bbctl tummy stop", "bbctl history --kind tummy")
      (forgottenHint, changedHint) = ("bbctl tummy --help", "bbctl status")
    case .sleep, .diaper, .note:
      doing = "sleeping"
      (stopHint, notRunningHint) = ("bbctl sleep stop", "bbctl history --kind sleep")
      (forgottenHint, changedHint) = ("bbctl sleep stop --help", "bbctl sleep status")
    case .declared:
      doing = nil
      (stopHint, notRunningHint) = ("bbctl stop \(timer.name.shellQuoted)", "bbctl status")
      (forgottenHint, changedHint) = ("bbctl log --help", "bbctl status")
    }
  }

  /// "Eva has been sleeping", "Eva's bath has been running"
  func isRunning(of child: String) -> String {
    doing.map { "\(child) has been \($0)" } ?? "\(child)'s \(noun) has been running"
  }

  /// "Eva is not sleeping.", "Eva's bath is not running: walk and play are."
  func isNotRunning(of child: String, others: [TimerKey]) -> String {
    if let doing { return "\(child) is not \(doing)." }
    let names = others.map(\.noun)
    if names.isEmpty { return "\(child)'s \(noun) is not running, and nothing else is." }
    return "\(child)'s \(noun) is not running: \(Words.listed(names)) \(names.count == 1 ? "is" : "are")."
  }

  /// "In the meantime, a sleep was started for Eva.", "Eva's bath was started in the meantime."
  func wasStarted(for child: String) -> String {
    switch timer.kind {
    case .sleep, .feeding: "In the meantime, a \(noun) was started for \(child)."
    default: "\(child)'s \(noun) was started in the meantime."
    }
  }
}

extension TimerKey {
  /// Identifies the timer for programs, with further details.
  func details(_ more: [(String, JSON)] = []) -> JSONObject {
    JSONObject([("kind", .string(kind.rawValue))] + (name.isEmpty ? [] : [("name", .string(name))]) + more)
  }

  /// Which timer it is, its entry, and since when it has been running or paused.
  func details(_ id: EntryID, _ since: Instant) -> JSONObject {
    details([("id", .string("\(id)")), ("since", .string(since.utcText))])
  }
}

extension FieldError {
  /// The error in a field for people: "time at the left breast must be at least 0". Programs get the field's name on
  /// the wire beside it.
  var words: String {
    let message = self.message.split(separator: " ", omittingEmptySubsequences: false).map { word in
      // Only words that do not occur in sentences: "for" and "to" are words, too.
      let name = word.hasSuffix(",") ? word.dropLast() : word
      let isCompound = name.contains { $0.isUppercase } && name.first?.isLowercase == true
      guard isCompound, let said = Self.names[String(name)] else { return String(word) }
      return said + word.dropFirst(name.count)
    }
    return ([Self.names[field] ?? field] + message).joined(separator: " ")
  }

  /// Readable names of fields, if theirs are not.
  private static let names = [
    "at": "the time", "from": "the start", "to": "the end", "for": "the length", "id": "the entry",
    "value": "what was measured", "leftSeconds": "time at the left breast", "rightSeconds": "time at the right breast",
    "startedSide": "the breast it began with", "content": "what the bottle held", "endUnknown": "an unknown end",
    "timedSince": "the beginning of the turn", "pausedSince": "the beginning of the pause", "childId": "the child",
    "dueDate": "the due date", "birthWeight": "the weight at birth", "feedingStyle": "how the child is fed",
  ]
}

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

extension OtherLog {
  /// Says whose the backup is, which of its children have never been here, and what a restore would do.
  var explanation: String {
    let count = Words.count(entries, .entries)
    let unknown = strangers.isEmpty ? nil : "\(Self.list(strangers)) \(verb(strangers)) never been in this one"
    guard let owner else {
      return "This backup is of another log, with \(count): \(unknown ?? ""). Nothing was changed."
    }
    let sentences = ["This backup is of \(Self.noun(owner, besides: here)), with \(count)", unknown, future]
    return sentences.compactMap(\.self).joined(separator: ". ") + ". Nothing was changed."
  }

  /// "another account's log on baby.example.org"
  private static func noun(_ owner: LogOwner, besides here: LogOwner?) -> String {
    guard case .account(let account) = owner else { return "a log without an account" }
    let isAnother = if case .account = here { true } else { false }
    return (isAnother ? "another account's log" : "an account's log") + (account.map { " on \($0.server.host)" } ?? "")
  }

  /// The consequence of a restore.
  private var future: String {
    guard case .account(let account) = here else {
      return "This machine has no account: what is in the backup would stay on this machine, and no sync would follow"
    }
    let server = account.map { " on \($0.server.host)" } ?? ""
    let isTwice = twice.isEmpty ? "" : ". Then it has \(Self.list(twice)) twice"
    return "Whatever your account\(server) does not have would be sent to it in your name\(isTwice)"
  }

  private func verb(_ names: [String]) -> String { names.count == 1 ? "has" : "have" }

  /// A file from elsewhere may have any number of them.
  private static func list(_ names: [String]) -> String {
    let more = names.count - 3
    return Words.listed(names.prefix(3).map(\.excerpt) + (more > 0 ? ["\(more) more"] : []))
  }
}
