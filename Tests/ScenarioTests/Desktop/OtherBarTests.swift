import Foundation
import Testing

extension DesktopTests {
  /// The bars without style sheets: what they show is seen by how it changes, and what a click does by what was logged.
  @Suite(
    "Other bars",
    .enabled(if: Machine.has("Xvfb", "xdotool", "import"), "xvfb, xdotool or imagemagick is not installed"))
  struct OtherBarTests {
    /// Starts a sleep by a click into the bar, sees the bar change, and ends the sleep by another click.
    ///
    /// - Parameters:
    ///   - rows: where the bar is.
    ///   - left: right of what the bar shows at its left end.
    private func toggle(rows: Range<Int>, right left: Int = 0, on screen: Screen, of desktop: Desktop) throws {
      let awake = try screen.settles("the bar with our text", rows: rows)
      try click(in: awake, rows: rows, right: left, on: screen)
      try desktop.waits(for: "a sleep") { try desktop.runningSleep() != nil }
      let asleep = try screen.shows("the sleep") { $0.differences(from: awake, rows: rows) > 20 }
      try desktop.waits(for: "the end of the sleep") {
        // A click within a second is the same press as the one before, so it may take another.
        try click(in: try screen.screenshot(), rows: rows, right: left, on: screen)
        return try desktop.runningSleep() == nil
      }
      try screen.shows("no sleep") { $0.differences(from: asleep, rows: rows) > 20 }
    }

    /// Clicks on the second letter or so of our text, which is the first.
    private func click(
      _ button: Screen.Button = .left, in screenshot: Screenshot, rows: Range<Int>, right left: Int, on screen: Screen
    ) throws {
      let ground = screenshot[left, 1]
      let text = try #require((left..<screenshot.width).first { x in rows.contains { screenshot[x, $0] != ground } })
      try screen.click(button, at: text + 12, (rows.lowerBound + rows.upperBound) / 2)
    }

    /// i3status, which the snippets wrap, with something that never changes.
    private func writeI3status(_ desktop: Desktop) throws {
      _ = try desktop.file(
        "home/.config/i3status/config",
        """
        general { interval = 60 }
        order += "tztime fixed"
        tztime fixed { format = "wrapped" }

        """)
    }

    /// Where i3bar and swaybar draw with this font.
    private static let row = 0..<18
    private static let i3 = Machine.has("i3", "i3bar")

    /// What `bbbar` says is to go into a bar's configuration; the bar at the top.
    private func snippet(_ name: String, on desktop: Desktop) throws -> String {
      try desktop.machine.shell("bbbar config \(name)").output.replacing("bar {\n", with: "bar {\n    position top\n")
    }

    private func startI3(_ desktop: Desktop, bar: String) throws {
      let config = "# i3 config file (v4)\nfont pango:DejaVu Sans 10\n" + bar
      try desktop.start("i3", "-c", try desktop.file("i3.conf", config))
    }

    @Test("i3bar shows it, and a click toggles the sleep", .enabled(if: i3, "i3-wm is not installed"))
    func i3bar() async throws {
      try await Desktop.run { desktop in
        let screen = try Screen.x11(on: desktop)
        try writeI3status(desktop)
        try startI3(desktop, bar: try snippet("i3bar", on: desktop))
        try toggle(rows: Self.row, right: 60, on: screen, of: desktop)
        try screen.keep(as: "i3bar")
      }
    }

    @Test("a hidden bar of i3 is up to date when it is shown", .enabled(if: i3, "i3-wm is not installed"))
    func i3barHidden() async throws {
      try await Desktop.run { desktop in
        let screen = try Screen.x11(on: desktop)
        try writeI3status(desktop)
        try startI3(desktop, bar: try snippet("i3bar", on: desktop))
        let awake = try screen.settles("the bar with our text", rows: Self.row)
        try desktop.machine.shell("i3-msg bar mode invisible")
        try screen.shows("no bar") { $0.differences(from: awake, rows: Self.row) > 500 }
        try desktop.machine.bbctl("sleep", "start")
        try desktop.machine.shell("i3-msg bar mode dock")
        let asleep = try screen.settles("the sleep", rows: Self.row)
        #expect(asleep.differences(from: awake, rows: Self.row) > 20)
        try desktop.machine.bbctl("sleep", "stop")
        try screen.shows("no sleep") { $0.differences(from: asleep, rows: Self.row) > 20 }
      }
    }

    @Test(
      "the right button opens rofi, and the choice is logged",
      .enabled(if: i3 && Machine.has("rofi"), "i3-wm or rofi is not installed"))
    func rofi() async throws {
      try await Desktop.run { desktop in
        let screen = try Screen.x11(on: desktop)
        try writeI3status(desktop)
        try startI3(desktop, bar: try snippet("i3bar", on: desktop))
        let bar = try screen.settles("the bar with our text", rows: Self.row)
        try click(.right, in: bar, rows: Self.row, right: 60, on: screen)
        try screen.shows("a menu") { $0.differences(from: bar, rows: 40..<200) > 5_000 }
        try screen.keep(as: "rofi")
        try screen.type("bottle")
        try desktop.waits(for: "a bottle") {
          try desktop.machine.call("dashboard.get")["lastFeeding"]?["method"] == "bottle"
        }
      }
    }

    @Test(
      "i3blocks shows it",
      .enabled(if: i3 && Machine.has("i3blocks"), "i3-wm or i3blocks is not installed"))
    func i3blocks() async throws {
      try await Desktop.run { desktop in
        let screen = try Screen.x11(on: desktop)
        let config = try desktop.file("i3blocks.conf", try desktop.machine.shell("bbbar config i3blocks").output)
        try startI3(desktop, bar: "bar {\n  position top\n  status_command exec i3blocks -c \(config)\n}\n")
        let awake = try screen.settles("our block", rows: Self.row)
        try desktop.machine.bbctl("sleep", "start")
        try screen.shows("the sleep") { $0.differences(from: awake, rows: Self.row) > 20 }
        try screen.keep(as: "i3blocks")
      }
    }

    @Test("swaybar shows it, and a click toggles the sleep", .enabled(if: Machine.has("sway"), "sway is not installed"))
    func swaybar() async throws {
      try await Desktop.run { desktop in
        try writeI3status(desktop)
        let bar = try snippet("sway", on: desktop)
        let screen = try Screen.swayWithPointer(on: desktop, config: "font pango:DejaVu Sans 10\n" + bar)
        try toggle(rows: Self.row, right: 60, on: screen, of: desktop)
        try screen.keep(as: "swaybar")
      }
    }

    @Test(
      "polybar shows it, and a click toggles the sleep",
      .enabled(if: Machine.has("polybar"), "polybar is not installed"))
    func polybar() async throws {
      try await Desktop.run { desktop in
        let screen = try Screen.x11(on: desktop)
        let module = try desktop.machine.shell("bbbar config polybar").output
        let config = try desktop.file(
          "polybar.ini",
          """
          [bar/top]
          width = 100%
          height = 24
          font-0 = DejaVu Sans:size=10
          modules-left = babybasics

          \(module)
          """)
        try desktop.start("polybar", "-c", config, "top")
        try toggle(rows: 0..<24, on: screen, of: desktop)
        try screen.keep(as: "polybar")
      }
    }
  }
}
