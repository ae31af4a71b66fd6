import BabyClient
import BabyModel
import BabyProtocol

/// Turns a page into text: columns and colour on a terminal, columns in a pipe, or plain lines for a screen reader.
struct Renderer {
  let isPlain: Bool
  /// How a terminal shows styles.
  var colors: TerminalColors
  /// The maximum width in columns; nil for no limit.
  var width: Int?

  private var layout: Layout { Layout(width: width) }

  init(isPlain: Bool, in environment: CommandEnvironment) {
    self.isPlain = isPlain
    let isScreen = environment.outputIsTerminal && !isPlain
    colors = TerminalColors(variable: { environment.variables[$0] }, isTerminal: isScreen)
    width = isScreen ? max(20, environment.columns) : nil
  }

  func render(_ page: Page) -> String { String(decoding: printed(page), as: UTF8.self) }

  /// The page as bytes, of which no text has to be made.
  func printed(_ page: Page) -> [UInt8] {
    var text = PrintedText(colors: colors, theme: page.theme)
    var index = 0
    while index < page.items.count {
      switch page.items[index] {
      case .gap: if !isPlain { text.endLine() }
      case .heading(let heading): add([.init(heading, .strong)], to: &text)
      case .line(let spans): add(spans, to: &text)
      case .table(let table): add(table, to: &text)
      case .row:
        var rows: [[Page.Cell]] = []
        while index < page.items.count, case .row(let cells) = page.items[index] {
          rows.append(cells)
          index += 1
        }
        add(rows: rows, to: &text)
        continue
      }
      index += 1
    }
    return text.bytes
  }

  private func add(_ spans: [Page.Span], to text: inout PrintedText) {
    if isPlain { return text.add(Self.spoken(spans.map(Self.words).joined())) }
    let isSafe = spans.allSatisfy { SafeText.isLine($0.text) }
    layout.lines(of: isSafe ? spans : spans.map(Self.safe)) { text.add($0) }
  }

  private func add(rows: [[Page.Cell]], to text: inout PrintedText) {
    guard isPlain else { return layout.lines(ofRows: Self.safe(rows)) { text.add($0) } }
    for row in rows {
      let cells = row.filter { $0.first.style != .id } + row.filter { $0.first.style == .id }
      let words = cells.flatMap { ([$0.first] + $0.others).map(Self.words) }.filter { !$0.isEmpty }
      text.add(Self.spoken(words.joined(separator: Words.separator)))
    }
  }

  private func add(_ table: Page.Table, to text: inout PrintedText) {
    let (table, leftOut) = isPlain ? (table, []) : layout.fitting(table)
    let headings = table.headings.map { Page.Cell(first: .init($0, .faint)) }
    add(rows: [headings] + table.rows.map { $0.map { Page.Cell(first: .init($0)) } }, to: &text)
    if leftOut.isEmpty { return }
    add([.init("No room for: " + leftOut.joined(separator: ", "), .faint)], to: &text)
  }

  private static func safe(_ rows: [[Page.Cell]]) -> [[Page.Cell]] {
    var rows = rows
    for row in rows.indices {
      for cell in rows[row].indices {
        if !SafeText.isLine(rows[row][cell].first.text) { rows[row][cell].first = safe(rows[row][cell].first) }
        for other in rows[row][cell].others.indices where !SafeText.isLine(rows[row][cell].others[other].text) {
          rows[row][cell].others[other] = safe(rows[row][cell].others[other])
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

  /// The text, with the meaning of its colour in words.
  private static func words(_ span: Page.Span) -> String {
    switch span.style {
    case .severity(.warning): "Warning: " + span.text
    case .severity(.error): "Error: " + span.text
    default: span.text
    }
  }

  /// The line for a screen reader: signs and spaces for the eye become words and commas.
  static func spoken(_ text: String) -> String {
    let words = SafeText.line(text).replacing(Words.separator, with: ", ").replacing("–", with: " to ").replacing(
      "≤", with: "within ")
    return words.split(separator: " ").joined(separator: " ")
  }
}

/// The lines of a page as they are printed.
struct PrintedText {
  /// How a terminal shows styles.
  let colors: TerminalColors
  let theme: Theme
  private(set) var bytes: [UInt8] = []

  /// Adds a line in styles.
  mutating func add(_ line: [Page.Span]) {
    for span in line {
      for _ in 0..<span.leading { bytes.append(UInt8(ascii: " ")) }
      append(colors.styled(span.text, span.style, theme))
    }
    endLine()
  }

  /// Adds a line of plain words.
  mutating func add(_ line: String) {
    append(line)
    endLine()
  }

  mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

  private mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }
}
