import BabyClient
import BabyModel
import BabyProtocol

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
