import BabyClient
import BabyModel

/// Fits lines, rows and tables into the columns of a terminal.
///
/// Text that does not fit continues on the next line, at a separator if there is one, and the least important parts are
/// left out. Words are not cut, except one that alone is wider than the terminal: it continues on the next line. Texts
/// have been made safe.
struct Layout {
  typealias Span = Page.Span
  typealias Cell = Page.Cell

  /// Columns; nil lets lines be as long as they are.
  let width: Int?

  /// The space between the cells of a row.
  private static let gap = "  "
  /// How far the second line of a text stands to the right of the first.
  private static let indent = 2
  /// The minimum width of a column for text that continues on the next line.
  private static let readable = 24

  /// - Parameter add: gets each line as it is made.
  func lines(of spans: [Span], _ add: ([Span]) -> Void) {
    guard let width, spans.displayWidth > width, spans.last?.overflow != .command else { return add(spans) }
    let parts = LinePart.parts(of: spans)
    let margin = parts.first?.gap.utf8.count ?? 0
    var builder = LineBuilder(width: width, start: 0, indent: min(margin + Self.indent, width / 2))
    if let first = parts.first { builder.pad(first.gap) }
    for part in parts { builder.add(part) }
    builder.lines.forEach(add)
  }

  /// Rows with columns as wide as their widest cells. If that is too wide, the last columns are wrapped from the first
  /// line of a row into the next.
  ///
  /// - Parameter add: gets each line as it is made.
  func lines(ofRows rows: [[Cell]], _ add: ([Span]) -> Void) {
    // Of all cells, row after row.
    var cells: [Int] = []
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        cells.append(cell.displayWidth)
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cells[cells.count - 1])
      }
    }
    let columns = columns(rows, widths)
    let offset = widths[..<columns].reduce(0) { $0 + Self.gap.utf8.count + $1 }
    var place = 0
    for row in rows {
      let own = cells[place..<place + row.count]
      place += row.count
      if let width, !row.endsInCommand,
        offset + row[min(columns, row.count)...].wideness(widths[min(columns, row.count)...]) > width
      {
        flowing(row, widths, columns: columns, width: width).forEach(add)
      } else {
        add(Self.aligned(row, of: own, widths))
      }
    }
  }

  /// A table without the columns that do not fit, and the headings of these.
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
  private func columns(_ rows: [[Cell]], _ widths: [Int]) -> Int {
    guard let width else { return widths.count }
    let rows = rows.filter { !$0.endsInCommand }
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
  ///
  /// - Parameters:
  ///   - own: the columns that its cells take.
  ///   - widths: those that they have.
  private static func aligned(_ row: [Cell], of own: ArraySlice<Int>, _ widths: [Int]) -> [Span] {
    guard let last = row.lastIndex(where: { !$0.isBlank }) else { return row.isEmpty ? [] : [.init(gap)] }
    var spans: [Span] = []
    spans.reserveCapacity(last + 1)
    var leading = 0
    for column in 0...last {
      leading += gap.utf8.count
      var first = row[column].first
      if !first.text.isEmpty {
        first.leading = leading
        leading = 0
        spans.append(first)
      }
      for other in row[column].others { spans += [.init(Words.separator), other] }
      leading += widths[column] - own[own.startIndex + column]
    }
    return spans
  }

  private func flowing(_ row: [Cell], _ widths: [Int], columns: Int, width: Int) -> [[Span]] {
    var start: [Span] = []
    for (cell, columnWidth) in zip(row.prefix(columns), widths) {
      start += [.init(Self.gap)] + cell.spans
      start.append(.init(String(repeating: " ", count: columnWidth - cell.displayWidth)))
    }
    start.append(.init(Self.gap))
    let offset = start.displayWidth
    var builder = LineBuilder(width: width, start: offset, indent: columns > 0 ? offset : offset + Self.indent)
    builder.begin(start)
    let rest = row.dropFirst(columns)
    for (index, cell) in zip(rest.indices, rest) where !cell.isBlank {
      // The following cells need the space more.
      if cell.others.isEmpty, cell.first.overflow == .spare, rest[(index + 1)...].contains(where: { !$0.isBlank }) {
        continue
      }
      var parts = LinePart.parts(of: cell.spans)
      if !parts.isEmpty { parts[0].gap = Self.gap }
      builder.add(cell: parts)
    }
    return builder.lines
  }
}

extension [Page.Span] {
  fileprivate var displayWidth: Int { reduce(0) { $0 + $1.text.displayWidth } }
}

extension Page.Cell {
  fileprivate var displayWidth: Int {
    others.reduce(first.text.displayWidth) { $0 + Words.separator.displayWidth + $1.text.displayWidth }
  }
}

extension [Page.Cell] {
  fileprivate var endsInCommand: Bool { last?.first.overflow == .command }
}

extension ArraySlice<Page.Cell> {
  /// Columns that the last cells of a row take: all but the last of these are as wide as their column.
  fileprivate func wideness(_ widths: ArraySlice<Int>) -> Int {
    guard let last = lastIndex(where: { !$0.isBlank }) else { return 0 }
    return zip(self[..<last], widths).reduce(0) { $0 + 2 + $1.1 } + 2 + self[last].displayWidth
  }
}
