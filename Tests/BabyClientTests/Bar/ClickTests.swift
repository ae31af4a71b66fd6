import BabyClient
import BabyModel
import BabyProtocol
import Testing

@testable import BabyBar

@Suite("Clicks")
struct ClickTests {
  private func request(_ click: Click) throws -> (method: String, params: JSON) {
    guard case .call(let call) = click else { throw BarUsageError("no call") }
    return (call.method, try JSON(parsing: call.params))
  }

  @Test("the left button toggles what the bar shows, for the child that it shows")
  func left() throws {
    let child = JSON.string(BarSample.dashboard().child.id.description)
    let asleep = try request(.on(.left, Situation.asleep.view, child: nil))
    #expect(asleep.method == "timer.toggle")
    #expect(
      asleep.params == [
        "childId": child, "kind": "sleep", "ifRunning": .string(BarSample.night.entry.id.description),
      ])
    let awake = try request(.on(.left, Situation.awake.view, child: nil))
    #expect(awake.params == ["childId": child, "kind": "sleep", "ifRunning": .null])
  }

  @Test("the left button ends the displayed feed; another one starts and ends feeds, whatever is displayed")
  func feeds() throws {
    let id: EntryID = BarSample.identifier(0xa1b2d1)
    let state = try #require(ClickState(ClickState.feed + "\(id)"))
    let left = try request(.left(state: state, child: nil))
    #expect(left.method == "timer.toggle" && left.params == ["kind": "feeding", "ifRunning": .string("\(id)")])
    let feed = try request(.feed(child: nil))
    #expect(feed.method == "timer.toggle" && feed.params == ["kind": "feeding"])
    let shown = try request(.on(.feed, Situation.awake.view, child: nil))
    #expect(shown.params["side"] == "right" && shown.params["ifRunning"] == .null)
    #expect(Button(number: 8) == .feed)
  }

  @Test("a bar that cannot pass its state toggles, with the same call for both of two presses")
  func stateless() throws {
    #expect(try request(.left(state: nil, child: nil)).params == ["kind": "sleep"])
    #expect(try request(.left(state: nil, child: "Eva")).params == ["childId": "Eva", "kind": "sleep"])
  }

  @Test("the middle button undoes, the right one opens the menu")
  func others() throws {
    #expect(try request(.on(.middle, Situation.awake.view, child: nil)).method == "undo")
    #expect(Click.on(.right, Situation.awake.view, child: nil) == .menu)
  }

  private func child(_ number: UInt64, isCurrent: Bool = false, isRemoved: Bool = false) -> ChildRecord {
    ChildRecord(
      Child(
        id: BarSample.identifier(number), name: "\(number)", born: LocalDate(dayNumber: 20_000), zone: "UTC",
        createdAt: BarSample.now, updatedAt: BarSample.now, removedAt: isRemoved ? BarSample.now : nil),
      isCurrent: isCurrent)
  }

  @Test("scrolling cycles through the children")
  func scroll() throws {
    let children = [child(1, isCurrent: true), child(2, isRemoved: true), child(3), child(4)]
    var view = FamilyView()
    #expect(Click.on(.scrollDown, view, child: nil) == .nothing)
    view.learn(ChildList.Answer(children: [children[0]]))
    #expect(Click.on(.scrollDown, view, child: nil) == .nothing)
    view.learn(ChildList.Answer(children: children))
    let (down, up) = (try request(.on(.scrollDown, view, child: nil)), try request(.on(.scrollUp, view, child: nil)))
    #expect(down.method == "child.select" && up.method == "child.select")
    #expect(down.params == ["childId": .string(children[2].child.id.description)])
    #expect(up.params == ["childId": .string(children[3].child.id.description)])
  }

  @Test("two presses within a second count as one; scrolling is not limited")
  func debounce() {
    var debounce = Debounce()
    var admitted: [Bool] = []
    func press(_ button: Button, after milliseconds: Int) {
      admitted.append(debounce.admits(button, at: BarSample.now + .milliseconds(milliseconds)))
    }
    press(.left, after: 0)
    press(.left, after: 900)
    press(.middle, after: 900)
    press(.left, after: 1_000)
    #expect(admitted == [true, false, true, true])
    press(.scrollUp, after: 0)
    press(.scrollUp, after: 0)
    // The clock was set back.
    press(.left, after: -3_600_000)
    #expect(admitted.dropFirst(4) == [true, true, true])
  }

  @Test(
    "the lines of i3bar, swaybar and i3blocks are parsed",
    arguments: [
      (#"{"name":"babybasics","button":1,"modifiers":[],"x":3}"#, "babybasics", Button.left),
      (#",{"name":"babybasics","button":2,"event":274,"scale":1}"#, "babybasics", .middle),
      (#"[{"name":"clock","button":5}"#, "clock", .scrollDown),
      (#" , {"button":4}"#, nil, .scrollUp),
      (#"{"name":"babybasics","button":9}"#, "babybasics", nil),
    ] as [(String, String?, Button?)])
  func lines(line: String, name: String?, button: Button?) throws {
    let click = try #require(ClickLine(Array(line.utf8)))
    #expect(click.name == name)
    #expect(click.button == button)
  }

  @Test("lines without a click are ignored", arguments: ["[", "", ",", "nonsense", "7"])
  func noClick(line: String) { #expect(ClickLine(Array(line.utf8)) == nil) }

  @Test("the menu is an installed one that fits the session")
  func launcher() {
    #expect(Launcher.best(isWayland: true) { _ in true } == .fuzzel)
    #expect(Launcher.best(isWayland: false) { _ in true } == .rofi)
    #expect(Launcher.best(isWayland: true) { $0 == "dmenu" } == .dmenu)
    #expect(Launcher.best(isWayland: false) { $0 == "wofi" } == .wofi)
    #expect(Launcher.best(isWayland: false) { _ in false } == nil)
  }
}
