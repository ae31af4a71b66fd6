import BabyModel

/// What a bar showed when it was clicked.
enum ClickState: Hashable {
  /// The running sleep.
  case sleeping(EntryID)
  /// The running feed.
  case feeding(EntryID)
  case nobodySleeping

  static let awake = "awake"
  /// What stands before a feed's id.
  static let feed = "feed-"

  /// Nil for anything that no bar of ours says.
  init?(_ text: String) {
    if text == Self.awake {
      self = .nobodySleeping
    } else if text.hasPrefix(Self.feed), let id = EntryID(String(text.dropFirst(Self.feed.count))) {
      self = .feeding(id)
    } else if let id = EntryID(text) {
      self = .sleeping(id)
    } else {
      return nil
    }
  }
}
