import Foundation
import Testing

extension DesktopTests {
  @Suite("A terminal", .enabled(if: Machine.has("sway", "foot", "grim"), "sway, foot or grim is not installed"))
  struct TerminalTests {
    /// A terminal's colours: its ground, what is written on it, and its sixteen.
    struct Look: CustomTestStringConvertible {
      let testDescription: String
      let ground: Picture.Color
      let colors: String
    }

    /// As xterm has them, which look the same on either ground.
    private static let sixteen = zip(
      ["000000", "cd0000", "00cd00", "cdcd00", "0000ee", "cd00cd", "00cdcd", "e5e5e5"],
      ["7f7f7f", "ff0000", "00ff00", "ffff00", "5c5cff", "ff00ff", "00ffff", "ffffff"]
    ).enumerated().map { "regular\($0)=\($1.0)\nbright\($0)=\($1.1)\n" }.joined()

    static let looks = [
      Look(
        testDescription: "paper white", ground: .init(0xff_ffff),
        colors: "background=ffffff\nforeground=000000\n" + sixteen),
      Look(
        testDescription: "black", ground: .init(0x00_0000),
        colors: "background=000000\nforeground=e5e5e5\n" + sixteen),
    ]

    @Test("every word of what bbctl shows has 4.5:1 on its ground, as it is seen", arguments: looks)
    func contrast(look: Look) async throws {
      try await Desktop.run { desktop in
        let machine = desktop.machine
        try machine.bbctl("settings", "set", "feeding.interval", "2h")
        try machine.bbctl("feed", "left", "--at", "5h ago", "--for", "15m")
        try machine.bbctl("diaper", "both", "--at", "4h ago")
        try machine.bbctl("tummy", "5m")
        try machine.bbctl("note", "first smile")
        try machine.bbctl("sleep", "start", "--at", "47m ago")
        let screen = try Screen.sway(on: desktop, width: 1200, height: 900)
        let config = try desktop.file(
          "foot.ini", "font=DejaVu Sans Mono:size=15\ninitial-window-mode=fullscreen\n[colors]\n" + look.colors)
        let script = try desktop.file(
          "show", "bbctl status; bbctl today; bbctl remind; bbctl staus; printf '\\033[?25l'; touch shown; sleep 1000")
        try desktop.start("foot", "--config", config, "sh", script)
        try desktop.waits(for: "bbctl") {
          FileManager.default.fileExists(atPath: machine.directory + "/shown")
        }
        let picture = try screen.settles("bbctl", rows: 0..<900)
        try screen.keep(as: "terminal " + look.testDescription)
        let words = picture.words(on: look.ground, gap: 8)
        #expect(words.count > 60)
        for word in words {
          #expect(word.contrast >= 4.5, "at \(word.columns) in \(word.rows): \(word.contrast)")
        }
      }
    }
  }
}
