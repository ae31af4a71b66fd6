import BabyModel
import BabyProtocol

/// What a command has to say, before it is known how it is shown: on a terminal, in a pipe, or read aloud.
struct Page {
  enum Style: Equatable {
    case plain, strong, faint
    /// What is going on just now.
    case active
    /// An entry's id: the eye finds it first in a row and passes over it, and a screen reader says it last.
    case id
    case kind(EntryKind)
    case severity(BannerRecord.Severity)
    /// What should have happened by now; its words say so.
    case overdue
  }

  /// What becomes of a text for which a line has no room.
  enum Room {
    /// It goes on in the next line.
    case needed
    /// It is left out.
    case spare
    /// It ends after the last word for which there is room.
    case prose
  }

  /// A piece of text in one style. Its text may come from anywhere: the renderer makes it safe.
  struct Span: ExpressibleByStringInterpolation {
    var text: String
    var style: Style
    var room: Room
    /// Columns that stay empty before it.
    var leading = 0

    init(_ text: String, _ style: Style = .plain, _ room: Room = .needed) {
      self.text = text
      self.style = style
      self.room = room
    }

    init(stringLiteral value: String) { self.init(value) }
  }

  enum Item {
    case gap
    case heading(String)
    /// One line whose parts belong together.
    case line([Span])
    /// Cells in columns; neighbouring rows share their widths. The spans of a cell are separated.
    case row([[Span]])
    /// Rows that mean nothing without the headings above them.
    case table(Table)
  }

  struct Table {
    var headings: [String]
    var rows: [[String]]
    /// The columns that are left out where there is no room, the first of them first.
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

  mutating func line(_ spans: Span...) { items.append(.line(spans)) }

  static func gap(before page: Page) -> Page {
    var apart = page
    apart.items.insert(.gap, at: 0)
    return apart
  }

  mutating func append(_ page: Page) { items += page.items }

  mutating func row(_ cells: [Span]) { items.append(.row(cells.map { $0.text.isEmpty ? [] : [$0] })) }

  /// - Parameter cells: each of several spans, between which the separator stands.
  mutating func row(cells: [[Span]]) { items.append(.row(cells)) }

  mutating func table(_ table: Table) { items.append(.table(table)) }
}
