import BabyModel
import BabyProtocol

/// What a click leads to. Nothing is decided here about babies: a click is one call.
///
/// Bars fire clicks twice now and then, and two caregivers can press at the same time. A click that says what its bar
/// showed changes nothing when that has changed. One that cannot say it, as with bars that only run commands, must
/// not ask for the state first: after the first press, the second would see the sleep that the first has just started,
/// and end it. It toggles whatever is so, and the daemon takes two such calls within a second for one press.
enum Click: Equatable {
  case call(method: String, params: [UInt8])
  case menu
  case nothing

  /// A click by a bar that runs a command.
  ///
  /// - Parameters:
  ///   - state: what the bar showed; nil where it cannot say it.
  ///   - child: the child that the bar shows; nil is the current one.
  static func left(state: ClickState?, child: String?) -> Click {
    let shown: Nullable<EntryID>? =
      switch state {
      case nil: nil
      case .sleeping(let id): .value(id)
      case .nobodySleeping: .null
      }
    return call(SleepToggle.self, .init(childID: child, ifRunning: shown))
  }

  static let middle = call(Undo.self, .init())

  /// Switches to the child before or after the current one, round and round.
  static func scroll(_ step: Int, in children: [ChildRecord]) -> Click {
    let children = children.filter { $0.child.removedAt == nil }
    guard children.count > 1, let current = children.firstIndex(where: \.isCurrent) else { return .nothing }
    let next = children[(current + step + children.count) % children.count]
    return call(ChildSelect.self, .init(childID: next.child.id.description))
  }

  /// A click on a bar of which it is known what it shows.
  static func on(_ button: Button, _ knowledge: BarKnowledge, child: String?) -> Click {
    switch button {
    case .left:
      let shown = knowledge.dashboard.map { dashboard in
        dashboard.runningSleep.map { ClickState.sleeping($0.entry.id) } ?? .nobodySleeping
      }
      return left(state: shown, child: knowledge.dashboard?.child.id.description ?? child)
    case .middle: return middle
    case .right: return .menu
    case .scrollUp: return scroll(-1, in: knowledge.children)
    case .scrollDown: return scroll(1, in: knowledge.children)
    }
  }

  private static func call<Method: RPCMethod>(_ method: Method.Type, _ params: Method.Params) -> Click {
    .call(method: Method.name, params: params.encoded)
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
