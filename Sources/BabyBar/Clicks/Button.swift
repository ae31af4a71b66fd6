/// What somebody did with the pointer on a bar.
enum Button: String, CaseIterable {
  case left, middle, right, feed
  case scrollUp = "scroll-up"
  case scrollDown = "scroll-down"

  /// - Parameter number: as X11 counts them, and i3bar with it.
  init?(number: Int64) {
    switch number {
    case 1: self = .left
    case 2: self = .middle
    case 3: self = .right
    case 4: self = .scrollUp
    case 5: self = .scrollDown
    // The one that goes back, at the side of a mouse.
    case 8: self = .feed
    default: return nil
    }
  }

  /// One phrase for the help.
  var summary: String {
    switch self {
    case .left: "start or end a sleep, or end the feed that is shown"
    case .feed: "start a feed on the side to offer next, or end the one that runs; a mouse's back button"
    case .middle: "undo the last change"
    case .right: "open a menu to log from, with rofi, wofi, fuzzel or dmenu, whichever is installed"
    case .scrollUp: "switch to the previous child"
    case .scrollDown: "switch to the next child"
    }
  }
}
