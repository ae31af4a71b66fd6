package import BabyModel
package import BabyProtocol

/// A day band in the cells of a terminal: sleep in blocks of half a cell, feeds above it and diapers below it.
package struct BandCells {
  /// Consecutive cells with the same look.
  package struct Run: Equatable {
    package var text: String
    package var look: Look
  }

  package enum Look: Equatable {
    case empty
    case kind(EntryKind)
    case pale(EntryKind)
    /// What is likely, what lies ahead, and days without entries.
    case faint
    case currentTime
  }

  /// The narrowest band that is still readable, and the widest that the eye takes in at once.
  package static let widths = 24...80

  package let feeds: [Run]
  package let band: [Run]
  package let diapers: [Run]

  /// - Parameter width: of the whole axis, in cells; taken within `widths`.
  package init(_ band: ChartBand, width: Int) {
    let width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
    let grid = Grid(band, width: width)
    feeds = Self.runs(grid.marks(of: .feeding, ended: "╷", likely: "┊"))
    self.band = Self.runs(grid.cells)
    diapers = Self.runs(grid.marks(of: .diaper, ended: "╵", likely: "┊"))
  }

  static func runs(_ cells: [(character: Character, look: Look)]) -> [Run] {
    var runs: [Run] = []
    for cell in cells {
      if let last = runs.last, last.look == cell.look {
        runs[runs.count - 1].text.append(cell.character)
      } else {
        runs.append(Run(text: String(cell.character), look: cell.look))
      }
    }
    if runs.last?.look == .empty { runs.removeLast() }
    return runs
  }

  /// A line with the labels below their places; those that do not fit are left out.
  package static func axis(_ ticks: [ChartTick], width: Int) -> String {
    labels(ticks, width: min(max(width, widths.lowerBound), widths.upperBound), isCentered: false)
  }

  /// The same within a width of any cells. The last label is the most important one.
  ///
  /// - Parameter isCentered: a label's middle is at its place, and not its beginning.
  static func labels(_ ticks: [ChartTick], width: Int, isCentered: Bool) -> String {
    var line = Array(repeating: Character(" "), count: width)
    for tick in ticks.suffix(1) + ticks.dropLast() {
      let place = Int((tick.at * Double(width)).rounded()) - (isCentered ? tick.label.count / 2 : 0)
      let start = min(max(place, 0), width - tick.label.count)
      let end = start + tick.label.count
      guard start >= 0, line[max(start - 1, 0)..<min(end + 1, width)].allSatisfy({ $0 == " " }) else { continue }
      line.replaceSubrange(start..<end, with: tick.label)
    }
    return String(line[..<(line.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0)])
  }
}

/// A band in halves of cells.
private struct Grid {
  private enum Half { case awake, asleep, likely }

  private let band: ChartBand
  private let width: Int
  private var halves: [Half]

  init(_ band: ChartBand, width: Int) {
    self.band = band
    self.width = width
    halves = Array(repeating: .awake, count: 2 * width)
    for mark in band.marks where mark.kind == .sleep && mark.state == .likely { fill(mark, with: .likely) }
    for mark in band.marks where mark.kind == .sleep && mark.state != .likely { fill(mark, with: .asleep) }
  }

  /// A half belongs to what covers its middle. Even the shortest sleep gets one.
  private mutating func fill(_ mark: ChartMark, with half: Half) {
    let count = Double(halves.count)
    let first = Int((mark.from * count).rounded())
    let last = Int((mark.to * count).rounded())
    let middle = min(Int((mark.from + mark.to) / 2 * count), halves.count - 1)
    for index in first < last ? first..<min(last, halves.count) : middle..<(middle + 1) { halves[index] = half }
  }

  private var end: Int { min(Int((band.length * Double(width)).rounded()), width) }
  private var now: Int? { band.now.map { min(Int($0 * Double(width)), width - 1) } }

  var cells: [(character: Character, look: BandCells.Look)] {
    (0..<end).map { cell in
      switch (halves[2 * cell], halves[2 * cell + 1]) {
      case (.asleep, .asleep): ("█", .kind(.sleep))
      case (.asleep, _): ("▌", .kind(.sleep))
      case (_, .asleep): ("▐", .kind(.sleep))
      case (.likely, _), (_, .likely): ("░", .kind(.sleep))
      case (.awake, .awake) where band.isUnlogged: ("╱", .faint)
      case (.awake, .awake): awakeCell(cell)
      }
    }
  }

  private func awakeCell(_ cell: Int) -> (character: Character, look: BandCells.Look) {
    guard let now, cell >= now else { return (" ", .empty) }
    return cell == now ? ("│", .currentTime) : ("·", .faint)
  }

  func marks(
    of kind: EntryKind, ended: Character, likely: Character
  ) -> [(character: Character, look: BandCells.Look)] {
    var cells: [(character: Character, look: BandCells.Look)] = Array(repeating: (" ", .empty), count: width)
    for mark in band.marks where mark.kind == kind && mark.state == .likely {
      cells[cell(at: (mark.from + mark.to) / 2)] = (likely, .faint)
    }
    for mark in band.marks where mark.kind == kind && mark.state != .likely {
      cells[cell(at: mark.from)] = (ended, .kind(kind))
    }
    return cells
  }

  private func cell(at position: Double) -> Int { min(Int(position * Double(width)), width - 1) }
}
