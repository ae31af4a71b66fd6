import BabyClient
import BabyModel
import BabyProtocol
import Glibc

/// The effect of a click. It contains no rules about babies: a click is one call.
///
/// Bars sometimes fire a click twice, and two caregivers can press at the same time. A click with the state that its
/// bar showed changes nothing if that has changed. Without it, as with bars that only run commands, the click must not
/// read the state first: after the first press, the second would see the sleep that the first has just started, and end
/// it. It toggles the current state, and the daemon treats two such calls within a second as one press.
enum Click: Equatable {
  case call(MethodCall)
  case menu
  case nothing

  /// A click by a bar that runs a command.
  ///
  /// - Parameters:
  ///   - state: what the bar showed; nil if the bar cannot pass it.
  ///   - child: the child that the bar shows; nil is the current one.
  static func left(state: ClickState?, child: String?) -> Click {
    let shown: Nullable<EntryID>?
    switch state {
    case nil: shown = nil
    case .sleeping(let id): shown = .value(id)
    case .nobodySleeping: shown = .null
    case .feeding(let id):
      return .call(MethodCall(TimerToggle.self, .init(childID: child, timer: .feeding, ifRunning: .value(id))))
    }
    return .call(MethodCall(TimerToggle.self, .init(childID: child, timer: .sleep, ifRunning: shown)))
  }

  /// Starts a feed on the next side, or ends the running one.
  static func feed(child: String?) -> Click {
    .call(MethodCall(TimerToggle.self, .init(childID: child, timer: .feeding)))
  }

  static let middle = Click.call(QuickAction.undo().call)

  /// Switches to another child, by a number of steps from the current one.
  private static func scroll(_ steps: Int, in view: FamilyView) -> Click {
    view.child(steps).map { .call(QuickAction.select($0).call) } ?? .nothing
  }

  /// A click on a bar of which it is known what it shows.
  static func on(_ button: Button, _ view: FamilyView, child: String?) -> Click {
    switch button {
    case .feed: view.dashboard.map { .call(QuickAction.feed($0).call) } ?? feed(child: child)
    case .left: view.dashboard.map { .call(QuickAction.shown($0).call) } ?? left(state: nil, child: child)
    case .middle: middle
    case .right: .menu
    case .scrollUp: scroll(-1, in: view)
    case .scrollDown: scroll(1, in: view)
    }
  }
}

/// Takes clicks that come twice within a second for one. Scrolling is meant to come often.
struct Debounce {
  private var last: [Button: Instant] = [:]

  mutating func admits(_ button: Button, at now: Instant) -> Bool {
    guard button != .scrollUp, button != .scrollDown else { return true }
    if let before = last[button], now >= before, now - before < .seconds(1) { return false }
    last[button] = now
    return true
  }
}

/// A pointer action on a bar.
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

/// The state that a bar showed when it was clicked.
enum ClickState: Hashable {
  /// The running sleep.
  case sleeping(EntryID)
  /// The running feed.
  case feeding(EntryID)
  case nobodySleeping

  static let awake = "awake"
  /// The prefix of a feed's id.
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

/// A click by a bar that runs a command for it: one short process.
enum ClickRun {
  static func run(_ button: Button, state: ClickState?, _ place: BarCommand.Place) throws(ClientError) {
    switch button {
    case .left: try perform(.left(state: state, child: place.child), place.connect(), place)
    case .feed: try perform(.feed(child: place.child), place.connect(), place)
    case .middle: try perform(.middle, place.connect(), place)
    case .right: try perform(.menu, place.connect(), place)
    case .scrollUp, .scrollDown:
      let client = try place.connect()
      var view = FamilyView()
      view.learn(try client.call(ChildList.self, .init()))
      try perform(.on(button, view, child: place.child), client, place)
    }
  }

  private static func perform(_ click: Click, _ client: Client, _ place: BarCommand.Place) throws(ClientError) {
    switch click {
    case .nothing: break
    case .menu: _ = place.openMenu()
    case .call(let call): _ = try client.call(call)
    }
  }
}
