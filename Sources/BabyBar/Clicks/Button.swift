/// What somebody did with the pointer on a bar.
enum Button: String, CaseIterable {
  case left, middle, right
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
    default: return nil
    }
  }

  /// One phrase for the help.
  var summary: String {
    switch self {
    case .left: "start or end a sleep"
    case .middle: "undo the last change"
    case .right: "open a menu to log from, with rofi, wofi, fuzzel or dmenu, whichever is installed"
    case .scrollUp: "switch to the previous child"
    case .scrollDown: "switch to the next child"
    }
  }
}
