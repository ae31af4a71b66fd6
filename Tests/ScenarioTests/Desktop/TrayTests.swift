import BabyProtocol
import Foundation
import Testing

extension DesktopTests {
  @Suite(
    "The agent's tray item, over the bus",
    .enabled(if: Machine.has("dbus-daemon", "gdbus"), "dbus or libglib2.0-bin is not installed"))
  struct TrayTests {
    @Test("a click in its menu reaches the database")
    func clicks() async throws {
      try await Desktop.run { desktop in
        let item = try TrayItem(on: desktop)
        try item.click("Log wet diaper")
        try desktop.waitsUntilLogged(["diaper wet"])
        try item.click("Log right breast")
        try desktop.waitsUntilLogged(["feeding right", "diaper wet"])
        try desktop.waits(for: "the suggested side") { try item.menu.contains("Log left breast · next") }
        try item.click("Log bottle · 120 ml")
        try desktop.waitsUntilLogged(["feeding bottle", "feeding right", "diaper wet"])
        try desktop.waits(for: "what undo takes back") { try item.menu.contains("Undo “Logged bottle · 120 ml”") }
        try item.click("Undo “Logged bottle · 120 ml”")
        try desktop.waitsUntilLogged(["feeding right", "diaper wet"])
        try desktop.waits(for: "undo of what is not known") { try item.menu.contains("Undo last change") }
      }
    }

    @Test("the left button starts a sleep and ends it, the middle one undoes, the wheel changes the child")
    func buttons() async throws {
      try await Desktop.run { desktop in
        let item = try TrayItem(on: desktop)
        try item.press("Activate", "1", "1")
        try desktop.waits(for: "a sleep") { try desktop.runningSleep() != nil }
        try desktop.waits(for: "the tooltip") { try item.property("ToolTip").contains(#"Eva\nSleeping 0m · since "#) }
        // Later than a second press within one second, which is the same press.
        try desktop.machine.bbctl("edit", "last", "--at", "1h ago")
        try item.press("Activate", "1", "1")
        try desktop.waits(for: "no sleep") { try desktop.runningSleep() == nil }
        #expect(try desktop.logged() == ["sleep"])
        try item.press("SecondaryActivate", "1", "1")
        try desktop.waits(for: "the sleep again") { try desktop.runningSleep() != nil }

        _ = try desktop.machine.call("child.add", ["name": "Ben", "born": "2021-01-31", "zone": "UTC"])
        // A new child is the current one.
        try desktop.waits(for: "the new child") { try item.property("ToolTip").contains("'Ben") }
        try item.press("Scroll", "2", "vertical")
        try desktop.waits(for: "the first child") { try item.property("ToolTip").contains("'Eva") }
        #expect(try desktop.machine.call("dashboard.get")["child"]?["name"] == "Eva")
        try item.click("Ben")
        try desktop.waits(for: "the new child again") { try item.property("ToolTip").contains("'Ben") }
      }
    }

    @Test("a click does what the menu said, although the state has changed")
    func staleMenu() async throws {
      try await Desktop.run { desktop in
        let item = try TrayItem(on: desktop)
        let start = try item.number(of: "Start sleep")
        try desktop.machine.bbctl("sleep", "start", "--at", "20m ago")
        try desktop.waits(for: "the new menu") { try item.menu.contains("Stop sleep") }
        try item.click(number: start)
        // Calls of one connection are answered in their order.
        try item.click("Log wet diaper")
        try desktop.waitsUntilLogged(["diaper wet", "sleep running"])
      }
    }

    @Test("the daemon may go and come back")
    func daemonRestart() async throws {
      try await Desktop.run { desktop in
        let item = try TrayItem(on: desktop)
        try desktop.machine.stop()
        try desktop.waits(for: "the news") { try item.menu.contains("The daemon is not running") }
        #expect(try item.property("Status").contains("Active"))
        try desktop.machine.start()
        try desktop.waits(for: "the menu") { try item.menu.contains("Log dirty diaper") }
        try item.click("Log dirty diaper")
        try desktop.waitsUntilLogged(["diaper dirty"])
      }
    }

    @Test("a name and a note are shown as text, whatever they contain")
    func hostile() async throws {
      try await Desktop.run(child: #"<b>&_\"#) { desktop in
        let item = try TrayItem(on: desktop)
        #expect(try item.menu.contains(#"'label': <'<b>&__\\'>"#))
        _ = try desktop.machine.call(
          "entry.log", ["kind": "diaper", "type": "wet", "note": "</b>\u{202E}<a href='x'>&\n%s"])
        try desktop.waits(for: "the tooltip") {
          try item.property("ToolTip").contains("&lt;/b&gt;&lt;a href=&#39;x&#39;&gt;&amp; %s")
        }
        #expect(try item.property("ToolTip").contains(#"&lt;b&gt;&amp;_\\"#))
      }
    }

    @Test("it never wakes up while nothing happens")
    func idle() async throws {
      try await Desktop.run { desktop in
        let item = try TrayItem(on: desktop)
        // Once what it has asked others is answered.
        try desktop.waits(for: "the agent to wait without a limit") { try item.process.waitsForEventsAlone() }
      }
    }

    @Test("without a session bus it reports that and ends cleanly; so does a second one, and one whose session ends")
    func ends() async throws {
      try await Desktop.run { desktop in
        let machine = desktop.machine
        let bus = machine.environment["DBUS_SESSION_BUS_ADDRESS"]
        machine.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(machine.directory)/none"
        let without = try machine.run(Machine.program("bbagent"), [])
        #expect(without.status == 0)
        #expect(without.errors.hasPrefix("bbagent: There is no session bus, so there is no desktop to serve: "))
        machine.environment["DBUS_SESSION_BUS_ADDRESS"] = bus

        let item = try TrayItem(on: desktop)
        let second = try machine.run(Machine.program("bbagent"), [])
        #expect(second.status == 0)
        #expect(second.errors == "bbagent: An agent is already running in this session.\n")
        item.process.signal(SIGTERM)
        #expect(try item.process.wait() == .exited(0))
        #expect(desktop.log(of: "bbagent") == "")

        let last = try TrayItem(on: desktop)
        desktop.endBus()
        #expect(try last.process.wait() == .exited(0))
        #expect(desktop.log(of: "bbagent").hasPrefix("bbagent: The connection to the session bus was lost: "))
      }
    }
  }
}
