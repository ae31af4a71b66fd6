import BabyProtocol
import Systemd

/// The tray item's menu over com.canonical.dbusmenu, version 3.
final class TrayMenuService {
  static let path = "/StatusNotifierItem/Menu"
  private static let interface = "com.canonical.dbusmenu"

  private let bus: Bus
  private let clicked: (MethodCall) -> Void
  private var numbers = MenuItemIDs(first: MenuLayout.firstAction)
  private var menu: TrayMenu
  private var layout: MenuLayout
  private var revision: UInt32 = 1
  private var registration: BusRegistration?

  /// - Parameter clicked: called within the bus's `process()`.
  init(bus: Bus, menu: TrayMenu, clicked: @escaping (MethodCall) -> Void) throws(BusError) {
    self.bus = bus
    self.menu = menu
    self.clicked = clicked
    layout = MenuLayout(menu, numbers: &numbers)
    registration = try bus.export(offered, at: Self.path)
  }

  /// Changes what is shown.
  func show(_ new: TrayMenu) {
    guard new != menu else { return }
    menu = new
    layout = MenuLayout(new, numbers: &numbers)
    revision += 1
    try? bus.emit("LayoutUpdated", of: Self.interface, at: Self.path, [.uint32(revision), .int32(0)])
  }

  private var offered: BusInterface {
    BusInterface(
      name: Self.interface,
      methods: [
        .init("GetLayout", takes: "iias", answers: "u(ia{sv}av)") { [unowned self] arguments throws(BusError) in
          try getLayout(arguments)
        },
        .init("GetGroupProperties", takes: "aias", answers: "a(ia{sv})") { [unowned self] in
          getGroupProperties($0)
        },
        .init("GetProperty", takes: "is", answers: "v") { [unowned self] arguments throws(BusError) in
          try getProperty(arguments)
        },
        .init("Event", takes: "isvu") { [unowned self] in
          _ = happened($0)
          return []
        },
        .init("EventGroup", takes: "a(isvu)", answers: "ai") { [unowned self] arguments in
          let events = (arguments.first?.elements ?? []).compactMap(\.elements)
          return [.array(of: "i", events.filter { !happened($0) }.compactMap(\.first))]
        },
        // The menu is always as it should be: nothing has to be got ready.
        .init("AboutToShow", takes: "i", answers: "b") { _ in [.bool(false)] },
        .init("AboutToShowGroup", takes: "ai", answers: "aiai") { [unowned self] arguments in
          let asked = arguments.first?.elements ?? []
          return [.array(of: "i", []), .array(of: "i", asked.filter { node($0) == nil })]
        },
      ],
      properties: [
        .init("Version", type: "u") { .uint32(3) },
        .init("TextDirection", type: "s") { .string("ltr") },
        .init("Status", type: "s") { .string("normal") },
        .init("IconThemePath", type: "as") { .strings([]) },
      ],
      signals: [
        .init("LayoutUpdated", carries: "ui"), .init("ItemsPropertiesUpdated", carries: "a(ia{sv})a(ias)"),
        .init("ItemActivationRequested", carries: "iu"),
      ])
  }

  private func node(_ number: BusValue) -> MenuLayout.Node? {
    number.integer.flatMap { layout.node(Int32(truncatingIfNeeded: $0)) }
  }

  private func names(_ value: BusValue) -> Set<String> { Set((value.elements ?? []).compactMap(\.text)) }

  private func getLayout(_ arguments: [BusValue]) throws(BusError) -> [BusValue] {
    guard let node = node(arguments[0]) else { throw .invalidArguments("There is no such item.") }
    return [.uint32(revision), node.value(depth: arguments[1].integer ?? -1, names: names(arguments[2]))]
  }

  private func getGroupProperties(_ arguments: [BusValue]) -> [BusValue] {
    let asked = arguments[0].elements ?? []
    let nodes = asked.isEmpty ? layout.all : asked.compactMap(node)
    let names = names(arguments[1])
    return [
      .array(
        of: "(ia{sv})",
        nodes.map { .structure([.int32($0.number), .properties($0.properties(names))]) })
    ]
  }

  private func getProperty(_ arguments: [BusValue]) throws(BusError) -> [BusValue] {
    guard let name = arguments[1].text, let value = node(arguments[0])?.properties[name] else {
      throw .invalidArguments("There is no such property.")
    }
    return [.variant(value)]
  }

  /// Takes in an event: id, what happened, data, time.
  ///
  /// - Returns: false for an item that is not there.
  private func happened(_ event: [BusValue]) -> Bool {
    guard event.count == 4, let number = event[0].integer.map({ Int32(truncatingIfNeeded: $0) }) else { return false }
    let call = numbers[number]
    if event[1].text == "clicked", let call { clicked(call) }
    return call != nil || layout.node(number) != nil
  }
}
