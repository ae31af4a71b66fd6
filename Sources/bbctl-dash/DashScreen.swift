import BabyClient
import BabyCommands
import BabyModel

/// A piece of a line in one style.
struct DashSpan: Equatable {
  var text: String
  var style: Page.Style = .plain

  init(_ text: String, _ style: Page.Style = .plain) { (self.text, self.style) = (text, style) }
}

/// What a press of the mouse means at a place.
enum DashTarget: Equatable {
  case card(EntryKind)
  case entry(EntryID)
  case key(TerminalInput.Key)
  /// A field of the sheet, and one of its options.
  case field(Int, option: Int?)
}

/// Lines of text with what can be pressed in them: the whole screen, or a part of it.
struct DashScreen {
  struct Area {
    var row: Int
    var columns: Range<Int>
    var target: DashTarget
  }

  private(set) var lines: [[DashSpan]] = []
  private(set) var areas: [Area] = []
  /// Where the cursor stands; nil if it is hidden.
  private(set) var cursor: (column: Int, row: Int)?

  var height: Int { lines.count }

  mutating func add(_ spans: DashSpan...) { add(spans) }

  mutating func add(_ spans: [DashSpan]) { lines.append(spans) }

  /// Adds a line that can be pressed.
  mutating func add(_ spans: [DashSpan], _ target: DashTarget, width: Int) {
    areas.append(Area(row: lines.count, columns: 0..<width, target: target))
    add(spans)
  }

  /// Makes a part of the last line something that can be pressed.
  mutating func mark(_ columns: Range<Int>, _ target: DashTarget) {
    areas.append(Area(row: lines.count - 1, columns: columns, target: target))
  }

  /// Puts the cursor into the last line.
  mutating func placeCursor(at column: Int) { cursor = (column, lines.count - 1) }

  mutating func append(_ other: DashScreen) {
    areas += other.areas.map { Area(row: $0.row + height, columns: $0.columns, target: $0.target) }
    if let place = other.cursor { cursor = (place.column, place.row + height) }
    lines += other.lines
  }

  /// Puts another one to the right of it.
  ///
  /// - Parameter column: where that begins.
  mutating func append(_ other: DashScreen, at column: Int) {
    for (row, line) in other.lines.enumerated() {
      if row == lines.count { lines.append([]) }
      lines[row] = lines[row].fitted(to: column) + line
    }
    areas += other.areas.map { area in
      let columns = area.columns.lowerBound + column..<area.columns.upperBound + column
      return Area(row: area.row, columns: columns, target: area.target)
    }
    if let place = other.cursor { cursor = (place.column + column, place.row) }
  }

  /// The rows from one on, as many as there is room for.
  func cropped(from first: Int, height: Int) -> DashScreen {
    var part = DashScreen()
    part.lines = Array(lines.dropFirst(first).prefix(height))
    part.areas = areas.filter { first..<first + part.height ~= $0.row }
      .map { Area(row: $0.row - first, columns: $0.columns, target: $0.target) }
    if let cursor, first..<first + part.height ~= cursor.row { part.cursor = (cursor.column, cursor.row - first) }
    return part
  }

  /// The same in a number of rows, filled up with empty ones.
  func filled(to height: Int) -> DashScreen {
    var screen = cropped(from: 0, height: height)
    while screen.height < height { screen.add() }
    return screen
  }

  /// What can be pressed at a place.
  func target(column: Int, row: Int) -> DashTarget? {
    areas.last { $0.row == row && $0.columns ~= column }?.target
  }
}

extension [DashSpan] {
  var width: Int { reduce(0) { $0 + $1.text.displayWidth } }

  /// The spans, cut where they do not fit.
  func cut(to room: Int) -> [DashSpan] {
    guard width > room else { return self }
    var left = room
    var kept: [DashSpan] = []
    for span in self where left > 0 {
      let wide = span.text.displayWidth
      // The cut text says by itself that something is left out.
      let isLast = wide > left || wide == left && span != last
      kept.append(DashSpan(isLast ? (span.text + "…").cut(toWidth: left) : span.text, span.style))
      left = isLast ? 0 : left - wide
    }
    return kept
  }

  /// Exactly as wide as a column.
  func fitted(to column: Int) -> [DashSpan] {
    let cut = cut(to: column)
    return cut + [DashSpan(String(repeating: " ", count: column - cut.width))]
  }
}
