import Testing

extension DesktopTests {
  @Suite(
    "Notifications, shown by dunst",
    .enabled(
      if: Machine.has("Xvfb", "xdotool", "import", "gdbus", "dunst"),
      "xvfb, xdotool, imagemagick, libglib2.0-bin or dunst is not installed"))
  struct DunstTests {
    @Test("a click's entry is shown, and pressing it undoes it")
    func undo() async throws {
      try await Desktop.run { desktop in
        let screen = try Screen.x11(on: desktop)
        let empty = try screen.screenshot()
        // The middle button presses a notification's button.
        try desktop.start("dunst", "-conf", "/dev/null")
        let item = try TrayItem(on: desktop)
        try item.click("Log left breast")
        let screenshot = try screen.shows("a notification") { $0.differences(from: empty) > 2000 }
        try screen.keep(as: "dunst")
        try desktop.waitsUntilLogged(["feeding left"])
        let columns = (0..<screenshot.width).filter { screenshot[$0, 70] != empty[$0, 70] }
        try screen.click(.middle, at: try #require(columns.first) + 20, 70)
        try desktop.waitsUntilLogged([])
      }
    }
  }
}
