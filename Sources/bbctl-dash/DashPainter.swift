import BabyClient
import BabyCommands
import BabyModel

/// Draws screens on a terminal: of each only the lines that are different from the one before.
struct DashPainter {
  var colors: TerminalColors
  private var shown: [String] = []
  private var cursor: (column: Int, row: Int)?

  init(_ colors: TerminalColors) { self.colors = colors }

  /// What was drawn is gone, or elsewhere on the screen.
  mutating func forget() { (shown, cursor) = ([], nil) }

  /// The text to write; nil if nothing is different.
  mutating func draw(_ screen: DashScreen, _ theme: Theme) -> String? {
    let lines = screen.lines.map { spans in
      Words.line(spans.map { colors.styled($0.text, $0.style, theme) }, separator: "")
    }
    var text = shown.isEmpty ? "\u{1B}[2J" : ""
    for (row, line) in lines.enumerated() where row >= shown.count || shown[row] != line {
      text += "\u{1B}[\(row + 1);1H\(line)\u{1B}[K"
    }
    if shown.count > lines.count { text += "\u{1B}[\(lines.count + 1);1H\u{1B}[J" }
    shown = lines
    let hasMoved = cursor?.column != screen.cursor?.column || cursor?.row != screen.cursor?.row
    guard !text.isEmpty || hasMoved else { return nil }
    cursor = screen.cursor
    if let cursor {
      text += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h"
    } else {
      text += "\u{1B}[?25l"
    }
    // In one piece, on terminals that know this; others pass over it.
    return "\u{1B}[?2026h" + text + "\u{1B}[?2026l"
  }
}
