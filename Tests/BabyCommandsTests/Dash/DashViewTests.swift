import BabyClient
import BabyCommands
import BabyModel
import BabyProtocol
import Testing

@testable import bbctl_dash

@Suite("bbctl dash: what it shows") struct DashViewTests {
  private static let sizes = [(40, 15), (80, 24), (120, 40), (200, 50)]

  @Test("the screen at four sizes, with a sheet, an edit, an error and help", arguments: sizes)
  func screens(columns: Int, rows: Int) throws {
    var shown: [String] = []
    func play(_ title: String, _ keys: String, _ dashboard: DashboardGet.Answer? = Sample.dashboard()) throws {
      var dash = try DashPlay(columns: columns, rows: rows, dashboard: dashboard)
      for key in keys {
        let named: [Character: TerminalInput.Key] = ["↓": .down, "⏎": .enter, "→": .right, "⇥": .tab]
        try dash.press(named[key] ?? .character(key))
      }
      #expect(dash.screen.count == rows)
      for line in dash.screen { #expect(line.displayWidth < columns, "\(line)") }
      shown += ["== \(title)"] + dash.screen
    }
    try play("today", "↓↓↓")
    try play("a feed that is late", "", Sample.dashboardWithIntervals)
    try play("nothing yet", "", Sample.dashboard(isAsleep: false, isNew: true))
    try play("no child", "", nil)
    try play("a feed", "fbb⇥⇥")
    try play("an exact time that is none", "fbb⇥ plenty⏎")
    try play("an entry", "↓↓↓e")
    try play("help", "?")
    try Golden.expect(shown.joined(separator: "\n") + "\n", "dash-\(columns)x\(rows).txt")
  }

  @Test("at any size there are as many lines as rows, and none is too wide")
  func anySize() throws {
    for (columns, rows) in [(1, 1), (10, 3), (24, 8), (40, 10), (60, 100), (300, 20), (500, 120)] {
      for keys in ["", "f", "?", "d/"] {
        var dash = try DashPlay(columns: columns, rows: rows)
        try dash.type(keys)
        #expect(dash.screen.count == rows, "\(columns)×\(rows) \(keys)")
        for line in dash.screen { #expect(line.displayWidth <= max(columns - 1, 0), "\(columns)×\(rows) \(line)") }
      }
    }
  }

  @Test("names and notes cannot move the cursor")
  func unsafe() throws {
    var dashboard = Sample.dashboard()
    dashboard.child.name = "Eva\u{1B}[2J\nMax"
    let dash = try DashPlay(dashboard: dashboard)
    #expect(dash.screen[0].hasPrefix("Eva[2J Max"))
  }

  @Test("a press on a card opens its sheet, one on an entry chooses it and another edits it; the wheel chooses, too")
  func mouse() throws {
    var dash = try DashPlay()
    let row = try #require(
      dash.screen.firstIndex { $0.contains("8:09–8:24 PM") && $0.contains("Left breast") && $0.hasPrefix("  ") })
    try dash.take(.mouse(.pressed(column: 5, row: row)))
    #expect(dash.state.selection == Sample.leftBreast.entry.id)
    let chosen = try #require(dash.screen.firstIndex { $0.hasPrefix("▸") })
    try dash.take(.mouse(.pressed(column: 5, row: chosen)))
    #expect(dash.sheet?["from"]?.said == "8:09 PM")
    try dash.press(.escape)
    try dash.take(.mouse(.wheelDown))
    #expect(dash.state.selection != Sample.leftBreast.entry.id)
    let card = try #require(dash.screen.firstIndex { $0.contains("▌ Diaper") || $0.contains("Diaper") })
    try dash.take(.mouse(.pressed(column: 45, row: card)))
    #expect(dash.sheet?.title == "Diaper · Eva")
    let option = try #require(dash.screen.firstIndex { $0.contains("Dirty") })
    let column = try #require(dash.screen[option].range(of: "Dirty")).lowerBound
    let place = dash.screen[option].distance(from: dash.screen[option].startIndex, to: column)
    try dash.take(.mouse(.pressed(column: place, row: option)))
    #expect(dash.sheet?["type"]?.said == "dirty")
  }

  @Test("only lines that are different are drawn")
  func painting() throws {
    var painter = DashPainter(TerminalColors(variable: { _ in nil }, isTerminal: false))
    var dash = try DashPlay()
    func draw() -> String? { painter.draw(DashView(dash.state, now: dash.now).screen(), Theme()) }
    let first = try #require(draw())
    #expect(first.hasPrefix("\u{1B}[?2026h\u{1B}[2J") && first.hasSuffix("\u{1B}[?2026l"))
    #expect(draw() == nil)
    try dash.press(.down)
    let second = try #require(draw())
    #expect(second.split(separator: "\u{1B}[K").count == 2, "\(second)")
    #expect(!second.contains("\u{1B}[2J"))
    dash.now = dash.now + .minutes(1)
    #expect(try #require(draw()).utf8.count < first.utf8.count / 2)
    painter.forget()
    #expect(try #require(draw()).contains("\u{1B}[2J"))
  }

  @Test("its colours are the theme's where the ground is known, and there are none with NO_COLOR")
  func colours() throws {
    let screen = DashView(try DashPlay().state, now: Sample.now).screen()
    func drawn(_ variables: [String: String], on ground: Color?) -> String? {
      var colors = TerminalColors(variable: { variables[$0] }, isTerminal: true)
      colors.ground = ground
      var painter = DashPainter(colors)
      return painter.draw(screen, Theme())
    }
    #expect(drawn(["COLORTERM": "truecolor"], on: 0x000000)?.contains("\u{1B}[38;2;") == true)
    #expect(drawn(["TERM": "xterm"], on: nil)?.contains("\u{1B}[32m") == true)
    #expect(drawn(["NO_COLOR": "1"], on: nil)?.contains("m") == true)
    #expect(drawn(["NO_COLOR": "1"], on: nil)?.contains("\u{1B}[1m") == false)
  }
}
