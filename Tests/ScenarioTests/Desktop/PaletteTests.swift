import Foundation
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

    @Test("every word in every state has 4.5:1 on its background, as rendered")
    func contrast() async throws {
      let styles = try Self.styles()
      #expect(styles.count == 10)
      try await Desktop.run { desktop in
        let machine = desktop.machine
        let screen = try Screen.sway(on: desktop, width: 1200, height: Self.rowHeight * styles.count)
        try start(styles, on: desktop)
        let rows = styles.indices.map { $0 * Self.rowHeight..<($0 + 1) * Self.rowHeight }
        var before = try screen.screenshot()
        /// - Parameter words: how many of them the bar has at least.
        func look(_ state: String, words: Int) throws {
          try screen.shows(state) { screenshot in
            rows.allSatisfy { screenshot.differences(from: before, rows: $0) > 30 }
          }
          let screenshot = try screen.settles(state, rows: 0..<Self.rowHeight * styles.count)
          before = screenshot
          try screen.keep(as: "waybar palettes " + state)
          for row in rows {
            let found = screenshot.barWords(rows: row)
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

extension Screenshot {
  /// The words in a bar, on the colour that most of what is not black there has.
  fileprivate func barWords(rows: Range<Int>) -> [Word] {
    var counts: [Color: Int] = [:]
    for y in rows { for x in 0..<width { counts[self[x, y], default: 0] += 1 } }
    counts[Color(0)] = nil
    guard let ground = counts.max(by: { $0.value < $1.value })?.key, let span = columns(of: ground, rows: rows) else {
      return []
    }
    // Without the round corners, and the line below.
    return words(
      rows: rows.lowerBound + 6..<rows.upperBound - 6, columns: span.lowerBound + 8..<span.upperBound - 8, on: ground,
      gap: 4)
  }
}
