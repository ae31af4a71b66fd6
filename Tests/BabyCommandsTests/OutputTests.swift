import BabyClient
import BabyModel
import BabyProtocol
import Foundation
import Glibc
import Testing

@testable import BabyCommands

@Suite struct OutputTests {
  @Test("names and notes reach a terminal without control or bidirectional characters")
  func controls() throws {
    let hostile = "Eva\u{1B}]0;pwned\u{07}\u{9B}31m\u{202E}abc\u{2066}\u{7F}\r\nx\ty"
    #expect(SafeText.line(hostile) == "Eva]0;pwned31mabc  x y")
    var dashboard = Sample.dashboard()
    dashboard.child.name = hostile
    dashboard.lastDiaper?.entry.note = hostile
    let daemon = try FakeDaemon { [dashboard] _ in .result(dashboard.json) }
    defer { daemon.stop() }
    for line in ["status", "status --plain", "sleep status"] {
      let run = Run(words(line), socket: daemon.socket)
      #expect(run.output.contains(line.hasSuffix("--plain") ? "Eva]0;pwned31mabc x y" : "Eva]0;pwned31mabc  x y"))
      #expect(!run.output.unicodeScalars.contains { ["\u{1B}", "\u{7}", "\u{9B}", "\u{202E}", "\r"].contains($0) })
    }
  }

  @Test("JSON keeps hostile characters as escapes and stays the same JSON")
  func jsonEscapes() throws {
    let name: JSON = ["name": "a\u{9B}b\u{202E}c\u{E0041}\u{1F600}"]
    let daemon = try FakeDaemon { _ in .result(name) }
    defer { daemon.stop() }
    let run = Run(words("call x"), socket: daemon.socket)
    #expect(run.output == "{\"name\":\"a\\u009bb\\u202ec\\udb40\\udc41\u{1F600}\"}\n")
    #expect(try JSON(parsing: run.output.utf8) == name)
  }

  @Test("errors of the daemon are sanitized, too")
  func errors() throws {
    let daemon = try FakeDaemon { _ in .error(RPCError(.storeFailed, "a\u{1B}[31mb", hint: "x\u{7}y")) }
    defer { daemon.stop() }
    #expect(Run(["status"], socket: daemon.socket).errors == "bbctl: a[31mb\n  Try: xy\n")
  }

  @Test("colour is only for terminals that support it")
  func colour() throws {
    let daemon = try FakeDaemon { _ in .result(Sample.dashboard().json) }
    defer { daemon.stop() }
    func isColored(_ line: String, onTerminal: Bool, _ variables: [String: String] = [:]) -> Bool {
      Run(words(line), socket: daemon.socket, onTerminal: onTerminal, variables: variables).output.contains("\u{1B}[")
    }
    #expect(isColored("status", onTerminal: true))
    #expect(isColored("status", onTerminal: true, ["NO_COLOR": "", "TERM": "xterm"]))
    #expect(!isColored("status", onTerminal: false))
    #expect(!isColored("status --plain", onTerminal: true))
    #expect(!isColored("status", onTerminal: true, ["NO_COLOR": "1"]))
    #expect(!isColored("status", onTerminal: true, ["TERM": "dumb"]))
  }

  @Test("without colour, its meaning is a word", arguments: ["status", "account", "sync", "queue"])
  func severities(command: String) throws {
    let daemon = try SampleDaemon.start(Sample.offline)
    defer { daemon.stop() }
    let plain = Run([command, "--plain"], socket: daemon.socket).output
    #expect(plain.contains("Warning: ") || plain.contains("Error: "))
  }

  @Test("nothing moves on a terminal that is read aloud")
  func motion() throws {
    let daemon = try SampleDaemon.start()
    defer { daemon.stop() }
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(repeating: UInt8(ascii: "x"), count: 200_000).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(Run(["import", file.path], socket: daemon.socket, onTerminal: true).errors.contains("\r"))
    #expect(Run(["import", file.path, "--plain"], socket: daemon.socket, onTerminal: true).errors == "")
  }

  @Test("colours are the terminal's own, or the child's theme if it is set to light or dark, as many as there are")
  func themes() throws {
    var dashboard = Sample.dashboardWithIntervals
    var settings = ["theme.palette": "ocean-calm", "theme.categoryStrategy": "apple-health", "theme.mode": "dark"]
    dashboard.theme = Settings(family: settings).theme
    settings["theme.mode"] = "auto"
    var automatic = dashboard
    automatic.theme = Settings(family: settings).theme
    let other = try FakeDaemon { [automatic] _ in .result(automatic.json) }
    defer { other.stop() }
    let dark = try FakeDaemon { [dashboard] _ in .result(dashboard.json) }
    defer { dark.stop() }
    func line(_ number: Int, _ variables: [String: String], of daemon: FakeDaemon? = nil) throws -> String {
      let socket = (daemon ?? dark).socket
      let run = Run(["status"], socket: socket, onTerminal: true, variables: variables)
      let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
      return try #require(lines.indices.contains(number) ? String(lines[number]) : nil).replacing("\u{1B}", with: "")
    }
    let direct = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
    #expect(try line(1, direct) == "[38;2;225;141;134mFeed overdue 30m · was due 10:09 PM[0m")
    #expect(try line(2, direct) == "[1;38;2;77;184;184mSleeping 1h 04m · since 9:35 PM[0m")
    #expect(try line(4, direct).hasPrefix("  [38;2;90;165;102mFeed[0m "))
    #expect(try line(4, ["COLORTERM": "24bit"]) == line(4, direct))
    let indexed = ["TERM": "screen-256color"]
    #expect(try line(1, indexed) == "[38;5;174mFeed overdue 30m · was due 10:09 PM[0m")
    #expect(try line(4, indexed).hasPrefix("  [38;5;71mFeed[0m "))
    #expect(try line(1, ["TERM": "linux"]) == "[31mFeed overdue 30m · was due 10:09 PM[0m")
    #expect(try line(1, direct, of: other) == line(1, ["TERM": "linux"]))
    #expect(try line(2, direct, of: other) == "[1mSleeping 1h 04m · since 9:35 PM[0m")
    #expect(try line(4, direct, of: other).hasPrefix("  [32mFeed[0m "))
    #expect(try line(1, direct.merging(["NO_COLOR": "1"]) { $1 }) == "Feed overdue 30m · was due 10:09 PM")
  }

