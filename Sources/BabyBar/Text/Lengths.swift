import BabyModel

/// How lengths of time are written.
enum Lengths {
  /// "1h 04m", "45m"
  case words
  /// "1:04", "0:45": always as wide, but for the hours.
  case digits

  /// Whole minutes: a bar that showed seconds would have to move every second.
  func text(_ length: Duration) -> String {
    let minutes = max(length.wholeMinutes, 0)
    switch self {
    case .words: return Words.duration(.minutes(Int(minutes)))
    case .digits: return "\(minutes / 60):" + (minutes % 60 < 10 ? "0" : "") + "\(minutes % 60)"
    }
  }
}
