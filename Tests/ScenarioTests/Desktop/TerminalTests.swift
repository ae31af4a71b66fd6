import Foundation
import Testing

extension DesktopTests {
  @Suite("A terminal", .enabled(if: Machine.has("sway", "foot", "grim"), "sway, foot or grim is not installed"))
  struct TerminalTests {
    /// A terminal's colours: its ground, what is written on it, and its sixteen.
    struct Look: CustomTestStringConvertible {
      let testDescription: String
      let ground: Screenshot.Color
      let colors: String
      /// The setting of a person with such a terminal.
      let mode: String
    }

    /// As GNOME's and Debian's terminals have them, on whichever ground.
    private static let sixteen = zip(
      ["2e3436", "cc0000", "4e9a06", "c4a000", "3465a4", "75507b", "06989a", "d3d7cf"],
      ["555753", "ef2929", "8ae234", "fce94f", "729fcf", "ad7fa8", "34e2e2", "eeeeec"]
    ).enumerated().map { "regular\($0)=\($1.0)\nbright\($0)=\($1.1)\n" }.joined()

    static let looks = [
      Look(
        testDescription: "paper white", ground: .init(0xff_ffff),
        colors: "background=ffffff\nforeground=000000\n" + sixteen, mode: "light"),
      Look(
        testDescription: "black", ground: .init(0x00_0000),
        colors: "background=000000\nforeground=e5e5e5\n" + sixteen, mode: "dark"),
    ]

    /// With an unknown background, the terminal's own colours are as legible as their author intended; otherwise the
    /// palette's are as legible as everywhere.
    @Test(
      "every word of bbctl's output has 3:1 on its background in the terminal's own colours, and 4.5:1 in the palette's",
      arguments: looks, [false, true])
    func contrast(look: Look, isGroundSet: Bool) async throws {
      try await Desktop.run { desktop in
        let machine = desktop.machine
        try machine.bbctl("settings", "set", "feeding.interval", "2h")
        if isGroundSet { try machine.bbctl("settings", "set", "theme.mode", look.mode) }
        try machine.bbctl("feed", "left", "--at", "5h ago", "--for", "15m")
        try machine.bbctl("diaper", "both", "--at", "4h ago")
        try machine.bbctl("tummy", "5m")
        try machine.bbctl("note", "first smile")
        try machine.bbctl("sleep", "start", "--at", "47m ago")
        let screen = try Screen.sway(on: desktop, width: 1200, height: 900)
        let config = try desktop.file(
          "foot.ini", "font=DejaVu Sans Mono:size=15\ninitial-window-mode=fullscreen\n[colors]\n" + look.colors)
        let script = try desktop.file(
          "show",
          "bbctl status; bbctl today; bbctl remind; bbctl staus; printf '\\033[?25l'; touch '\(machine.directory)/shown'; sleep 1000"
        )
        try desktop.start("foot", "--config", config, "sh", script)
        try desktop.waits(for: "bbctl") {
          FileManager.default.fileExists(atPath: machine.directory + "/shown")
        }
        let screenshot = try screen.settles("bbctl", rows: 0..<900)
        try screen.keep(as: "terminal \(look.testDescription)\(isGroundSet ? " set" : "")")
        let words = screenshot.words(on: look.ground, gap: 8)
        #expect(words.count > 60)
        for word in words {
          #expect(word.contrast >= (isGroundSet ? 4.5 : 3), "at \(word.columns) in \(word.rows): \(word.contrast)")
        }
      }
    }
  }
}
