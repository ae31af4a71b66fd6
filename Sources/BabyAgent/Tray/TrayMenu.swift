import BabyClient
import BabyModel
import BabyProtocol

/// An item of the tray's menu, as a person sees it.
struct MenuItem: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Says something and does nothing.
    case heading
    case action(TrayAction)
    /// One of several, of which one is chosen.
    case choice(TrayAction, isChosen: Bool)
    case submenu([MenuItem])
    case separator
  }

  var label: String
  var kind: Kind

  static let separator = MenuItem(label: "", kind: .separator)

  static func heading(_ label: String) -> MenuItem { MenuItem(label: label, kind: .heading) }

  static func action(_ label: String, _ action: TrayAction) -> MenuItem {
    MenuItem(label: label, kind: .action(action))
  }
}

/// The tray's menu for what is known.
struct TrayMenu: Hashable {
  var items: [MenuItem]

  init(_ view: FamilyView) {
    if let absence = view.absence {
      items = [.heading(absence)]
    } else if let dashboard = view.dashboard {
      items = [Self.child(dashboard.child, of: view.children), .separator]
      items += Self.logging(dashboard) + [.separator, Self.sleep(dashboard), .separator]
      items.append(.action(Words.undo(view.undoable?.text), .undo(view.undoable?.id)))
    } else {
      items = [.heading(Words.noChild + ": bbctl setup")]
    }
    if view.absence == nil, let failed = view.connection?.failed, failed > 0 {
      items.append(.action(Words.retryFailed(failed), .retry))
    }
  }

  private static func child(_ current: ChildReference, of children: [ChildRecord]) -> MenuItem {
    guard children.count > 1 else { return .heading(SafeText.line(current.name)) }
    let choices = children.map(\.child).map { child in
      MenuItem(
        label: SafeText.line(child.name), kind: .choice(.select(child.id), isChosen: child.id == current.id))
    }
    return MenuItem(label: SafeText.line(current.name), kind: .submenu(choices))
  }

  private static func logging(_ dashboard: DashboardGet.Answer) -> [MenuItem] {
    let child = dashboard.child.id
    let breasts = [Side.left, .right].map { side in
      MenuItem.action(Words.log(side, isNext: side == dashboard.suggestedSide), .logBreast(child, side))
    }
    let volume = Volume(dashboard.quick.amount, dashboard.quick.unit)
    let bottle = MenuItem.action(Words.logBottle(volume, in: dashboard.units), .logBottle(child, volume))
    let diapers = [DiaperType.wet, .dirty].map { MenuItem.action(Words.log($0), .logDiaper(child, $0)) }
    return breasts + [bottle, .separator] + diapers
  }

  private static func sleep(_ dashboard: DashboardGet.Answer) -> MenuItem {
    let action = TrayAction.toggleSleep(dashboard)
    guard let running = dashboard.runningSleep else { return .action(Words.startSleep, action) }
    return .action(Words.stopSleep(since: running.startClock(dashboard)), action)
  }
}

extension TrayAction {
  static func toggleSleep(_ dashboard: DashboardGet.Answer) -> TrayAction {
    .toggleSleep(dashboard.child.id, running: dashboard.runningSleep?.entry.id)
  }
}

extension EntryRecord {
  /// When it began: "8:14 PM", and with the day when that is not the dashboard's.
  func startClock(_ dashboard: DashboardGet.Answer) -> String {
    let time = startTime(now: entry.start)
    return Words.dateTime(time.local, today: dashboard.day.date, format: dashboard.timeFormat)
  }
}
