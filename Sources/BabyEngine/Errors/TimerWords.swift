import BabyModel
import BabyProtocol

/// What errors say of a timer.
struct TimerWords {
  /// "sleep", "music class"
  let noun: String
  /// What the child does meanwhile: "sleeping"; nil of an activity.
  private let doing: String?
  let running, notRunning, forgotten, changed: ErrorCode
  /// What ends it.
  let stopHint: String

  init(_ timer: TimerKey) {
    noun = timer.noun
    switch timer.kind {
    case .feeding:
      doing = "feeding"
      (running, notRunning) = (.feedingRunning, .feedingNotRunning)
      (forgotten, changed) = (.feedingForgotten, .feedingChanged)
    case .tummyTime:
      doing = "having tummy time"
      // What a caller shows is asked of sleeps and feeds alone.
      (running, notRunning) = (.tummyRunning, .tummyNotRunning)
      (forgotten, changed) = (.tummyForgotten, .sleepChanged)
    case .sleep, .diaper, .note:
      doing = "sleeping"
      (running, notRunning) = (.sleepRunning, .sleepNotRunning)
      (forgotten, changed) = (.sleepForgotten, .sleepChanged)
    case .declared:
      doing = nil
      (running, notRunning) = (.activityRunning, .activityNotRunning)
      (forgotten, changed) = (.activityForgotten, .sleepChanged)
    }
    stopHint = doing == nil ? "bbctl stop \(timer.name.shellQuoted)" : running.hint
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
}
