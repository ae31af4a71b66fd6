import BabyClient
import BabyModel
import BabyProtocol
import Glibc

/// What a click leads to. Nothing is decided here about babies: a click is one call.
///
/// Bars fire clicks twice now and then, and two caregivers can press at the same time. A click that says what its bar
/// showed changes nothing when that has changed. One that cannot say it, as with bars that only run commands, must
/// not ask for the state first: after the first press, the second would see the sleep that the first has just started,
/// and end it. It toggles whatever is so, and the daemon takes two such calls within a second for one press.
enum Click: Equatable {
  case call(MethodCall)
  case menu
  case nothing

  /// A click by a bar that runs a command.
  ///
  /// - Parameters:
  ///   - state: what the bar showed; nil where it cannot say it.
  ///   - child: the child that the bar shows; nil is the current one.
  static func left(state: ClickState?, child: String?) -> Click {
    let shown: Nullable<EntryID>?
    switch state {
    case nil: shown = nil
    case .sleeping(let id): shown = .value(id)
    case .nobodySleeping: shown = .null
    case .feeding(let id):
      return .call(MethodCall(FeedingToggle.self, .init(childID: child, ifRunning: .value(id))))
    }
    return .call(MethodCall(SleepToggle.self, .init(childID: child, ifRunning: shown)))
  }

  /// Starts a feed on the side to offer next, or ends the one that runs, whichever is so.
  static func feed(child: String?) -> Click { .call(MethodCall(FeedingToggle.self, .init(childID: child))) }

  static let middle = Click.call(QuickAction.undo().call)

  /// Switches to the child so many steps after the current one.
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
