import Glibc
import Testing

extension DesktopTests {
  @Suite(
    "The agent's tray item, in Waybar's tray",
    .enabled(
      if: Machine.has("dbus-daemon", "gdbus", "sway", "waybar", "grim"),
      "dbus, libglib2.0-bin, sway, waybar or grim is not installed"))
  struct TrayInWaybarTests {
    private static let bottle = Screenshot.Color(0x1F6F66)
    private static let figure = Screenshot.Color(0xFFF4D6)
    private static let moon = Screenshot.Color(0x33476B)

    @discardableResult
    private func startWaybar(
      on desktop: Desktop, panel: String = "black", iconSize: Int = 24
    ) throws -> ChildProcess {
      let config = try desktop.file(
        "waybar.json",
        #"{"layer": "top", "position": "top", "height": 30, "modules-left": ["tray"], "tray": {"icon-size": \#(iconSize)}}"#
      )
      let style = try desktop.file(
        "waybar.css", "* { font-family: DejaVu Sans } window#waybar { background: \(panel) }")
      return try desktop.start("waybar", "-c", config, "-s", style)
    }

    private func hasIcon(_ color: Screenshot.Color, in screenshot: Screenshot) -> Bool {
      screenshot.count(of: color, rows: 0..<30) > 60
    }

    @Test("is visible, whichever of the two comes first, and again when the tray is restarted")
    func registration() async throws {
      try await Desktop.run { desktop in
        let screen = try Screen.sway(on: desktop)
        let item = try TrayItem(on: desktop)
        let waybar = try startWaybar(on: desktop)
        try screen.shows("the bottle") { hasIcon(Self.bottle, in: $0) }
        try item.click("Start sleep")
        try screen.shows("the moon") { hasIcon(Self.moon, in: $0) }
        try screen.keep(as: "tray asleep")
        waybar.end()
        try screen.shows("no bar") { !hasIcon(Self.moon, in: $0) }
        try startWaybar(on: desktop)
        try screen.shows("the moon again") { hasIcon(Self.moon, in: $0) }
        item.process.signal(SIGTERM)
        try screen.shows("an empty tray") { !hasIcon(Self.moon, in: $0) }
        _ = try TrayItem(on: desktop)
        try screen.shows("the moon of the next agent") { hasIcon(Self.moon, in: $0) }
      }
    }

    @Test(
      "at 16 pixels its shape is visible on dark, light and coloured panels, drawn by us or from the icon theme",
      arguments: ["black", "white", "#3584e4", "#2a9d8f"], [false, true])
    func legible(panel: String, isInstalled: Bool) async throws {
      try await Desktop.run { desktop in
        if isInstalled {
          desktop.machine.environment["XDG_DATA_HOME"] = desktop.machine.directory + "/share"
          try desktop.machine.shell("mkdir -p share && cp -r '\(SourceTree.path("contrib/packaging/icons"))' share/")
        }
        let screen = try Screen.sway(on: desktop)
        let item = try TrayItem(on: desktop)
        #expect(try item.property("IconName").contains("babybasics-tray") == isInstalled)
        try startWaybar(on: desktop, panel: panel, iconSize: 16)
        for (tile, state) in [(Self.bottle, "awake"), (Self.moon, "asleep")] {
          if state == "asleep" { try item.click("Start sleep") }
          try screen.shows(state) { screenshot in
            // Whole pixels of the figure, and of the tile that it stands on.
            screenshot.count(of: Self.figure, rows: 0..<30) >= 40 && screenshot.count(of: tile, rows: 0..<30) >= 60
          }
          try screen.keep(as: "tray \(state) on \(panel.filter { $0 != "#" })\(isInstalled ? " installed" : "")")
        }
      }
    }

    @Test(
      "buttons and the menu, pressed with a pointer, reach the database",
      .enabled(if: Machine.has("Xvfb", "xdotool", "import"), "xvfb, xdotool or imagemagick is not installed"))
    func pointer() async throws {
      try await Desktop.run(child: "<b>&") { desktop in
        let screen = try Screen.swayWithPointer(on: desktop)
        _ = try TrayItem(on: desktop)
        try startWaybar(on: desktop)
        let plain = try screen.shows("the bottle") { hasIcon(Self.bottle, in: $0) }
        let columns = try #require(plain.columns(of: Self.bottle, rows: 0..<30))
        let x = (columns.lowerBound + columns.upperBound) / 2
        try screen.click(.left, at: x, 15)
        try desktop.waitsUntilLogged(["sleep running"])
        try screen.shows("the moon") { hasIcon(Self.moon, in: $0) }
        try screen.click(.middle, at: x, 15)
        try desktop.waitsUntilLogged([])

        // The tooltip is there, although the name would break its markup.
        try screen.shows("the bottle again") { hasIcon(Self.bottle, in: $0) }
        try screen.hover(over: x, 15) { $0.differences(from: plain, rows: 35..<120) > 500 }
        try screen.keep(as: "tray tooltip")

        try desktop.machine.bbctl("diaper", "wet")
        try screen.click(.right, at: x, 15)
        let menu = try screen.shows("the menu") { $0.differences(from: plain, rows: 200..<300) > 500 }
        try screen.keep(as: "tray menu")
        // The last item of it takes back the diaper.
        let bottom = try #require((0..<menu.height).last { menu.differences(from: plain, rows: $0..<$0 + 1) > 50 })
        try screen.click(.left, at: x + 60, bottom - 15)
        try desktop.waitsUntilLogged([])
      }
    }
  }
}
