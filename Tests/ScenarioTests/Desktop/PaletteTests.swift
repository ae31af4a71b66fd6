import BabyModel
import Foundation
import TestSupport
import Testing

extension DesktopTests {
  @Suite(
    "Palettes in Waybar", .enabled(if: Machine.has("sway", "waybar", "grim"), "sway, waybar or grim is not installed"))
  struct PaletteTests {
    private static let rowHeight = 36

    /// The style sheets, each of which Waybar shows in a bar of its own, one below the other.
    private static func styles() throws -> [String] {
      let files = try FileManager.default.contentsOfDirectory(atPath: SourceTree.path("contrib/examples/waybar"))
      return files.filter { $0.hasSuffix(".css") }.map { String($0.dropLast(".css".count)) }.sorted()
    }

    /// Starts Waybar with a bar for each style sheet: what the sheets name, each names by itself.
    private func start(_ styles: [String], on desktop: Desktop) throws {
      var bars: [String] = []
      var sheet = "* { font: 20px DejaVu Sans }\nwindow#waybar { background: black }\n"
      for (place, style) in styles.enumerated() {
        bars.append(
          """
          {"layer": "top", "height": \(Self.rowHeight), "modules-left": ["custom/bb\(place)"], "custom/bb\(place)":
          {"exec": "exec bbbar waybar --palette \(style)", "return-type": "json", "format": "{}"}}
          """)
        sheet += try SourceTree.text("contrib/examples/waybar/\(style).css")
          .replacingOccurrences(of: "#custom-babybasics", with: "#custom-bb\(place)")
          .replacingOccurrences(of: "bb_", with: "bb\(place)_")
      }
      try desktop.start(
        "waybar", "-c", try desktop.file("waybar.json", "[\(bars.joined(separator: ",\n"))]"), "-s",
        try desktop.file("waybar.css", sheet))
    }

    @Test("every word in every state has 4.5:1 on its ground, as it is seen")
    func contrast() async throws {
      let styles = try Self.styles()
      #expect(styles.count == 10)
      try await Desktop.run { desktop in
        let machine = desktop.machine
        let screen = try Screen.sway(on: desktop, width: 1200, height: Self.rowHeight * styles.count)
        try start(styles, on: desktop)
        let rows = styles.indices.map { $0 * Self.rowHeight..<($0 + 1) * Self.rowHeight }
        var before = try screen.picture()
        /// - Parameter words: how many of them the bar has at least.
        func look(_ state: String, words: Int) throws {
          try screen.shows(state) { picture in rows.allSatisfy { picture.differences(from: before, rows: $0) > 30 } }
          let picture = try screen.settles(state, rows: 0..<Self.rowHeight * styles.count)
          before = picture
          try screen.keep(as: "waybar palettes " + state)
          for row in rows {
            let found = picture.words(rows: row)
            #expect(found.count >= words, "\(state), \(row): \(found.count) words")
            for word in found {
              #expect(word.contrast >= 4.5, "\(state), at \(word.columns) in \(row): \(word.contrast)")
            }
          }
        }
        try look("nothing logged", words: 2)
        try machine.bbctl("feed", "left", "--at", "40m ago", "--for", "15m")
        try look("awake", words: 5)
        try machine.bbctl("sleep", "start", "--at", "15m ago")
        try look("sleeping", words: 5)
        try machine.bbctl("settings", "set", "feeding.interval", "30m")
        try look("overdue", words: 7)
        try machine.bbctl("child", "add", "Mia", "--born", "2026-01-31")
        try machine.bbctl("child", "select", "Eva")
        try look("two children", words: 8)
        try machine.stop()
        try look("offline", words: 8)
      }
    }
  }
}

extension Picture {
  /// What is written between two gaps, on a ground.
  struct Word {
    let columns: Range<Int>
    /// Of the middle of its strokes against the ground, from 1 to 21.
    let contrast: Double
  }

  /// The words in some rows, on the colour that most of what is not black there has.
  func words(rows: Range<Int>) -> [Word] {
    var counts: [Color: Int] = [:]
    for y in rows { for x in 0..<width { counts[self[x, y], default: 0] += 1 } }
    counts[Color(0)] = nil
    guard let ground = counts.max(by: { $0.value < $1.value })?.key, let span = columns(of: ground, rows: rows) else {
      return []
    }
    // Without the round corners, and the line below.
    let inner = rows.lowerBound + 6..<rows.upperBound - 6
    var words: [Word] = []
    var (start, last) = (Int?.none, 0)
    for x in span.lowerBound + 8...span.upperBound {
      if inner.contains(where: { self[x, $0] != ground }), x < span.upperBound - 8 {
        start = start ?? x
        last = x
      } else if let first = start, x - last > 4 {
        words.append(word(first..<last + 1, rows: inner, on: ground))
        start = nil
      }
    }
    // The dots between parts are no words.
    return words.filter { word in
      inner.count { y in word.columns.contains { self[$0, y] != ground } } > 5
    }
  }

  private func word(_ columns: Range<Int>, rows: Range<Int>, on ground: Color) -> Word {
    let below = ground.measured
    let contrasts = rows.lazy.flatMap { y in columns.lazy.map { self[$0, y].measured.contrast(with: below) } }
    return Word(columns: columns, contrast: contrasts.max() ?? 1)
  }
}

extension Picture.Color {
  fileprivate var measured: BabyModel.Color { BabyModel.Color(red: red, green: green, blue: blue) }
}
