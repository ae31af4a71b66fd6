import BabyClient
import BabyModel
import BabyProtocol
import Testing

@testable import BabyCommands

@Suite("Lines fit a terminal")
struct LayoutTests {
  static let commands = [
    "status", "status --child awake", "status --child empty", "status --child old", "status --child forgotten", "today",
    "history", "activity", "show", "status --child all", "summary", "predict", "predict backtest", "growth", "trends",
    "why",
    "settings",
    "inbox",
    "queue",
    "chart", "chart --last 7d", "chart sleep",
  ]

  @Test("the output of commands matches the file for its width, and no line is wider", arguments: [40, 80, 160])
  func golden(columns: Int) throws {
    let text = try Self.commands.map { try Self.shown($0, columns: columns) }.joined(separator: "\n")
    try Golden.expect(text, "width-\(columns).txt")
    #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("$ ") || String($0).displayWidth <= columns })
  }

  @Test("names, sides and words of the log are complete, however narrow it is", arguments: [40, 80, 160])
  func wholeness(columns: Int) throws {
    for command in ["status", "today", "history", "activity", "summary"] {
      let shown = Set(words(try Self.shown(command, columns: columns).replacing("\n", with: " ")))
      let wide = words(try Self.shown(command, columns: 10_000).replacing("\n", with: " "))
      let kept = ["Maximilian", "Hohenfels-Sonnenschein", "Left,", "Right", "Featherstonehaugh", "Started"]
      for word in kept where wide.contains(word) && !(command == "status" && word == "Featherstonehaugh") {
        #expect(shown.contains(word), "\(command): \(word)")
      }
      // Nothing is there that is only a piece of a word; what ends early ends after a word.
      // Pictures have no words, and are as wide as there is room.
      let pieces = shown.subtracting(wide).filter { $0.contains(where: \.isLetter) }
        .map { $0.hasSuffix("…") ? String($0.dropLast()) : $0 }
      #expect(
        pieces.allSatisfy { piece in wide.contains { $0 == piece || $0.contains("https") && $0.contains(piece) } })
    }
  }

  @Test(
    "a pipe has one line for each fact, whatever the terminal", arguments: ["status", "today", "settings", "predict"])
  func pipe(command: String) throws {
    let daemon = try LongFamily.start(Sample.offline)
    defer { daemon.stop() }
    func output(columns: Int) -> String { Run(words(command), socket: daemon.socket, columns: columns).output }
    #expect(output(columns: 20) == output(columns: 500))
    #expect(output(columns: 20).split(separator: "\n").contains { String($0).displayWidth > 80 })
  }

  @Test("lines break at separators, and within a part only if it is wider than a line")
  func separators() {
    #expect(
      Self.lines([.init("Bottle · 120 ml · spat up a little afterwards")], columns: 26) == [
        "Bottle · 120 ml · spat up", "  a little afterwards",
      ])
    #expect(
      Self.lines([.init("Bottle · 120 ml · spat up a little")], columns: 26) == [
        "Bottle · 120 ml", "  spat up a little",
      ])
    #expect(
      Self.lines([.init("Logged left breast · Eva"), .init("  (undo: bbctl undo)", .faint)], columns: 30) == [
        "Logged left breast · Eva", "  (undo: bbctl undo)",
      ])
    #expect(
      Self.lines([.init("    yours: 8:09 PM · deleted")], columns: 24) == ["    yours: 8:09 PM", "      deleted"])
  }

  @Test("the least important parts go first, and prose ends after a word")
  func rooms() {
    func row(_ columns: Int) -> [String] {
      let cells: [[Page.Span]] = [
        [.init("Diaper")], [.init("Wet"), .init("a little rash", .plain, .prose), .init("by Ben", .plain, .spare)],
      ]
      return Self.texts { Layout(width: columns).lines(ofRows: [cells.map { Page.Cell($0) }], $0) }
    }
    #expect(row(38) == ["  Diaper  Wet · a little rash · by Ben"])
    #expect(row(37) == ["  Diaper  Wet · a little rash"])
    #expect(row(28) == ["  Diaper", "    Wet · a little rash"])
    #expect(row(20) == ["  Diaper", "    Wet · a little…"])
  }

  @Test("only a word that is wider than the terminal continues on the next line, and wide characters count as two")
  func longWords() {
    #expect(
      Self.lines([.init("see https://baby.example/a/long/way")], columns: 20) == [
        "see", "  https://baby.examp", "  le/a/long/way",
      ])
    #expect(Self.lines([.init("寝る子は育つ寝る子は育つ")], columns: 21) == ["寝る子は育つ寝る子は", "  育つ"])
  }

  @Test("a table leaves out whole columns and names them")
  func table() {
    let table = Page.Table(headings: ["", "count", "mean"], rows: [["Nap", "7", "12"]], leastColumns: [2, 1])
    #expect(Layout(width: 30).fitting(table).leftOut == [])
    #expect(Layout(width: 15).fitting(table).leftOut == ["mean"])
    #expect(Layout(width: 15).fitting(table).table.rows == [["Nap", "7"]])
    #expect(Layout(width: 8).fitting(table).leftOut == ["count", "mean"])
  }

  @Test("any text in any width loses nothing and fits", arguments: 20...60)
  func anything(columns: Int) {
    var generator = Lehmer(state: UInt64(columns))
    let pieces = ["a", "bb", "·", "breast", "Featherstonehaugh", "寝る子", "", "😀", "(undo:"]
    for _ in 0..<50 {
      let text = (0..<Int.random(in: 1...30, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }
      .joined(separator: " ")
      let lines = Self.lines([.init(text)], columns: columns)
      #expect(lines.allSatisfy { $0.displayWidth <= columns }, "\(text)")
      func letters(_ text: String) -> String { text.filter { $0 != " " && $0 != "·" } }
      #expect(letters(lines.joined()) == letters(text))
    }
  }

  @Test("a width in a variable is used if a terminal could have it")
  func columnsVariable() {
    #expect(CommandEnvironment.columns(named: "132") == 132)
    for text in [nil, "", "wide", "0", "-3", "99999999999999999999"] {
      #expect(CommandEnvironment.columns(named: text) == 80)
    }
  }

  private static func lines(_ spans: [Page.Span], columns: Int) -> [String] {
    texts { Layout(width: columns).lines(of: spans, $0) }
  }

  private static func texts(of lines: (([Page.Span]) -> Void) -> Void) -> [String] {
    var texts: [String] = []
    lines { spans in
      texts.append(spans.map { String(repeating: " ", count: $0.leading) + $0.text }.joined())
    }
    return texts
  }

  /// What a command prints on a terminal without colours.
  private static func shown(_ command: String, columns: Int) throws -> String {
    let daemon = try LongFamily.start(Sample.offline)
    defer { daemon.stop() }
    let run = Run(
      words(command), socket: daemon.socket, onTerminal: true, columns: columns,
      variables: ["HOME": "/nonexistent", "NO_COLOR": "1"])
    return "$ bbctl \(command)\n" + run.output + run.errors
  }
}

/// Numbers that look random and are the same each time.
private struct Lehmer: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 33)
  }
}
