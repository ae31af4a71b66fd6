import BabyProtocol
import Foundation
import Testing

extension DesktopTests {
  @Suite(
    "Notifications, shown by mako",
    .enabled(
      if: Machine.has("dbus-daemon", "gdbus", "sway", "mako", "busctl"),
      "dbus, libglib2.0-bin, sway, mako-notifier or systemd is not installed"))
  struct NotificationTests {
    /// What mako shows.
    struct Shown: Equatable {
      var summary: String
      var body: String
      /// Labels.
      var buttons: [String]
    }

    private func shown(on desktop: Desktop) throws -> [Shown] {
      let run = try desktop.machine.run("makoctl", ["list"])
      guard run.status == 0, let lists = try run.json["data"]?.arrayValue else {
        throw ScenarioFailure("makoctl list: \(run.output)\(run.errors)")
      }
      return lists.flatMap { $0.arrayValue ?? [] }.map { notification in
        let actions = notification["actions"]?["data"]
        return Shown(
          summary: notification["summary"]?["data"]?.stringValue ?? "",
          body: notification["body"]?["data"]?.stringValue ?? "",
          buttons: ["log", "done", "snooze", "cancel", "undo", "retry"].compactMap { actions?[$0]?.stringValue })
      }
    }

    private func wait(on desktop: Desktop, for shown: [Shown]) throws {
      do { try desktop.waits(for: "\(shown)") { try self.shown(on: desktop) == shown } } catch {
        #expect(try self.shown(on: desktop) == shown)
        throw error
      }
    }

    private func startMako(on desktop: Desktop) throws {
      _ = try Screen.sway(on: desktop)
      try start(on: desktop)
    }

    private func start(on desktop: Desktop) throws {
      try desktop.start("mako")
      try desktop.waits(for: "mako") { try desktop.machine.run("makoctl", ["list"]).status == 0 }
    }

    private func invoke(_ action: String, on desktop: Desktop) throws {
      let run = try desktop.machine.run("makoctl", ["invoke", action])
      guard run.status == 0 else { throw ScenarioFailure("makoctl invoke: \(run.errors)") }
    }

    private static func done(_ text: String, canUndo: Bool = true, child: String = "Eva") -> Shown {
      // The body is markup.
      Shown(summary: text, body: child, buttons: canUndo ? ["Undo"] : [])
    }

    @Test("a click is announced with an undo button")
    func undo() async throws {
      try await Desktop.run { desktop in
        try startMako(on: desktop)
        let item = try TrayItem(on: desktop)
        try item.click("Log wet diaper")
        try wait(on: desktop, for: [Self.done("Logged wet diaper")])
        try invoke("undo", on: desktop)
        try desktop.waitsUntilLogged([])
        try wait(on: desktop, for: [Self.done("Undid: Logged wet diaper", canUndo: false)])
      }
    }

    @Test("one replaces the other, and commands in a terminal show none")
    func oneAtATime() async throws {
      try await Desktop.run { desktop in
        try startMako(on: desktop)
        let item = try TrayItem(on: desktop)
        try item.click("Log wet diaper")
        try wait(on: desktop, for: [Self.done("Logged wet diaper")])
        try item.click("Log left breast")
        try wait(on: desktop, for: [Self.done("Logged left breast")])
        // What undo takes back is not the left breast any more.
        try desktop.machine.bbctl("diaper", "dirty")
        try wait(on: desktop, for: [])
      }
    }

    @Test("a click without effect is announced, before anything else")
    func failure() async throws {
      try await Desktop.run { desktop in
        try startMako(on: desktop)
        let item = try TrayItem(on: desktop)
        let start = try item.number(of: "Start sleep")
        try desktop.machine.bbctl("sleep", "start", "--at", "20m ago")
        try desktop.waits(for: "the new menu") { try item.menu.contains("Stop sleep") }
        try item.click(number: start)
        try desktop.waits(for: "an error") { try shown(on: desktop).first?.summary.hasPrefix("✗ ") == true }
        let reason = try #require(try shown(on: desktop).first?.summary)
        try item.click("Log wet diaper")
        try wait(on: desktop, for: [Shown(summary: reason, body: "1 more", buttons: [])])
        #expect(try desktop.machine.run("makoctl", ["dismiss"]).status == 0)
        try wait(on: desktop, for: [Self.done("Logged wet diaper")])
      }
    }

