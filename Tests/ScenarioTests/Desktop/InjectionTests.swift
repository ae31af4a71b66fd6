import Testing

extension DesktopTests {
  /// A child's name that would do something in a bar that took it for more than a name.
  @Suite("A name is a name in every bar") struct InjectionTests {
    @Test(
      "Waybar shows its letters",
      .enabled(if: Machine.has("sway", "waybar", "grim"), "sway, waybar or grim is missing"),
      arguments: [
        ("&<", "&amp;&lt;"), ("<b>Eva</b>", "&lt;b&gt;Eva&lt;/b&gt;"), ("Eva &amp; 'x\"", "Eva &amp;amp; 'x\\\""),
      ])
    func waybar(name: String, markup: String) async throws {
      try await Desktop.run(child: name) { desktop in
        // The same text twice: by bbbar, and as markup that is known to show just these letters.
        let literal = try desktop.file("literal", #"{"text": "\#(markup)", "class": "awake"}"# + "\n")
        let config = try desktop.file(
          "waybar.json",
          """
          {"layer": "top", "position": "top", "height": 30,
          "modules-left": ["custom/babybasics"], "modules-right": ["custom/literal"],
          "custom/babybasics": {"exec": "exec bbbar waybar --template '{child}'", "return-type": "json", "format": "{}"},
          "custom/literal": {"exec": "cat \(literal)", "interval": 3600, "return-type": "json", "format": "{}"}}
          """)
        let style = try desktop.file(
          "waybar.css",
          """
          * { font-family: DejaVu Sans; font-size: 13px; }
          window#waybar { background: black }
          .awake { background: #00aa00; color: white; padding: 0 8px }
          """)
        let screen = try Screen.sway(on: desktop)
        try desktop.start("waybar", "-c", config, "-s", style)
        try screen.shows("the same twice") { screenshot in
          let columns = (0..<screenshot.width).filter { screenshot[$0, 1] == .init(0x00aa00) }
          let (left, right) = (columns.filter { $0 < 400 }, columns.filter { $0 >= 400 })
          guard left.count > 30, left.count == right.count else { return false }
          return zip(left, right).allSatisfy { left, right in
            (0..<30).allSatisfy { screenshot[left, $0] == screenshot[right, $0] }
          }
        }
        #expect(!desktop.log(of: "waybar").localizedCaseInsensitiveContains("markup"))
      }
    }

    @Test(
      "polybar does not interpret it",
      .enabled(
        if: Machine.has("polybar", "Xvfb", "xdotool", "import"), "polybar, xvfb, xdotool or imagemagick is missing"))
    func polybar() async throws {
      try await Desktop.run(child: "%{A1:touch pwned:}xxxxxxxx%{A}") { desktop in
        let screen = try Screen.x11(on: desktop)
        let config = try desktop.file(
          "polybar.ini",
          """
          [bar/top]
          width = 100%
          height = 24
          font-0 = DejaVu Sans:size=10
          modules-left = babybasics

          [module/babybasics]
          type = custom/script
          exec = cd \(desktop.machine.directory) && exec bbbar polybar --template '{child}'
          tail = true
          """)
        try desktop.start("polybar", "-c", config, "top")
        _ = try screen.settles("the name", rows: 0..<24)
        // Every letter of it is pressed until one of the presses has done what presses do.
        var x = 4
        try desktop.waits(for: "a sleep") {
          try screen.click(.left, at: x, 12)
          x = (x + 7) % 200
          return try desktop.runningSleep() != nil
        }
        #expect(try desktop.machine.shell("find . -name pwned").output == "")
      }
    }

    @Test("tmux does not interpret it", .enabled(if: Machine.has("tmux"), "tmux is not installed"))
    func tmux() async throws {
      let name = "#(touch pwned)#[fg=red]#S %H"
      try await Desktop.run(child: name) { desktop in
        let status = "set -g status-interval 1\nset -g status-right-length 80\n"
        let terminal = try Terminal(
          on: desktop, config: status + "set -g status-right '#(cd && exec bbbar tmux --template \"{child}\")'\n")
        try desktop.waits(for: "the name") { try terminal.statusLine().contains(name) }
        #expect(try desktop.machine.shell("find . -name pwned").output == "")
      }
    }
  }
}
