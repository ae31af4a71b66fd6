import BabyClient
import BabyModel
import BabyProtocol

/// Turns a page into text: columns and colour on a terminal, columns in a pipe, or plain lines for a screen reader.
struct Renderer {
  let isPlain: Bool
  /// How a terminal shows styles.
  var colors: TerminalColors
  /// Lines are fitted into so many columns; nil lets them be as long as they are.
  var width: Int?

  private var layout: Layout { Layout(width: width) }

  init(isPlain: Bool, in surroundings: Surroundings) {
    self.isPlain = isPlain
    let isScreen = surroundings.outputIsTerminal && !isPlain
    colors = TerminalColors(variable: { surroundings.variables[$0] }, isTerminal: isScreen)
    width = isScreen ? max(20, surroundings.columns) : nil
  }

  func render(_ page: Page) -> String {
    var text = ""
    var index = 0
    while index < page.items.count {
      switch page.items[index] {
      case .gap: if !isPlain { text += "\n" }
      case .heading(let heading): text += line([.init(heading, .strong)], page.theme)
      case .line(let spans): text += line(spans, page.theme)
      case .table(let table): text += self.table(table, page.theme)
      case .row:
        let rows = page.items[index...].prefix { if case .row = $0 { true } else { false } }
        text += self.rows(rows.map { if case .row(let cells) = $0 { cells } else { [] } }, page.theme)
        index += rows.count - 1
      }
      index += 1
    }
    return text
  }

  private func line(_ spans: [Page.Span], _ theme: Theme) -> String {
    if isPlain { return Self.spoken(spans.map(Self.words).joined()) + "\n" }
    return written(layout.lines(of: spans.map(Self.safe)), theme)
  }

  private func rows(_ rows: [[[Page.Span]]], _ theme: Theme) -> String {
    guard isPlain else { return written(layout.lines(ofRows: Self.safe(rows)), theme) }
    return rows.map { row in
      let cells = row.filter { $0.first?.style != .id } + row.filter { $0.first?.style == .id }
      let words = cells.flatMap { $0.map(Self.words) }.filter { !$0.isEmpty }
      return Self.spoken(words.joined(separator: Words.separator)) + "\n"
    }.joined()
  }

  private func table(_ table: Page.Table, _ theme: Theme) -> String {
    let (table, leftOut) = isPlain ? (table, []) : layout.fitting(table)
    let headings = table.headings.map { [Page.Span($0, .faint)] }
    let text = rows([headings] + table.rows.map { $0.map { [Page.Span($0)] } }, theme)
    if leftOut.isEmpty { return text }
    return text + line([.init("No room for: " + leftOut.joined(separator: ", "), .faint)], theme)
  }

  private func written(_ lines: [[Page.Span]], _ theme: Theme) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(lines.count * 64)
    for line in lines {
      for span in line {
        var span = colors.styled(span.text, span.style, theme)
        span.withUTF8 { text.append(contentsOf: $0) }
      }
      text.append(UInt8(ascii: "\n"))
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func safe(_ rows: [[[Page.Span]]]) -> [[[Page.Span]]] {
    var rows = rows
    for row in rows.indices {
      for cell in rows[row].indices {
        for span in rows[row][cell].indices where !SafeText.isLine(rows[row][cell][span].text) {
          rows[row][cell][span] = safe(rows[row][cell][span])
        }
      }
    }
    return rows
  }

  private static func safe(_ span: Page.Span) -> Page.Span {
    var span = span
    span.text = SafeText.line(span.text)
    return span
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
