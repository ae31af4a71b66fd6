import BabyClient
import BabyModel
import BabyProtocol
import Systemd

/// An item of the tray's menu, as a person sees it.
struct MenuItem: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Says something and does nothing.
    case heading
    case action(MethodCall)
    /// One of several choices.
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

/// The tray's menu.
struct TrayMenu: Hashable {
  var items: [MenuItem]

  init(_ view: FamilyView) {
    if let absence = view.absence {
      items = [.heading(absence)]
    } else if let dashboard = view.dashboard {
      let groups = QuickAction.menu(dashboard, undoable: view.undoable)
      items = [Self.child(dashboard.child, of: view.children)]
      // Undo stays last.
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

/// A menu as com.canonical.dbusmenu shows it: items with numbers and properties.
///
/// Number 0 is the menu itself. Items without an action are numbered by their place, which is all that they have.
struct MenuLayout: Hashable {
  struct Node: Hashable {
    var number: Int32
    var properties: [String: BusValue]
    var children: [Node]
  }

  /// Below this are the numbers of items without an action.
  static let firstAction: Int32 = 1000

  let root: Node

  init(_ menu: TrayMenu, numbers: inout MenuItemIDs) {
    var place: Int32 = 0
    root = Node(
      number: 0, properties: ["children-display": .string("submenu")],
      children: Self.nodes(menu.items, &numbers, &place))
  }

  private static func nodes(_ items: [MenuItem], _ numbers: inout MenuItemIDs, _ place: inout Int32) -> [Node] {
    items.map { item in
      place += 1
      var node = Node(number: place, properties: ["label": .string(label(item.label))], children: [])
      switch item.kind {
      case .heading: node.properties["enabled"] = .bool(false)
      case .separator: node.properties = ["type": .string("separator")]
      case .action(let call): node.number = numbers.number(of: call)
      case .choice(let call, let isChosen):
        node.number = numbers.number(of: call)
        node.properties["toggle-type"] = .string("radio")
        node.properties["toggle-state"] = .int32(isChosen ? 1 : 0)
      case .submenu(let items):
        node.properties["children-display"] = .string("submenu")
        node.children = nodes(items, &numbers, &place)
      }
      return node
    }
  }

  /// A single underscore would underline the letter after it, and a child may well be named so.
  private static func label(_ text: String) -> String {
    text.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__")
  }

  /// An item of the menu; nil for a number that is in no item of it.
  func node(_ number: Int32) -> Node? { Self.find(number, in: root) }

  private static func find(_ number: Int32, in node: Node) -> Node? {
    if node.number == number { return node }
    for child in node.children {
      if let found = find(number, in: child) { return found }
    }
    return nil
  }

  /// All items, the menu itself first.
  var all: [Node] { Self.flat(root) }

  private static func flat(_ node: Node) -> [Node] { [node] + node.children.flatMap(flat) }
}

extension MenuLayout.Node {
  /// `(ia{sv}av)`
  ///
  /// - Parameters:
  ///   - depth: how many levels of children to give; below zero for all of them.
  ///   - names: properties to give; none for all.
  func value(depth: Int, names: Set<String>) -> BusValue {
    let shown = depth == 0 ? [] : children.map { BusValue.variant($0.value(depth: depth - 1, names: names)) }
    return .structure([.int32(number), .properties(properties(names)), .array(of: "v", shown)])
  }

  /// The properties of some names; all of them where no name is given.
  func properties(_ names: Set<String>) -> [String: BusValue] {
    names.isEmpty ? properties : properties.filter { names.contains($0.key) }
  }
}

/// The numbers of menu items. A number means the same call while the agent runs, so that a click in a menu that was
/// drawn a moment ago does what its label says.
struct MenuItemIDs {
  private var numbers: [MethodCall: Int32] = [:]
  private var calls: [Int32: MethodCall] = [:]
  private var last: Int32
  /// Calls in the order of their first use. No menu stays open for as long as it takes to fill this.
  private var order: [MethodCall] = []

  static let most = 256

  /// - Parameter first: numbers below are given to items that do nothing.
  init(first: Int32) { last = first - 1 }

  mutating func number(of call: MethodCall) -> Int32 {
    if let known = numbers[call] { return known }
    if order.count == Self.most {
      let oldest = order.removeFirst()
      if let number = numbers.removeValue(forKey: oldest) { calls[number] = nil }
    }
    last += 1
    numbers[call] = last
    calls[last] = call
    order.append(call)
    return last
  }

  /// The call of a number; nil for an item without an action.
  subscript(_ number: Int32) -> MethodCall? { calls[number] }
}
