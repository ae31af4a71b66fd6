package import BabyProtocol

/// A panel of a chart in the cells of a terminal: the labels of its vertical axis, the values, the labels of its
/// horizontal axis, and a legend.
package struct PanelCells {
  package typealias Run = BandCells.Run

  package static let widths = BandCells.widths
  /// Rows of values.
  package static let heights = 6...10

  /// From top to bottom.
  package let lines: [[Run]]

  /// - Parameters:
  ///   - width: of all of it, in cells; taken within `widths`.
  ///   - height: of the values, in rows; taken within `heights`.
  package init(_ panel: ChartPanel, width: Int, height: Int) {
    let width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
    let height = min(max(height, Self.heights.lowerBound), Self.heights.upperBound)
    let levels = Self.levels(panel.levels, height: height, widest: width / 3)
    let margin = levels.values.map(\.displayWidth).max().map { $0 + 1 } ?? 0
    let plot = PanelPlot(panel, width: width - margin, height: height)
    var lines = plot.rows.enumerated().map { index, cells in
      let label = levels[height - 1 - index] ?? ""
      let indent = String(repeating: " ", count: max(margin - 1 - label.displayWidth, 0)) + label
      return BandCells.runs((margin > 0 ? indent + " " : "").map { ($0, .faint) } + cells)
    }
    let axis = BandCells.labels(panel.ticks, width: width - margin, isCentered: true)
    if !axis.isEmpty { lines.append([Run(text: String(repeating: " ", count: margin) + axis, look: .faint)]) }
    self.lines = lines + Self.legend(panel, samples: plot.samples, width: width)
  }

  /// The labels by their rows from the bottom: first the highest, the lowest and the middle one, then others with a row
  /// free above and below.
  private static func levels(_ ticks: [ChartTick], height: Int, widest: Int) -> [Int: String] {
    let order = [ticks.last, ticks.first, ticks.isEmpty ? nil : ticks[ticks.count / 2]].compactMap(\.self) + ticks
    var labels: [Int: String] = [:]
    for tick in order where tick.label.displayWidth <= widest {
      let row = PanelPlot.index(tick.at, of: height)
      if (row - 1...row + 1).allSatisfy({ labels[$0] == nil }) { labels[row] = tick.label }
    }
    return labels
  }

  /// The names of the series beside what they are drawn with; as many lines as they need.
  private static func legend(_ panel: ChartPanel, samples: [(text: String, look: BandCells.Look)], width: Int)
    -> [[Run]]
  {
    var lines: [[Run]] = []
    var room = 0
    for (series, sample) in zip(panel.series, samples) {
      guard let name = series.name else { continue }
      let needed = sample.text.count + 1 + name.displayWidth
      let runs = [Run(text: sample.text, look: sample.look), Run(text: " " + name, look: .faint)]
      if let last = lines.indices.last, needed + 2 <= room {
        lines[last] += [Run(text: "  ", look: .faint)] + runs
        room -= needed + 2
      } else {
        lines.append(runs)
        room = width - needed
      }
    }
    return lines
  }
}

/// The values of a panel, cell by cell.
private struct PanelPlot {
  private let width: Int
  private let height: Int
  /// From bottom to top.
  private var cells: [[(character: Character, look: BandCells.Look)]]
  /// What each series is drawn with.
  let samples: [(text: String, look: BandCells.Look)]

  /// From top to bottom.
  var rows: [[(character: Character, look: BandCells.Look)]] { cells.reversed() }

  init(_ panel: ChartPanel, width: Int, height: Int) {
    self.width = width
    self.height = height
    cells = Array(repeating: Array(repeating: (" ", .empty), count: width), count: height)
    samples = Self.samples(panel.series, width: width)
    // From the back to the front, whatever the order of the series.
    for series in panel.series where series.shape == .range { fill(series) { _ in "░" } }
    for series in panel.series where series.shape == .gap { hatch(series) }
    stack(panel.series.filter { $0.shape == .column })
    for series in panel.series where series.shape == .cell {
      fill(series) { Self.strengths[min(Int(($0 * 4).rounded(.up)), 4)] }
    }
    var dots = DotGrid(width: width, height: height)
    for series in panel.series where series.shape == .line { dots.draw(series.points, series.look) }
    for (row, column, cell) in dots.cells where [.empty, .faint].contains(cells[row][column].look) {
      cells[row][column] = cell
    }
    for (series, sample) in zip(panel.series, samples) where series.shape == .point {
      draw(series, as: Character(sample.text))
    }
  }

  static func index(_ position: Double, of count: Int) -> Int { min(max(Int(position * Double(count)), 0), count - 1) }

  private static let eighths: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  private static let strengths: [Character] = [" ", "░", "▒", "▓", "█"]
  /// Of the first, second and third series of points, full and pale. They differ in shape, as there may be no colours.
  private static let points = [["●", "○"], ["◆", "◇"], ["■", "□"]]
  /// A point if there are more of them than columns of cells.
  private static let dot = "⠂"

  private static func samples(_ series: [ChartSeries], width: Int) -> [(text: String, look: BandCells.Look)] {
    var signs = points[...]
    return series.map { series in
      switch series.shape {
      case .column: (String(series.fullBlock), series.look)
      case .line: ("⠒⠒", series.look)
      case .range: ("░", .faint)
      case .cell: ("▓", series.look)
      case .gap: ("╱", .faint)
      case .point where series.points.count > width: (dot, series.look)
      case .point: ((signs.popFirst() ?? points[0])[series.shade == 0 ? 0 : 1], series.look)
      }
    }
  }

