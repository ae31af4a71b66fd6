import BabyClient
import BabyModel
import BabyProtocol

/// An item of the tray's menu, as a person sees it.
struct MenuItem: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Says something and does nothing.
    case heading
    case action(MethodCall)
    /// One of several, of which one is chosen.
    case choice(MethodCall, isChosen: Bool)
    case submenu([MenuItem])
    case separator
  }

  var label: String
  var kind: Kind

  static let separator = MenuItem(label: "", kind: .separator)

  static func heading(_ label: String) -> MenuItem { MenuItem(label: label, kind: .heading) }

  static func action(_ action: QuickAction) -> MenuItem { MenuItem(label: action.label, kind: .action(action.call)) }
}

/// The tray's menu for what is known.
struct TrayMenu: Hashable {
  var items: [MenuItem]

  init(_ view: FamilyView) {
    if let absence = view.absence {
      items = [.heading(absence)]
    } else if let dashboard = view.dashboard {
      let groups = QuickAction.menu(dashboard, undoable: view.undoable)
      items = [Self.child(dashboard.child, of: view.children)]
      // What takes back stays last.
      let all = groups.dropLast() + [QuickAction.finished(dashboard)] + groups.suffix(1)
      items += all.flatMap { [.separator] + $0.map(MenuItem.action) }
    } else {
      items = [.heading(Words.noChild + ": bbctl setup")]
    }
    if view.absence == nil, let failed = view.connection?.failed, failed > 0 {
      items.append(.action(.retry(failed: failed)))
    }
  }

  private static func child(_ current: ChildReference, of children: [ChildRecord]) -> MenuItem {
    guard children.count > 1 else { return .heading(SafeText.line(current.name)) }
    let choices = children.map(\.child).map { child in
      let choice = QuickAction.select(child)
      return MenuItem(label: choice.label, kind: .choice(choice.call, isChosen: child.id == current.id))
    }
    return MenuItem(label: SafeText.line(current.name), kind: .submenu(choices))
  }
}
