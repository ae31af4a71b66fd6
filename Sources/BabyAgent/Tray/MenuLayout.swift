import Systemd

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

  init(_ menu: TrayMenu, numbers: inout MenuNumbers) {
    var place: Int32 = 0
    root = Node(
      number: 0, properties: ["children-display": .string("submenu")],
      children: Self.nodes(menu.items, &numbers, &place))
  }

  private static func nodes(_ items: [MenuItem], _ numbers: inout MenuNumbers, _ place: inout Int32) -> [Node] {
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
