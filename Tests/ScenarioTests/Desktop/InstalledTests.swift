import Testing

extension DesktopTests {
  /// The files of contrib where an installation puts them.
  @Suite("contrib, installed") struct InstalledTests {
    @Test(
      "a key binding logs in sway",
      .enabled(
        if: Machine.has("sway", "Xvfb", "xdotool", "import"), "sway, xvfb, xdotool or imagemagick is not installed"))
    func keys() async throws {
      try await Desktop.run { desktop in
        let keys = SourceTree.path("contrib/examples/keys/sway")
        let screen = try Screen.swayWithPointer(on: desktop, config: "include \(keys)\n")
        // Keys go to the window under the pointer.
        try screen.point(500, 400)
        try screen.press("super+b", "d")
        try desktop.waits(for: "a diaper") {
          try desktop.machine.call("dashboard.get")["lastDiaper"]?["type"] == "dirty"
        }
        try screen.press("super+b", "s")
        try desktop.waits(for: "a sleep") { try desktop.runningSleep() != nil }
        // The mode is over after one key.
        try screen.press("d")
        try screen.press("super+b", "u")
        try desktop.waits(for: "the undo") { try desktop.runningSleep() == nil }
        #expect(try desktop.machine.call("timeline.list")["entries"]?.arrayValue?.count == 1)
      }
    }

    @Test(
      "the desktop opens our links with bbctl, which asks",
      .enabled(
        if: Machine.has("gio", "update-desktop-database", "sway", "grim", "mako"),
        "libglib2.0-bin, desktop-file-utils, sway, grim or mako is not installed"),
      arguments: ["nestling", "babybasics"])
    func handler(scheme: String) async throws {
      try await Desktop.run { desktop in
        let machine = desktop.machine
        machine.environment["XDG_DATA_DIRS"] = machine.directory + "/share"
        let files = SourceTree.path("contrib/packaging")
        try machine.shell(
          """
          mkdir -p share && cp -r '\(files)/applications' '\(files)/icons' share/
          update-desktop-database share/applications
          """)
        #expect(try machine.shell("gio mime x-scheme-handler/https").output.contains("babybasics") == false)
        let screen = try Screen.sway(on: desktop)
        try desktop.start("mako")
        try desktop.waits(for: "mako") { try machine.shell("makoctl list").status == 0 }
        let link = "\(scheme)://log/feed?amount=90&unit=ml"
        let opened = try machine.shell("gio open '\(link)' 3>&- </dev/null >/dev/null 2>&1")
        #expect(opened.status == 0)
        try desktop.waits(for: "the question") { try machine.shell("makoctl list").output.contains("Bottle · 90 ml") }
        _ = try screen.screenshot()
        try screen.keep(as: "link")
        #expect(try machine.call("dashboard.get")["lastFeeding"] == .null)
        try machine.shell("makoctl invoke log")
        try desktop.waits(for: "the bottle") { try machine.call("dashboard.get")["lastFeeding"]?["amount"] == 90 }
      }
    }
  }
}
