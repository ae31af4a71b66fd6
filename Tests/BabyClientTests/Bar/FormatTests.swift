import BabyModel
import BabyProtocol
import Foundation
import Testing

@testable import BabyBar

@Suite("Output for each bar")
struct FormatTests {
  @Test("matches the recorded line in each situation", arguments: BarFormat.all)
  func golden(format: BarFormat) throws {
    var text = ""
    for situation in Situation.allCases {
      text += "== \(situation.rawValue)\n" + format.line(BarContent(situation.state, BarLayout())) + "\n"
    }
    try Golden.expect(text, "\(format.name).txt")
  }

  @Test("each set of icons has its own signs", arguments: Icons.allCases)
  func icons(icons: Icons) throws {
    let lines = [Situation.awake, .asleep, .overdue, .failedClick].map {
      BarText($0.state, BarLayout(icons: icons)).plain
    }
    try Golden.expect(lines.joined(separator: "\n") + "\n", "icons-\(icons.rawValue).txt")
  }

  @Test("a bar without a colour keeps its own")
  func noColor() {
    let content = BarContent(Situation.overdue.state, BarLayout(), usesColor: false)
    for format in BarFormat.all where format != .json {
      let line = format.line(content)
      #expect(!line.contains("color") && !line.contains("%{F") && !line.contains("fg="), "\(format.name)")
    }
  }

  @Test("light appearance is light")
  func light() {
    var dashboard = BarSample.dashboard(feedingDue: "2026-11-15T06:29:00Z")
    dashboard.theme.mode = .light
    dashboard.theme.palette = .oceanCalm
    #expect(BarSample.content(dashboard).color == Palette.oceanCalm.colors(in: .light).danger.hex)
  }

  @Test("a bar with a style sheet gets the matching colours, whatever the family's theme is")
  func style() {
    var dashboard = BarSample.dashboard(feedingDue: "2026-11-15T06:29:00Z")
    dashboard.theme.mode = .light
    let layout = BarLayout(style: WaybarStyle(palette: .sageGarden, appearance: .dark))
    #expect(BarSample.content(dashboard, layout).color == Palette.sageGarden.colors(in: .dark).danger.hex)
  }

  @Test("i3bar gets a header that prevents it from stopping bbbar, and blocks in an endless array")
  func stream() throws {
    let beginning = I3barStream.beginning(stopSignal: 10, contSignal: 12)
    #expect(beginning == #"{"version":1,"click_events":true,"stop_signal":10,"cont_signal":12}"# + "\n[")
    let frame = I3barStream.frame(I3bar.block(BarSample.content(BarSample.dashboard())), [["full_text": "12:00"]])
    #expect(frame.hasSuffix(#",{"full_text":"12:00"}],"#))
    #expect(try JSON(parsing: frame.dropLast().utf8).arrayValue?.count == 2)
  }
}

@Suite("Configuration of a bar")
struct ExampleTests {
  private static let formats = BarFormat.all.filter { $0.example != nil }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    .standardized

  @Test("contrib contains the output of bbbar config", arguments: formats)
  func contrib(format: BarFormat) throws {
    let example = try #require(format.example)
    try Golden.expect(example.text, at: Self.root.appending(path: example.path))
  }

  @Test("no shell remains between the bar and bbbar", arguments: formats)
  func exec(format: BarFormat) { #expect(format.example(with: nil).contains("exec bbbar \(format.name)")) }

  @Test("every command in it is known to bbbar", arguments: formats)
  func commands(format: BarFormat) throws {
    let text = format.example(with: nil)
    for match in text.matches(of: /bbbar ([a-z0-9-]+)( [a-z-]+)?/) where !match.output.0.contains("{") {
      var words = [String(match.output.1)]
      if ["click", "style"].contains(words[0]) { words.append(String(match.output.2?.dropFirst() ?? "")) }
      if words == ["click", "scroll-"] { continue }
      _ = try BarCommand(words)
    }
  }

  @Test(
    "is selected by the bar's name, or by its window manager's",
    arguments: [("swaybar", BarFormat.swaybar), ("sway", .swaybar), ("i3bar", .i3bar), ("i3", .i3bar), ("eww", .json)])
  func names(word: String, format: BarFormat) throws {
    guard case .config(let found, nil) = try BarCommand(["config", word]) else {
      Issue.record("bbbar config \(word) is something else")
      return
    }
    #expect(found == format)
  }

  @Test("with icons, bbbar shows only those that a font can draw", arguments: formats)
  func icons(format: BarFormat) throws {
    #expect(format.example(with: nil) == format.example?.text)
    #expect(format.example(with: .emoji).contains("exec bbbar \(format.name) --icons emoji"))
    guard case .config(_, .nerd?) = try BarCommand(["config", "waybar", "--icons", "nerd"]) else {
      Issue.record("--icons is not taken")
      return
    }
  }

  @Test("icons that no font has are replaced by simpler ones")
  func plainer() {
    #expect(Icons.nerd.drawable { _ in true } == .nerd)
    #expect(Icons.nerd.drawable { $0.value < 0xF0000 } == .emoji)
    #expect(Icons.nerd.drawable { _ in false } == .ascii)
    // One that is missing is enough.
    #expect(Icons.emoji.drawable { $0 != "\u{1F422}" } == .ascii)
    #expect(Icons.none.drawable { _ in false } == Icons.none)
  }

  @Test("Waybar's is JSON except for its comments")
  func waybar() throws {
    let lines = BarFormat.waybar.example(with: nil).split(separator: "\n").filter { !$0.hasPrefix("//") }
    let module = try JSON(parsing: lines.joined(separator: "\n").utf8)["custom/babybasics"]
    #expect(module?["exec"] == "exec bbbar waybar --palette warm-nightlight")
    #expect(module?["format"] == "{}")
    #expect(module?["escape"] == nil, "the texts are escaped where they are made")
  }
}