  @Test("a light theme has the palette's light colours")
  func lightTheme() {
    let light = Settings(family: ["theme.mode": "light"]).theme
    let colors = TerminalColors(variable: { ["COLORTERM": "truecolor"][$0] }, isTerminal: true)
    #expect(colors.styled("x", .severity(.error), light) == "\u{1B}[38;2;168;50;60mx\u{1B}[0m")
    let dark = Settings(family: ["theme.mode": "dark"]).theme
    #expect(colors.styled("x", .severity(.error), dark) == "\u{1B}[38;2;227;132;137mx\u{1B}[0m")
    #expect(colors.styled("x", .severity(.error), Theme()) == "\u{1B}[31mx\u{1B}[0m")
  }

  @Test("overdue has one colour, that of errors, and the terminal's yellow is never used")
  func overdue() {
    for theme in [Theme(), Settings(family: ["theme.mode": "light"]).theme] {
      let colors = TerminalColors(variable: { ["COLORTERM": "truecolor"][$0] }, isTerminal: true)
      #expect(colors.styled("x", .overdue, theme) == colors.styled("x", .severity(.error), theme))
    }
    let basic = TerminalColors(variable: { _ in nil }, isTerminal: true)
    let styles =
      EntryKind.allCases.map(Page.Style.kind) + BannerRecord.Severity.allCases.map(Page.Style.severity)
      + [.active, .overdue, .strong, .faint, .id, .plain]
    for style in styles { #expect(!basic.styled("x", style, Theme()).contains("[33m"), "\(style)") }
  }

  @Test("of xterm's colours, the nearest one is chosen")
  func nearestColors() {
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    let cube = levels.flatMap { red in
      levels.flatMap { green in levels.map { Color(red: red, green: green, blue: $0) } }
    }
    let greys = (0..<24).map { UInt8(8 + 10 * $0) }.map { Color(red: $0, green: $0, blue: $0) }
    let table = cube + greys
    func distance(_ color: Color, _ other: Color) -> Int {
      let red = Int(color.red) - Int(other.red)
      let green = Int(color.green) - Int(other.green)
      let blue = Int(color.blue) - Int(other.blue)
      return red * red + green * green + blue * blue
    }
    for number in stride(from: UInt32(0), through: 0xFFFFFF, by: 9_973) {
      let color = Color(integerLiteral: number)
      let taken = table[TerminalColors.nearest(to: color) - 16]
      #expect(distance(taken, color) == table.map { distance($0, color) }.min(), "\(color.hex)")
    }
  }

  @Test("no line is wider than the terminal")
  func width() throws {
    var dashboard = Sample.dashboard()
    dashboard.lastDiaper?.entry.note = String(repeating: "寝る子は育つ ", count: 30)
    let daemon = try FakeDaemon { [dashboard] _ in .result(dashboard.json) }
    defer { daemon.stop() }
    let run = Run(["status"], socket: daemon.socket, onTerminal: true, variables: ["NO_COLOR": "1"])
    let lines = run.output.split(separator: "\n")
    #expect(lines.allSatisfy { String($0).displayWidth <= 80 })
    #expect(lines.contains { $0.hasSuffix("…") })
  }

  @Test(
    "wide characters take two columns",
    arguments: [
      ("abc", 3), ("é", 1), ("e\u{301}", 1), ("寝る", 4), ("😀", 2), ("❤️", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("⏰", 2), ("한국", 4),
      ("a\u{200B}b", 2), ("·–…", 3),
    ])
  func displayWidth(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test(
    "base64 as in RFC 4648",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func base64Vectors(plain: String, encoded: String) {
    #expect(base64(Array(plain.utf8)) == encoded)
  }

  @Test("a reader that goes away is not an error, and a full disk is one")
  func goneReader() {
    signal(SIGPIPE, SIG_IGN)
    let outcome = Outcome(output: Array("hello\n".utf8))
    var pipe: [Int32] = [0, 0]
    #expect(Glibc.pipe(&pipe) == 0)
    close(pipe[0])
    #expect(BbctlProgram.write(outcome, output: pipe[1], errors: pipe[1]) == 0)
    close(pipe[1])
    let full = open("/dev/full", O_WRONLY)
    #expect(BbctlProgram.write(outcome, output: full, errors: full) == 1)
    close(full)
  }
}
