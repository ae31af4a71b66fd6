import BabyModel

/// What a bar showed when it was clicked.
enum ClickState: Hashable {
  /// The running sleep.
  case sleeping(EntryID)
  case nobodySleeping

  static let awake = "awake"

  /// Nil for anything that no bar of ours says.
  init?(_ text: String) {
    if text == Self.awake {
      self = .nobodySleeping
    } else if let id = EntryID(text) {
      self = .sleeping(id)
    } else {
      return nil
    }
  }
}
