import BabyModel
import BabyProtocol

/// What errors say of a kind's timer.
struct TimerWords {
  /// "a sleep"
  let noun: String
  /// "Eva is sleeping"
  let doing: String
  let running, notRunning, forgotten, changed: ErrorCode

  init(_ kind: EntryKind) {
    switch kind {
    case .feeding:
      (noun, doing) = ("feed", "feeding")
      (running, notRunning) = (.feedingRunning, .feedingNotRunning)
      (forgotten, changed) = (.feedingForgotten, .feedingChanged)
    case .tummyTime:
      (noun, doing) = ("tummy time", "having tummy time")
      // What a caller shows is asked of sleeps and feeds alone.
      (running, notRunning) = (.tummyRunning, .tummyNotRunning)
      (forgotten, changed) = (.tummyForgotten, .sleepChanged)
    case .sleep, .diaper, .note, .declared:
      (noun, doing) = ("sleep", "sleeping")
      (running, notRunning) = (.sleepRunning, .sleepNotRunning)
      (forgotten, changed) = (.sleepForgotten, .sleepChanged)
    }
  }
}
