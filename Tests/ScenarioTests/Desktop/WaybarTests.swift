import Foundation
import Testing

extension DesktopTests {
  @Suite("Waybar", .enabled(if: Machine.has("sway", "waybar", "grim"), "sway, waybar or grim is not installed"))
  struct WaybarTests {
    /// A colour for each state that no theme has, so that a test sees which one Waybar took.
    private static let colors: [(state: String, color: Screenshot.Color)] = [
      ("awake", .init(0x00_aa00)), ("sleeping", .init(0x00_00aa)), ("offline", .init(0xaa_0000)),
    ]

    private static func color(_ state: String) -> Screenshot.Color {
      colors.first { $0.state == state }?.color ?? Screen.background
    }

    /// Starts Waybar with the module as `bbbar config waybar` has it.
    @discardableResult
    private func start(on desktop: Desktop, modules: String = "") throws -> ChildProcess {
      let module = try desktop.file("babybasics.jsonc", try desktop.machine.shell("bbbar config waybar").output)
      let config = try desktop.file(
        "waybar.json",
        """
        {"layer": "top", "position": "top", "height": 30, "modules-left": ["custom/babybasics"],
        "modules-right": [\(modules)], "include": ["\(module)"]}
        """)
      let states = Self.colors.map { "#custom-babybasics.\($0.state) { background: \($0.color) }" }
      let style = try desktop.file(
        "waybar.css",
        """
        * { font-family: DejaVu Sans; font-size: 13px; }
        window#waybar { background: black }
        #custom-babybasics { color: white; padding: 0 8px }
        """ + states.joined())
      return try desktop.start("waybar", "-c", config, "-s", style)
    }

    /// Whether the module is there in a state's colour, with text on it.
    private func isShown(_ state: String, in screenshot: Screenshot) -> Bool {
      let color = Self.color(state)
      return screenshot.count(of: color, rows: 0..<30) > 500 && screenshot.ink(on: color, rows: 0..<30) > 100
    }

    @Test("each state has its style, and a change is shown")
    func states() async throws {
      try await Desktop.run { desktop in
        let screen = try Screen.sway(on: desktop)
        try start(on: desktop)
        try screen.shows("awake") { isShown("awake", in: $0) }
        try desktop.machine.bbctl("sleep", "start", "--at", "64m ago")
        try screen.shows("sleeping") { isShown("sleeping", in: $0) }
        try screen.keep(as: "waybar sleeping")
        try desktop.machine.bbctl("sleep", "stop")
        try screen.shows("awake again") { isShown("awake", in: $0) }
      }
    }

    @Test("without a daemon it reports that, and continues when there is one")
    func offline() async throws {
      try await Desktop.run { desktop in
        let screen = try Screen.sway(on: desktop)
        try start(on: desktop)
        try screen.shows("awake") { isShown("awake", in: $0) }
        try desktop.machine.stop()
        try screen.shows("offline") { isShown("offline", in: $0) }
        try screen.keep(as: "waybar offline")
        try desktop.machine.start()
        try screen.shows("awake again") { isShown("awake", in: $0) }
      }
    }

    @Test("two screens show the same")
    func twoScreens() async throws {
      try await Desktop.run { desktop in
        let screen = try Screen.sway(on: desktop, outputs: 2)
        try start(on: desktop)
        try desktop.machine.bbctl("sleep", "start")
        // Two bars, side by side.
        try screen.shows("sleeping, twice") { $0.columns(of: Self.color("sleeping")).map { $0.count > 800 } ?? false }
        #expect(desktop.running("bbbar").count == 2)
      }
    }

    @Test("killed, it leaves no process behind")
    func orphan() async throws {
      try await Desktop.run { desktop in
        let screen = try Screen.sway(on: desktop)
        let waybar = try start(on: desktop)
        try screen.shows("awake") { isShown("awake", in: $0) }
        #expect(desktop.running("bbbar").count == 1)
        waybar.signal(SIGKILL)
        try desktop.waits(for: "the end of its client") { desktop.running("bbbar").isEmpty }
      }
    }

    @Test(
      "left toggles the sleep, middle undoes, scrolling switches the child",
      .enabled(if: Machine.has("Xvfb", "xdotool", "import"), "xvfb, xdotool or imagemagick is not installed"))
    func clicks() async throws {
      try await Desktop.run { desktop in
        let screen = try Screen.swayWithPointer(on: desktop)
        try start(on: desktop)
        try screen.shows("awake") { isShown("awake", in: $0) }
        try screen.click(.left, at: 30, 15)
        try screen.shows("sleeping") { isShown("sleeping", in: $0) }
        #expect(try desktop.runningSleep() != nil)
        try screen.click(.middle, at: 30, 15)
        try screen.shows("awake, undone") { isShown("awake", in: $0) }
        #expect(try desktop.runningSleep() == nil)

        try desktop.machine.bbctl("child", "add", "Mia", "--born", "2026-01-31")
        try desktop.machine.bbctl("child", "select", "Mia")
        try desktop.machine.bbctl("sleep", "start")
        try screen.shows("Mia, sleeping") { isShown("sleeping", in: $0) }
        try screen.click(.scrollDown, at: 30, 15)
        try screen.shows("Eva, awake") { isShown("awake", in: $0) }
        #expect(try desktop.machine.call("dashboard.get")["child"]?["name"] == "Eva")
        try screen.click(.scrollUp, at: 30, 15)
        try screen.shows("Mia again") { isShown("sleeping", in: $0) }
      }
    }

    @Test(
      "right opens a menu, and the choice is logged",
      .enabled(
        if: Machine.has("Xvfb", "xdotool", "import", "fuzzel"), "xvfb, xdotool, imagemagick or fuzzel is missing"))
    func menu() async throws {
      try await Desktop.run { desktop in
        let screen = try Screen.swayWithPointer(on: desktop)
        try start(on: desktop)
        let before = try screen.shows("awake") { isShown("awake", in: $0) }
        try screen.click(.right, at: 30, 15)
        try screen.shows("a menu") { $0.differences(from: before, rows: 100..<700) > 10_000 }
        try screen.keep(as: "waybar menu")
        try screen.type("bottle")
        try desktop.waits(for: "a bottle") {
          try desktop.machine.call("dashboard.get")["lastFeeding"]?["method"] == "bottle"
        }
        try screen.shows("no menu") { $0.differences(from: before, rows: 100..<700) < 100 }
      }
    }

    @Test(
      "the tooltip shows the day",
      .enabled(if: Machine.has("Xvfb", "xdotool", "import"), "xvfb, xdotool or imagemagick is not installed"))
    func tooltip() async throws {
      try await Desktop.run { desktop in
        let screen = try Screen.swayWithPointer(on: desktop)
        try desktop.machine.bbctl("feed", "left", "--for", "15m")
        try desktop.machine.bbctl("diaper", "wet")
        try start(on: desktop)
        try screen.shows("awake") { isShown("awake", in: $0) }
        let before = try screen.screenshot()
        try screen.hover(over: 30, 15) { $0.differences(from: before, rows: 32..<300) > 1000 }
        try screen.keep(as: "waybar tooltip")
      }
    }
  }
}
