import BabyClient
import BabyModel
import BabyProtocol

/// Turns a page into text: columns and colour on a terminal, columns in a pipe, or plain lines for a screen reader.
struct Renderer {
  let isPlain: Bool
  /// How a terminal shows styles.
  var colors: TerminalColors
  /// Lines are cut here; nil lets them be as long as they are.
  var width: Int?

  init(isPlain: Bool, in surroundings: Surroundings) {
    self.isPlain = isPlain
    colors = TerminalColors(
      variable: { surroundings.variables[$0] }, isTerminal: surroundings.outputIsTerminal && !isPlain)
    width = surroundings.outputIsTerminal && !isPlain ? max(20, surroundings.columns) : nil
  }

  func render(_ page: Page) -> String {
    var text = ""
    var index = 0
    while index < page.items.count {
      switch page.items[index] {
      case .gap: if !isPlain { text += "\n" }
      case .heading(let heading): text += line([.init(heading, .strong)], page.theme)
      case .line(let spans): text += line(spans, page.theme)
      case .row:
        let rows = page.items[index...].prefix { if case .row = $0 { true } else { false } }
        text += table(rows.map { if case .row(let cells) = $0 { cells } else { [] } }, page.theme)
        index += rows.count - 1
      }
      index += 1
    }
    return text
  }

  private func line(_ spans: [Page.Span], _ theme: Theme) -> String {
    if isPlain { return Self.spoken(spans.map(Self.words).joined()) + "\n" }
    var left = width ?? .max
    var line = ""
    for span in spans {
      let text = SafeText.line(span.text).cut(toWidth: left)
      left -= text.displayWidth
      line += colors.styled(text, span.style, theme)
    }
    return line + "\n"
  }

  private func table(_ rows: [[Page.Span]], _ theme: Theme) -> String {
    if isPlain {
      return rows.map { row in
        let cells = row.filter { $0.style != .id } + row.filter { $0.style == .id }
        return Self.spoken(cells.map(Self.words).filter { !$0.isEmpty }.joined(separator: Words.separator)) + "\n"
      }.joined()
    }
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], SafeText.line(cell.text).displayWidth)
      }
    }
    return rows.map { row in
      var spans: [Page.Span] = []
      for (column, cell) in row.enumerated() {
        spans.append(.init("  "))
        spans.append(cell)
        let rest = row[(column + 1)...].contains { !$0.text.isEmpty }
        guard rest else { break }
        spans.append(.init(String(repeating: " ", count: widths[column] - SafeText.line(cell.text).displayWidth)))
      }
      return line(spans, theme)
    }.joined()
  }

  /// The text, and in words what its colour would say.
  private static func words(_ span: Page.Span) -> String {
    switch span.style {
    case .severity(.warning): "Warning: " + span.text
    case .severity(.error): "Error: " + span.text
    default: span.text
    }
  }

  /// The line as a screen reader should say it: signs and spaces that are there for the eye become words and commas.
  static func spoken(_ text: String) -> String {
    let words = SafeText.line(text).replacing(Words.separator, with: ", ").replacing("–", with: " to ").replacing(
      "≤", with: "within ")
    return words.split(separator: " ").joined(separator: " ")
  }
}
