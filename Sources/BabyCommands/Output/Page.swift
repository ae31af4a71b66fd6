package import BabyModel
package import BabyProtocol

/// A command's output, independent of how it is shown: on a terminal, in a pipe, or read aloud.
package struct Page {
  package enum Style: Equatable {
    case plain, strong, faint
    /// In progress.
    case active
    /// An entry's id: the eye finds it first in a row and passes over it, and a screen reader says it last.
    case id
    case kind(EntryKind)
    /// A paler one of the kind's colour.
    case pale(EntryKind)
    case severity(BannerRecord.Severity)
    /// Overdue; the text says so, too.
    case overdue
  }

  /// What happens to a text that does not fit.
  enum Overflow {
    /// It continues on the next line.
    case needed
    /// It is left out.
    case spare
    /// It ends after the last word that fits.
    case prose
    /// It can be pasted: its line is not broken, even if it is longer than the terminal is wide.
    case command
  }

  /// A piece of text in one style. Its text may come from anywhere: the renderer makes it safe.
  struct Span: ExpressibleByStringInterpolation {
    var text: String
    var style: Style
    var overflow: Overflow
    /// Columns that stay empty before it.
    var leading = 0

    init(_ text: String, _ style: Style = .plain, _ overflow: Overflow = .needed) {
      self.text = text
      self.style = style
      self.overflow = overflow
    }

    init(stringLiteral value: String) { self.init(value) }
  }

  /// A cell of a row: mostly one piece, which needs no list.
  struct Cell {
    var first: Span
    /// Each after a separator.
    var others: [Span] = []
  }

  enum Item {
    case gap
    case heading(String)
    /// One line whose parts belong together.
    case line([Span])
    /// Cells in columns; neighbouring rows share their widths.
    case row([Cell])
    /// Rows that mean nothing without the headings above them.
    case table(Table)
  }

  struct Table {
    var headings: [String]
    var rows: [[String]]
    /// The columns that are left out if there is no room, the first of them first.
    var leastColumns: [Int]
  }

  private(set) var items: [Item] = []
  /// The colours in which it is shown.
  let theme: Theme

  init(theme: Theme = Theme()) { self.theme = theme }

  init(line: String) {
    self.init()
    self.line(Span(line))
  }

  mutating func gap() { items.append(.gap) }

  mutating func heading(_ text: String) { items.append(.heading(text)) }

  mutating func line(_ spans: Span...) { line(spans) }

  mutating func line(_ spans: [Span]) { items.append(.line(spans)) }

  static func gap(before page: Page) -> Page {
    var apart = page
    apart.items.insert(.gap, at: 0)
    return apart
  }

  mutating func append(_ page: Page) { items += page.items }

  mutating func row(_ cells: [Span]) { items.append(.row(cells.map { Cell(first: $0) })) }

  /// - Parameter cells: each of several spans, with separators between them.
  mutating func row(cells: [[Span]]) { items.append(.row(cells.map(Cell.init))) }

  mutating func table(_ table: Table) { items.append(.table(table)) }
}

extension Page.Cell {
  /// Pieces without those that are empty.
  init(_ spans: [Page.Span]) {
    let spans = spans.filter { !$0.text.isEmpty }
    self.init(first: spans.first ?? "", others: Array(spans.dropFirst()))
  }

  var isBlank: Bool { first.text.isEmpty && others.isEmpty }

  /// The spans of a line, with separators.
  var spans: [Page.Span] {
    others.reduce(into: first.text.isEmpty ? [] : [first]) { $0 += [.init(Words.separator), $1] }
  }
}

enum Count {
  /// `1 entry`, `4,207 entries`
  static func of(_ number: Int, _ one: String, _ many: String) -> String {
    "\(grouped(number)) \(number == 1 ? one : many)"
  }

  /// `4,207`
  static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return number < 0 ? "-" + text : text
  }
}
