import BabyModel
import BabyProtocol
import Systemd
import Testing

@testable import BabyAgent

@Suite("The tray's menu")
struct TrayMenuTests {
  /// What the menu says, with what is under an item indented.
  private func text(_ knowledge: Knowledge) -> [String] { lines(TrayMenu(knowledge).items, indent: "") }

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

  @Test("offers what can be logged, and to start a sleep while none runs")
  func awake() {
    #expect(
      text(Sample.knowledge()) == [
        "(Eva)", "---", "Log left breast", "Log right breast · next", "Log bottle · 120 ml", "---", "Log wet diaper",
        "Log dirty diaper", "---", "Start sleep", "---", "Undo last change",
      ])
  }

  @Test("offers to stop the sleep that runs")
  func asleep() {
    #expect(text(Sample.knowledge(isAsleep: true)).contains("Stop sleep · since 8:14 PM"))
    #expect(!text(Sample.knowledge(isAsleep: true)).contains("Start sleep"))
  }

  @Test("says what undo takes back, where that is known")
  func undo() throws {
    var knowledge = Sample.knowledge()
    knowledge.learn(try Sample.event(Sample.success("Logged wet diaper", client: "bbctl")))
    #expect(text(knowledge).last == "Undo “Logged wet diaper”")
    knowledge.learn(try Sample.event(Sample.success("Undid: Logged wet diaper", id: "step.1.2", action: nil)))
    #expect(text(knowledge).last == "Undo last change")
  }

  @Test("lets one choose between several children")
  func children() {
    #expect(text(Sample.knowledge(children: [Sample.eva, Sample.ben])).prefix(3) == ["Eva >", "  ● Eva", "  ○ Ben"])
  }

  @Test("offers to retry only while something has failed that can be tried again")
  func retry() throws {
    var knowledge = Sample.knowledge()
    knowledge.learn(try Sample.event(Sample.error("The disk is full.")))
    #expect(text(knowledge).last == "Undo last change")
    knowledge.connection = ConnectionRecord(state: .online, unsent: 2)
    #expect(text(knowledge).last == "Undo last change")
    knowledge.connection = ConnectionRecord(state: .online, failed: 2)
    #expect(text(knowledge).last == "Retry failed (2)")
  }

  @Test("says why there is nothing to log")
  func nothing() {
    #expect(text(.nothing) == ["(Waiting for the daemon.)"])
    #expect(text(Knowledge()).first?.hasPrefix("(No child yet") == true)
    var knowledge = Sample.knowledge()
    knowledge.learn(.lost(.notRunning(socket: "/run/x")))
    #expect(text(knowledge) == ["(The daemon is not running: nothing is listening on /run/x.)"])
  }

  @Test("calls the daemon with what was shown")
  func calls() {
    func params(_ action: TrayAction) -> String {
      action.call.method + " " + String(decoding: action.call.params, as: UTF8.self)
    }
    let (eva, night) = (Sample.eva.id, Sample.night.entry.id)
    #expect(
      params(.logBreast(eva, .right)) == #"feeding.log {"childId":"\#(eva)","method":"breast","startedSide":"right"}"#)
    #expect(
      params(.logBottle(eva, Volume(4.5, .ounces)))
        == #"feeding.log {"childId":"\#(eva)","method":"bottle","amount":4.5,"unit":"oz"}"#)
    #expect(params(.logDiaper(eva, .dirty)) == #"diaper.log {"childId":"\#(eva)","type":"dirty"}"#)
    #expect(params(.toggleSleep(eva, running: nil)) == #"sleep.toggle {"childId":"\#(eva)","ifRunning":null}"#)
    #expect(
      params(.toggleSleep(eva, running: night)) == #"sleep.toggle {"childId":"\#(eva)","ifRunning":"\#(night)"}"#)
    #expect(params(.select(Sample.ben.id)) == #"child.select {"childId":"\#(Sample.ben.id)"}"#)
    #expect(params(.undo(nil)) == "undo {}")
    #expect(params(.undo("step.7")) == #"undo {"id":"step.7"}"#)
    #expect(params(.retry) == "queue.retry {}")
  }
}

@Suite("The menu on the bus")
struct MenuLayoutTests {
  @Test("has numbers that mean the same for ever")
  func numbers() throws {
    var numbers = MenuNumbers(first: MenuLayout.firstAction)
    let awake = MenuLayout(TrayMenu(Sample.knowledge()), numbers: &numbers)
    let start = try #require(awake.all.first { $0.properties["label"] == .string("Start sleep") })
    let asleep = MenuLayout(TrayMenu(Sample.knowledge(isAsleep: true)), numbers: &numbers)
    let stop = try #require(asleep.all.first { $0.properties["label"] == .string("Stop sleep · since 8:14 PM") })
    #expect(start.number != stop.number)
    #expect(numbers[start.number] == .toggleSleep(Sample.eva.id, running: nil))
    #expect(numbers[stop.number] == .toggleSleep(Sample.eva.id, running: Sample.night.entry.id))
    #expect(MenuLayout(TrayMenu(Sample.knowledge()), numbers: &numbers) == awake)
    #expect(Set(awake.all.map(\.number)).count == awake.all.count)
  }

  @Test("forgets what nobody can have before the eyes any more")
  func forgetting() {
    var numbers = MenuNumbers(first: 1)
    for number in 1...UInt64(MenuNumbers.most + 1) {
      _ = numbers.number(of: .toggleSleep(Sample.eva.id, running: Sample.identifier(number)))
    }
    #expect(numbers[1] == nil)
    #expect(numbers[2] == .toggleSleep(Sample.eva.id, running: Sample.identifier(2)))
    #expect(numbers.number(of: .toggleSleep(Sample.eva.id, running: Sample.identifier(1))) == 258)
  }

  @Test("has properties as com.canonical.dbusmenu names them")
  func properties() throws {
    var numbers = MenuNumbers(first: MenuLayout.firstAction)
    let layout = MenuLayout(TrayMenu(Sample.knowledge(children: [Sample.eva, Sample.ben])), numbers: &numbers)
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

  @Test("shows a name as it is, without controls")
  func hostile() throws {
    var numbers = MenuNumbers(first: MenuLayout.firstAction)
    let child = ChildReference(id: Sample.eva.id, name: Sample.hostile)
    var knowledge = Sample.knowledge()
    knowledge.dashboard?.child = child
    let layout = MenuLayout(TrayMenu(knowledge), numbers: &numbers)
    #expect(layout.root.children.first?.properties["label"] == .string("<b>Eva</b> & \"x\" 'y' __z__ %s `id`"))
  }
}

@Suite("The wheel on the tray item")
struct ScrollGestureTests {
  @Test("makes one step of one movement, however many steps a touchpad tells of")
  func movement() {
    var gesture = ScrollGesture()
    let times = [0, 20, 40, 280, 300, 551, 560].map { gesture.begins(at: .milliseconds($0)) }
    #expect(times == [true, false, false, false, false, true, false])
  }
}
