import BabyClient
import BabyModel
import BabyProtocol
import Systemd
import Testing

@testable import bbagent

@Suite("The tray's menu")
struct TrayMenuTests {
  /// What the menu says, with what is under an item indented.
  private func text(_ view: FamilyView) -> [String] { lines(TrayMenu(view).items, indent: "") }

  private func lines(_ items: [MenuItem], indent: String) -> [String] {
    items.flatMap { item -> [String] in
      switch item.kind {
      case .separator: ["\(indent)---"]
      case .heading: ["\(indent)(\(item.label))"]
      case .action: ["\(indent)\(item.label)"]
      case .choice(_, let isChosen): ["\(indent)\(isChosen ? "●" : "○") \(item.label)"]
      case .submenu(let items): ["\(indent)\(item.label) >"] + lines(items, indent: indent + "  ")
      }
    }
  }

  @Test("offers entries to log, and to start a sleep if none is running")
  func awake() {
    #expect(
      text(AgentSample.view()) == [
        "(Eva)", "---", "Log right breast · next", "Log left breast", "Log bottle · 120 ml", "---", "Log wet diaper",
        "Log dirty diaper", "Log wet and dirty diaper", "---", "Start feed · right breast", "Start sleep",
        "Start tummy time", "---", "Log nap · 10 min", "Log tummy time · 5 min", "---", "Undo last change",
      ])
  }

  @Test("offers to stop the running sleep")
  func asleep() {
    #expect(text(AgentSample.view(isAsleep: true)).contains("Stop sleep · since 8:14 PM"))
    #expect(!text(AgentSample.view(isAsleep: true)).contains("Start sleep"))
  }

  @Test("names what undo would undo, if known")
  func undo() throws {
    var view = AgentSample.view()
    view.learn(
      try AgentSample.event(AgentSample.success("Logged wet diaper", client: "bbctl")), at: Sample.at("20:31"))
    #expect(text(view).last == "Undo “Logged wet diaper”")
    view.learn(
      try AgentSample.event(AgentSample.success("Undid: Logged wet diaper", id: "step.1.2", action: nil)),
      at: Sample.at("20:31"))
    #expect(text(view).last == "Undo last change")
  }

  @Test("offers a choice between several children")
  func children() {
    #expect(
      text(AgentSample.view(children: [Sample.eva, Sample.ben])).prefix(3) == ["Eva >", "  ● Eva", "  ○ Ben"])
  }

  @Test("offers a retry only after a failure that can be retried")
  func retry() throws {
    var view = AgentSample.view()
    view.learn(try AgentSample.event(Sample.error("The disk is full.")), at: Sample.at("20:31"))
    #expect(text(view).last == "Undo last change")
    #expect(text(AgentSample.view(connection: .init(state: .online, unsent: 2))).last == "Undo last change")
    #expect(text(AgentSample.view(connection: .init(state: .online, failed: 2))).last == "Retry failed (2)")
  }

  @Test("explains why there is nothing to log")
  func nothing() {
    #expect(text(FamilyView()) == ["(Waiting for the daemon.)"])
    #expect(text(AgentSample.view(ChangeSnapshot())).first?.hasPrefix("(No child yet") == true)
    var view = AgentSample.view()
    view.learn(.lost(.notRunning(socket: "/run/x")), at: Sample.at("20:31"))
    #expect(text(view) == ["(The daemon is not running: nothing is listening on /run/x.)"])
  }
}

@Suite("The menu on the bus")
struct MenuLayoutTests {
  @Test("has numbers that keep their meaning for ever")
  func numbers() throws {
    var numbers = MenuItemIDs(first: MenuLayout.firstAction)
    let awake = MenuLayout(TrayMenu(AgentSample.view()), numbers: &numbers)
    let start = try #require(awake.all.first { $0.properties["label"] == .string("Start sleep") })
    let asleep = MenuLayout(TrayMenu(AgentSample.view(isAsleep: true)), numbers: &numbers)
    let stop = try #require(asleep.all.first { $0.properties["label"] == .string("Stop sleep · since 8:14 PM") })
    #expect(start.number != stop.number)
    #expect(numbers[start.number] == QuickAction.sleep(AgentSample.dashboard()).call)
    #expect(numbers[stop.number] == QuickAction.sleep(AgentSample.dashboard(isAsleep: true)).call)
    #expect(MenuLayout(TrayMenu(AgentSample.view()), numbers: &numbers) == awake)
    #expect(Set(awake.all.map(\.number)).count == awake.all.count)
  }

  @Test("forgets menus that can no longer be on the screen")
  func forgetting() {
    func undo(_ number: Int) -> MethodCall { MethodCall(Undo.self, .init(id: "step.\(number)")) }
    var numbers = MenuItemIDs(first: 1)
    for number in 1...MenuItemIDs.most + 1 { _ = numbers.number(of: undo(number)) }
    #expect(numbers[1] == nil)
    #expect(numbers[2] == undo(2))
    #expect(numbers.number(of: undo(1)) == 258)
  }

  @Test("has the properties that com.canonical.dbusmenu defines")
  func properties() throws {
    var numbers = MenuItemIDs(first: MenuLayout.firstAction)
    let layout = MenuLayout(
      TrayMenu(AgentSample.view(children: [Sample.eva, Sample.ben])), numbers: &numbers)
    let children = try #require(layout.root.children.first)
    #expect(children.properties == ["label": .string("Eva"), "children-display": .string("submenu")])
    #expect(
      children.children.map(\.properties) == [
        ["label": .string("Eva"), "toggle-type": .string("radio"), "toggle-state": .int32(1)],
        ["label": .string("Ben"), "toggle-type": .string("radio"), "toggle-state": .int32(0)],
      ])
    #expect(layout.root.children[1].properties == ["type": .string("separator")])
    #expect(layout.root.value(depth: -1, names: []).type == "(ia{sv}av)")
    let shallow = try #require(layout.root.value(depth: 1, names: ["label"]).elements?[2].elements?.first)
    #expect(shallow.elements?[1] == .properties(["label": .string("Eva")]))
    #expect(shallow.elements?[2] == .array(of: "v", []))
  }

  @Test("shows a name unchanged, without control characters")
  func hostile() throws {
    var numbers = MenuItemIDs(first: MenuLayout.firstAction)
    let child = ChildReference(id: Sample.eva.id, name: AgentSample.hostile)
    let view = AgentSample.view { $0.child = child }
    let layout = MenuLayout(TrayMenu(view), numbers: &numbers)
    #expect(layout.root.children.first?.properties["label"] == .string("<b>Eva</b> & \"x\" 'y' __z__ %s `id`"))
  }
}

@Suite("The wheel on the tray item")
struct ScrollGestureTests {
  @Test("makes one step of one movement, however many steps a touchpad reports")
  func movement() {
    var gesture = ScrollGesture()
    let times = [0, 20, 40, 280, 300, 551, 560].map { gesture.begins(at: .milliseconds($0)) }
    #expect(times == [true, false, false, false, false, true, false])
  }
}
