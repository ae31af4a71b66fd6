import BabyClient
import BabyModel

/// Fits lines, rows and tables into the columns of a terminal.
///
/// What does not fit goes on in another line, at a separator where there is one, and what matters least is left out. No
/// word is cut, except one that alone is wider than the terminal: it goes on in the next line. Texts have been made safe.
struct Layout {
  typealias Span = Page.Span

  /// Columns; nil lets lines be as long as they are.
  let width: Int?

  /// What stands between the cells of a row.
  private static let gap = "  "
  /// How far the second line of a text stands to the right of the first.
  private static let indent = 2
  /// Columns in which a text can be read that goes on from line to line.
  private static let readable = 24

  /// - Parameter add: gets each line as it is made.
  func lines(of spans: [Span], _ add: ([Span]) -> Void) {
    guard let width, spans.displayWidth > width else { return add(spans) }
    let parts = LinePart.parts(of: spans)
    let margin = parts.first?.gap.utf8.count ?? 0
    var filler = LineFiller(width: width, start: 0, indent: min(margin + Self.indent, width / 2))
    if let first = parts.first { filler.pad(first.gap) }
    for part in parts { filler.add(part) }
    filler.lines.forEach(add)
  }

  /// Rows whose columns are as wide as their widest cells. Where that is too wide, the last columns are not columns any
  /// more, but go on from the first line of a row into the next.
  ///
  /// - Parameter add: gets each line as it is made.
  func lines(ofRows rows: [[[Span]]], _ add: ([Span]) -> Void) {
    var rows = rows
    for row in rows.indices {
      // Most cells are of one span, and stay as they are.
      for cell in rows[row].indices where rows[row][cell].count > 1 || rows[row][cell].first?.text.isEmpty == true {
        rows[row][cell] = Self.separated(rows[row][cell])
      }
    }
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.displayWidth)
      }
    }
    let columns = columns(rows, widths)
    let offset = widths[..<columns].reduce(0) { $0 + Self.gap.utf8.count + $1 }
    for row in rows {
      if let width, offset + row[min(columns, row.count)...].wideness(widths[min(columns, row.count)...]) > width {
        flowing(row, widths, columns: columns, width: width).forEach(add)
      } else {
        add(Self.aligned(row, widths))
      }
    }
  }

  /// A table without the columns for which there is no room, and the headings of these.
  func fitting(_ table: Page.Table) -> (table: Page.Table, leftOut: [String]) {
    guard let width else { return (table, []) }
    let widths = table.headings.indices.map { column in
      ([table.headings] + table.rows).map { $0[column].displayWidth }.max() ?? 0
    }
    var kept = Array(table.headings.indices)
    for column in table.leastColumns {
      guard kept.reduce(0, { $0 + Self.gap.utf8.count + widths[$1] }) > width else { break }
      kept.removeAll { $0 == column }
    }
    let fitting = Page.Table(
      headings: kept.map { table.headings[$0] }, rows: table.rows.map { row in kept.map { row[$0] } }, leastColumns: [])
    return (fitting, table.headings.indices.filter { !kept.contains($0) }.map { table.headings[$0] })
  }

  /// How many columns stay columns: as many as leave the rest of the rows what it needs, or a good part of the line.
  private func columns(_ rows: [[[Span]]], _ widths: [Int]) -> Int {
    guard let width else { return widths.count }
    var columns = 0
    var offset = 0
    while columns < widths.count - 1 {
      offset += Self.gap.utf8.count + widths[columns]
      let rest =
        rows.map { $0[min(columns + 1, $0.count)...].wideness(widths[min(columns + 1, $0.count)...]) }.max() ?? 0
      guard width - offset >= min(rest, max(Self.readable, width * 2 / 5)) else { break }
      columns += 1
    }
    return columns
  }

  /// A row that fits.
  private static func aligned(_ row: [[Span]], _ widths: [Int]) -> [Span] {
    guard let last = row.lastIndex(where: { !$0.isBlank }) else { return row.isEmpty ? [] : [.init(gap)] }
    var spans: [Span] = []
    spans.reserveCapacity(row.count)
    var leading = 0
    for column in 0...last {
      leading += gap.utf8.count
      for var span in row[column] {
        span.leading = leading
        leading = 0
        spans.append(span)
      }
      leading += widths[column] - row[column].displayWidth
    }
    return spans
  }

  private func flowing(_ row: [[Span]], _ widths: [Int], columns: Int, width: Int) -> [[Span]] {
    var start: [Span] = []
    for (cell, columnWidth) in zip(row.prefix(columns), widths) {
      start += [.init(Self.gap)] + cell
      start.append(.init(String(repeating: " ", count: columnWidth - cell.displayWidth)))
    }
    start.append(.init(Self.gap))
    let offset = start.displayWidth
    var filler = LineFiller(width: width, start: offset, indent: columns > 0 ? offset : offset + Self.indent)
    filler.begin(start)
    let rest = row.dropFirst(columns)
    for (index, cell) in zip(rest.indices, rest) where !cell.isBlank {
      // What follows needs the room more.
      if cell.allSatisfy({ $0.room == .spare }), rest[(index + 1)...].contains(where: { !$0.isBlank }) { continue }
      var parts = LinePart.parts(of: cell)
      if !parts.isEmpty { parts[0].gap = Self.gap }
      filler.add(cell: parts)
    }
    return filler.lines
  }

  /// The spans of a cell as they stand in a line.
  private static func separated(_ cell: [Span]) -> [Span] {
    let spans = cell.filter { !$0.text.isEmpty }
    guard let first = spans.first else { return [] }
    return spans.dropFirst().reduce(into: [first]) { $0 += [.init(Words.separator), $1] }
  }
}

extension [Page.Span] {
  fileprivate var displayWidth: Int { reduce(0) { $0 + $1.text.displayWidth } }

  fileprivate var isBlank: Bool { allSatisfy { $0.text.isEmpty } }
}

extension ArraySlice<[Page.Span]> {
  /// Columns that the last cells of a row take: all but the last of these are as wide as their column.
  fileprivate func wideness(_ widths: ArraySlice<Int>) -> Int {
    guard let last = lastIndex(where: { !$0.isBlank }) else { return 0 }
    return zip(self[..<last], widths).reduce(0) { $0 + 2 + $1.1 } + 2 + self[last].displayWidth
  }
}
