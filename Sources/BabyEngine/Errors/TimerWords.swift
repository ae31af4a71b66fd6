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