    @Test("a reminder stays until it is snoozed, logged by its button, or logged elsewhere")
    func reminder() async throws {
      try await Desktop.run { desktop in
        try startMako(on: desktop)
        _ = try TrayItem(on: desktop)
        try desktop.machine.bbctl("settings", "set", "feeding.interval", "30m")
        try desktop.machine.bbctl("feed", "bottle", "--at", "45m ago")
        let reminder = Shown(
          summary: "Fed about 45 minutes ago", body: "Eva", buttons: ["Log bottle · 120 ml", "Snooze"])
        try wait(on: desktop, for: [reminder])
        try invoke("snooze", on: desktop)
        try wait(on: desktop, for: [])
        try desktop.machine.bbctl("feed", "bottle", "--at", "44m ago")
        try wait(on: desktop, for: [reminder])
        try invoke("log", on: desktop)
        try wait(on: desktop, for: [Self.done("Logged bottle · 120 ml")])
        try desktop.waitsUntilLogged(["feeding bottle", "feeding bottle", "feeding bottle"])

        try desktop.machine.bbctl("undo")
        try desktop.machine.bbctl("remind", "add", "<b>Vitamin D</b>", "--every", "30m")
        try wait(on: desktop, for: [reminder])
        try desktop.machine.bbctl("feed", "left")
        try wait(on: desktop, for: [])
      }
    }

    @Test("a service that starts later, or again, gets the pending ones")
    func serviceRestart() async throws {
      try await Desktop.run { desktop in
        _ = try Screen.sway(on: desktop)
        let item = try TrayItem(on: desktop)
        try item.click("Log wet diaper")
        try desktop.waitsUntilLogged(["diaper wet"])
        try start(on: desktop)
        try wait(on: desktop, for: [Self.done("Logged wet diaper")])
        desktop.running("mako").forEach { kill($0, SIGTERM) }
        try desktop.waits(for: "mako's end") { desktop.running("mako").isEmpty }
        try start(on: desktop)
        try wait(on: desktop, for: [Self.done("Logged wet diaper")])
        try invoke("undo", on: desktop)
        try desktop.waitsUntilLogged([])
      }
    }

    @Test("without a service, a link prints the command that does the same")
    func noService() async throws {
      try await Desktop.run { desktop in
        let run = try desktop.machine.bbctl("open", "nestling://log/diaper?type=wet")
        #expect(run.status == 5)
        #expect(
          run.errors.hasPrefix("bbagent: Cannot ask you to confirm the link, because notifications are not available: ")
        )
        #expect(run.errors.hasSuffix("Try: bbctl diaper wet\n"))
        #expect(try desktop.logged() == [])
      }
    }

    @Test("the agent removes its notifications when it ends")
    func end() async throws {
      try await Desktop.run { desktop in
        try startMako(on: desktop)
        let item = try TrayItem(on: desktop)
        try item.click("Log wet diaper")
        try wait(on: desktop, for: [Self.done("Logged wet diaper")])
        item.process.signal(SIGTERM)
        #expect(try item.process.wait() == .exited(0))
        try wait(on: desktop, for: [])
      }
    }

    @Test("a child's name is text, whatever it contains")
    func hostile() async throws {
      try await Desktop.run(child: "<b>&") { desktop in
        try startMako(on: desktop)
        let item = try TrayItem(on: desktop)
        try item.click("Log wet diaper")
        try wait(on: desktop, for: [Self.done("Logged wet diaper", child: "&lt;b&gt;&amp;")])
      }
    }

    // MARK: Keys

    /// Runs a line like a compositor's key binding: without a terminal, and with unread output.
    private func press(_ line: String, on desktop: Desktop) throws {
      _ = try desktop.machine.shell("WAYLAND_DISPLAY=wayland-1 setsid --wait \(line) > key.log 2>&1")
    }

    @Test("a key binding of bbctl is answered, with an undo button; a script is not")
    func key() async throws {
      try await Desktop.run { desktop in
        try startMako(on: desktop)
        _ = try TrayItem(on: desktop)
        try press("bbctl diaper wet", on: desktop)
        try wait(on: desktop, for: [Self.done("Logged wet diaper")])
        try invoke("undo", on: desktop)
        try desktop.waitsUntilLogged([])
        try press("bbctl left 15m", on: desktop)
        try wait(on: desktop, for: [Self.done("Logged left breast · 15 min")])

        // What a script does ends what undo would not take back any more, and shows nothing itself.
        try press("sh -c 'bbctl diaper dirty | cat'", on: desktop)
        try wait(on: desktop, for: [])
        try press("env BABYBASICS_NOTIFY=no bbctl diaper both", on: desktop)
        try press("env -u WAYLAND_DISPLAY -u DISPLAY bbctl tummy 5m", on: desktop)
        try press("bbctl bottle 90ml", on: desktop)
        try wait(on: desktop, for: [Self.done("Logged bottle · 90 ml")])
      }
    }

