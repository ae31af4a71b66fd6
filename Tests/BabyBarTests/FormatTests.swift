import BabyModel
import BabyProtocol
import Testing

@testable import BabyBar

@Suite("What each bar is told")
struct FormatTests {
  @Test("in each situation it is the recorded line", arguments: BarFormat.allCases)
  func golden(format: BarFormat) throws {
    var text = ""
    for situation in Situation.allCases {
      text += "== \(situation.rawValue)\n" + format.line(BarContent(situation.state, Look())) + "\n"
    }
    try Golden.expect(text, "\(format.rawValue).txt")
  }

  @Test("each set of icons has its own signs", arguments: Icons.allCases)
  func icons(icons: Icons) throws {
    let lines = [Situation.awake, .asleep, .overdue, .failedClick].map {
      BarText($0.state, Look(icons: icons)).plain
    }
    try Golden.expect(lines.joined(separator: "\n") + "\n", "icons-\(icons.rawValue).txt")
  }

  @Test("a bar without colour is left its own")
  func noColor() {
    let content = BarContent(Situation.overdue.state, Look(), usesColor: false)
    for format in BarFormat.allCases where format != .json {
      let line = format.line(content)
      #expect(!line.contains("color") && !line.contains("%{F") && !line.contains("fg="), "\(format)")
    }
  }

  @Test("light is light")
  func light() {
    var dashboard = Sample.dashboard(feedingDue: "2026-11-15T06:29:00Z")
    dashboard.theme.mode = .light
    dashboard.theme.palette = .oceanCalm
    #expect(Sample.content(dashboard).color == Palette.oceanCalm.colors(in: .light).danger.hex)
  }

  @Test("a bar with a style sheet has the colours that go with it, whatever the family's theme is")
  func style() {
    var dashboard = Sample.dashboard(feedingDue: "2026-11-15T06:29:00Z")
    dashboard.theme.mode = .light
    let look = Look(style: WaybarStyle(palette: .sageGarden, appearance: .dark))
    #expect(Sample.content(dashboard, look).color == Palette.sageGarden.colors(in: .dark).danger.hex)
  }

  @Test("i3bar gets a header that keeps it from stopping us, and blocks in an endless array")
  func stream() throws {
    let beginning = I3barStream.beginning(stopSignal: 10, contSignal: 12)
    #expect(beginning == #"{"version":1,"click_events":true,"stop_signal":10,"cont_signal":12}"# + "\n[")
    let frame = I3barStream.frame(I3bar.block(Sample.content(Sample.dashboard())), [["full_text": "12:00"]])
    #expect(frame.hasSuffix(#",{"full_text":"12:00"}],"#))
    #expect(try JSON(parsing: frame.dropLast().utf8).arrayValue?.count == 2)
  }
}