  // MARK: Rectangles

  /// The cells that a stretch covers with their middles, at least one.
  private static func covered(_ from: Double, _ to: Double, of count: Int) -> Range<Int> {
    let first = min(max(Int((from * Double(count)).rounded()), 0), count - 1)
    let last = min(Int((to * Double(count)).rounded()), count)
    return first < last ? first..<last : index((from + to) / 2, of: count)..<index((from + to) / 2, of: count) + 1
  }

  private mutating func fill(_ series: ChartSeries, with character: (Double) -> Character) {
    // Where several share a cell, the strongest is seen.
    for point in series.points.sorted(by: { ($0.strength ?? 1) < ($1.strength ?? 1) }) {
      let cell = (character(point.strength ?? 1), series.shape == .range ? .faint : series.look)
      for row in Self.covered(point.low, point.high, of: height) {
        for column in Self.covered(point.from, point.to, of: width) { cells[row][column] = cell }
      }
    }
  }

  private mutating func hatch(_ series: ChartSeries) {
    for point in series.points {
      for column in Self.covered(point.from, point.to, of: width) { cells[0][column] = ("╱", .faint) }
    }
  }

  /// Columns on top of each other. Of several stacks that share a cell, the highest is seen.
  private mutating func stack(_ layers: [ChartSeries]) {
    var stacks: [Double: [(series: ChartSeries, point: ChartPoint)]] = [:]
    for series in layers {
      for point in series.points where point.high > point.low {
        stacks[point.from, default: []].append((series, point))
      }
    }
    var highest = Array(repeating: -1.0, count: width)
    for stack in stacks.sorted(by: { $0.key < $1.key }) {
      let parts = stack.value.sorted { $0.point.high < $1.point.high }
      guard let top = parts.last?.point else { continue }
      var columns = Self.covered(top.from, top.to, of: width)
      // Wide ones stand apart.
      if columns.count > 2 { columns.removeLast() }
      for column in columns where top.high > highest[column] {
        highest[column] = top.high
        draw(parts, at: column)
      }
    }
  }

  /// - Parameter parts: of a stack, from bottom to top.
  private mutating func draw(_ parts: [(series: ChartSeries, point: ChartPoint)], at column: Int) {
    guard let top = parts.last else { return }
    let count = min(max(Int((top.point.high * Double(8 * height)).rounded()), 1), 8 * height)
    for row in 0..<(count + 7) / 8 {
      let left = count - 8 * row
      let middle = (Double(row) + 0.5) / Double(height)
      if left < 8 {
        cells[row][column] = (Self.eighths[left], top.series.partLook)
      } else if left == 8 {
        cells[row][column] = (top.series.fullBlock, top.series.look)
      } else if let part = parts.last(where: { $0.point.low <= middle && middle < $0.point.high }) {
        cells[row][column] = (part.series.fullBlock, part.series.look)
      }
    }
  }

  // MARK: Points

  private mutating func draw(_ series: ChartSeries, as character: Character) {
    guard String(character) == Self.dot else {
      for point in series.points {
        cells[Self.index(point.high, of: height)][Self.index(point.from, of: width)] = (character, series.look)
      }
      return
    }
    var dots = DotGrid(width: width, height: height)
    for point in series.points { dots.draw([point], series.look) }
    for (row, column, cell) in dots.cells { cells[row][column] = cell }
  }
}

/// Braille signs: two by four dots in each cell.
private struct DotGrid {
  private let width: Int
  private let height: Int
  /// Of each cell, row after row from the bottom.
  private var signs: [UInt32]
  private var looks: [BandCells.Look]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    signs = Array(repeating: 0, count: width * height)
    looks = Array(repeating: .empty, count: width * height)
  }

  /// Draws a line through the upper left corners of points.
  mutating func draw(_ points: [ChartPoint], _ look: BandCells.Look) {
    let places = points.map { point in
      (x: PanelPlot.index(point.from, of: 2 * width), y: PanelPlot.index(point.high, of: 4 * height))
    }
    for (index, end) in places.enumerated() {
      let start = places[max(index - 1, 0)]
      let steps = max(abs(end.x - start.x), abs(end.y - start.y), 1)
      for step in 0...steps {
        set(start.x + (end.x - start.x) * step / steps, start.y + (end.y - start.y) * step / steps, look)
      }
    }
  }

  private mutating func set(_ x: Int, _ y: Int, _ look: BandCells.Look) {
    // The bits of the left and the right dots, from bottom to top.
    let bits: [UInt32] = x.isMultiple(of: 2) ? [0x40, 0x04, 0x02, 0x01] : [0x80, 0x20, 0x10, 0x08]
    let cell = y / 4 * width + x / 2
    signs[cell] |= bits[y % 4]
    looks[cell] = look
  }

  /// The cells with dots.
  var cells: [(row: Int, column: Int, cell: (character: Character, look: BandCells.Look))] {
    signs.indices.compactMap { index in
      guard signs[index] > 0, let sign = Unicode.Scalar(0x2800 + signs[index]) else { return nil }
      return (index / width, index % width, (Character(sign), looks[index]))
    }
  }
}

extension ChartSeries {
  fileprivate var look: BandCells.Look { kind.map { .kind($0) } ?? .faint }

  /// Of a cell that is filled in part: there is no pale sign for it.
  fileprivate var partLook: BandCells.Look {
    guard let kind, shade > 0 else { return look }
    return .pale(kind)
  }

  fileprivate var fullBlock: Character { shade == 0 ? "█" : shade == 1 ? "▒" : "░" }
}