    @Test("a key without effect shows the reason")
    func keyFailure() async throws {
      try await Desktop.run { desktop in
        try startMako(on: desktop)
        _ = try TrayItem(on: desktop)
        try press("bbctl sleep stop", on: desktop)
        try desktop.waits(for: "the reason") {
          try shown(on: desktop).contains { $0.summary.hasPrefix("✗ ") && $0.summary.contains("sleep") }
        }
        #expect(try desktop.logged() == [])
      }
    }

    @Test("a launcher shows the state of the day, with buttons that log the usual")
    func launcher() async throws {
      try await Desktop.run { desktop in
        try startMako(on: desktop)
        try desktop.machine.bbctl("child", "edit", "Eva", "--zone", Machine.afternoonZone)
        try desktop.machine.bbctl("feed", "left", "--at", "1h ago")
        let opener = try desktop.start("bbctl", "open", "--")
        try desktop.waits(for: "the day") { try shown(on: desktop).count == 1 }
        let day = try #require(try shown(on: desktop).first)
        #expect(day.summary == "Eva")
        #expect(day.body.contains("Feed 1h ago") && day.body.contains("Today: 1 feed"))
        try invoke("0", on: desktop)
        #expect(try opener.wait() == .exited(0))
        try desktop.waitsUntilLogged(["feeding right", "feeding left"])
      }
    }

    // MARK: Links

    private static let question = Shown(
      summary: "Log this?", body: "Bottle · 120 ml", buttons: ["Log", "Cancel"])

    /// Follows a link as a browser does.
    private func follow(_ link: String, on desktop: Desktop) throws -> ChildProcess {
      let opener = try desktop.start("bbctl", "open", link)
      try desktop.waits(for: "the question") { try shown(on: desktop).count == 1 }
      return opener
    }

    @Test("a link is followed after pressing Log, and the running agent offers undo")
    func link() async throws {
      try await Desktop.run { desktop in
        try startMako(on: desktop)
        let opener = try follow("nestling://log/feed?amount=120&unit=ml", on: desktop)
        let question = try #require(try shown(on: desktop).first)
        #expect(question.summary == Self.question.summary)
        #expect(question.body.hasPrefix("Bottle · 120 ml · ") && question.body.hasSuffix(" · Eva"))
        #expect(question.buttons == Self.question.buttons)
        #expect(try desktop.logged() == [])
        try invoke("log", on: desktop)
        #expect(try opener.wait() == .exited(0))
        #expect(try desktop.logged() == ["feeding bottle"])
        #expect(try shown(on: desktop).map(\.summary) == ["✓ Done"])
        #expect(try desktop.machine.run("makoctl", ["dismiss", "--all"]).status == 0)

        _ = try TrayItem(on: desktop)
        let second = try follow("babybasics://log/diaper?type=dirty", on: desktop)
        try invoke("log", on: desktop)
        #expect(try second.wait() == .exited(0))
        try wait(on: desktop, for: [Self.done("Logged dirty diaper")])
      }
    }

    @Test("nothing is written after Cancel, closing the question, or an invalid link")
    func noLink() async throws {
      try await Desktop.run { desktop in
        try startMako(on: desktop)
        for answer in [["invoke", "cancel"], ["dismiss"]] {
          let opener = try follow("nestling://log/diaper?type=wet", on: desktop)
          #expect(try desktop.machine.run("makoctl", answer).status == 0)
          #expect(try opener.wait() == .exited(0))
          #expect(try shown(on: desktop) == [])
        }
        let hostile = try follow("nestling://log/feed?amount=120&unit=<b>ml</b>", on: desktop)
        #expect(try hostile.wait() == .exited(2))
        #expect(try shown(on: desktop).first?.summary == "✗ The link cannot be followed")
        #expect(try shown(on: desktop).first?.body.contains("<b>") == false)
        #expect(try desktop.logged() == [])
      }
    }
  }
}
