import BabyModel
import BabyProtocol
import Testing

@testable import BabyClient

@Suite("A panel in the cells of a terminal")
struct PanelCellsTests {
  @Test("is as wide and as high as there is room, within what can be read", arguments: [0, 24, 40, 80, 500])
  func size(width: Int) {
    let range = ChartSeries(shape: .range, points: [ChartPoint(from: 0, to: 1, low: 0, high: 1)])
    let lines = Self.texts(Self.panel([range], levels: ["0", "10 kg"]), width: width, height: 8)
    #expect(lines.count == 8)
    #expect(lines.allSatisfy { $0.count == min(max(width, 24), 80) })
    #expect(Self.texts(Self.panel([range]), height: 0).count == 6)
    #expect(Self.texts(Self.panel([range]), height: 100).count == 10)
  }

  @Test("a column ends at an eighth of a cell", arguments: zip(1...8, "▁▂▃▄▅▆▇█"))
  func eighths(count: Int, character: Character) {
    let lines = Self.texts(Self.panel([Self.column(0, (16 + Double(count)) / 64)]), height: 8)
    #expect(lines.suffix(3).map { String($0.prefix(1)) } == [String(character), "█", "█"])
    #expect(lines.prefix(5).allSatisfy { $0.isEmpty })
  }

  @Test("a cell of a stack shows what covers its middle, and the top one the topmost")
  func stack() {
    let panel = Self.panel([Self.column(0, 0.5), Self.column(0.5, 0.7, shade: 1), Self.column(0.7, 0.71, shade: 2)])
    let column = PanelCells(panel, width: 24, height: 10).lines.map(\.first)
    #expect(column.map { $0?.text.first } == [nil, nil, "▁", "▒", "▒", "█", "█", "█", "█", "█"])
    #expect(column[2]?.look == .pale(.sleep) && column[3]?.look == .kind(.sleep))
  }

  @Test("of columns that share a cell, the highest is seen, and the lowest that is alone does not vanish")
  func narrow() {
    let heights = Array(repeating: 0.001, count: 200) + [1] + Array(repeating: 0, count: 199)
    let points = heights.enumerated().map { index, height in
      ChartPoint(from: Double(index) / 400, to: Double(index + 1) / 400, low: 0, high: height)
    }
    let lines = Self.texts(Self.panel([ChartSeries(shape: .column, kind: .sleep, points: points)]), width: 40)
    #expect(lines[0] == String(repeating: " ", count: 20) + "█")
    #expect(lines[7] == String(repeating: "▁", count: 20) + "█")
  }

  @Test("a day without entries is hatched at the bottom, and nothing else is there")
  func gap() {
    let gap = ChartSeries(shape: .gap, points: [ChartPoint(from: 0, to: 0.5, low: 0, high: 1)])
    let lines = PanelCells(Self.panel([gap]), width: 24, height: 6).lines
    #expect(lines.dropLast().allSatisfy { $0.isEmpty })
    #expect(lines.last == [BandCells.Run(text: "╱╱╱╱╱╱╱╱╱╱╱╱", look: .faint)])
  }

  @Test("points are before lines, and these before ranges, whatever the order of the series")
  func order() {
    let point = ChartPoint(from: 0.5, to: 0.5, low: 0.5, high: 0.5)
    let series = [
      ChartSeries(shape: .point, kind: .feeding, points: [point]),
      ChartSeries(
        shape: .line, points: [0, 1].map { ChartPoint(from: $0, to: $0, low: 0.5, high: 0.5) }),
      ChartSeries(shape: .range, points: [ChartPoint(from: 0, to: 1, low: 0.5, high: 1)]),
    ]
    let lines = PanelCells(Self.panel(series), width: 24, height: 6).lines
    let line = String(repeating: "⣀", count: 12)
    #expect(
      lines[2] == [
        BandCells.Run(text: line, look: .faint), BandCells.Run(text: "●", look: .kind(.feeding)),
        BandCells.Run(text: String(line.dropLast()), look: .faint),
      ])
    #expect(lines[1] == [BandCells.Run(text: String(repeating: "░", count: 24), look: .faint)])
  }

  @Test("more points than columns of cells are small dots")
  func manyPoints() {
    let points = (0..<48).map { index in
      ChartPoint(from: (Double(index) + 0.5) / 48, to: (Double(index) + 0.5) / 48, low: 0, high: 0)
    }
    let lines = Self.texts(Self.panel([ChartSeries(name: "feeds", shape: .point, kind: .feeding, points: points)]))
    #expect(lines.suffix(2) == [String(repeating: "⣀", count: 24), "⠂ feeds"])
  }

  @Test("a cell is the darker, the stronger it is")
  func strengths() {
    let points = [0, 0.01, 0.5, 0.75, 1].enumerated().map { index, strength in
      ChartPoint(from: Double(index) / 5, to: Double(index + 1) / 5, low: 0, high: 1, strength: strength)
    }
    let lines = Self.texts(Self.panel([ChartSeries(shape: .cell, kind: .sleep, points: points)]), width: 25)
    #expect(lines.allSatisfy { $0 == "     ░░░░░▒▒▒▒▒▓▓▓▓▓█████" })
  }

  @Test("labels that have no room are left out, the newest and the outermost last")
  func labels() {
    var panel = Self.panel([Self.column(0, 1)], levels: ["0", "1", "2", "3", "4", "5"])
    panel.ticks = (0..<7).map { ChartTick(at: (Double($0) + 0.5) / 7, label: $0 == 6 ? "Today" : "Nov 1\($0)") }
    let lines = Self.texts(panel, height: 8)
    #expect(lines.prefix(8).map { $0.prefix(1) } == ["5", " ", " ", "3", " ", " ", " ", "0"])
    #expect(lines.last == "  Nov 10  Nov 13   Today")
  }

  @Test("the legend names series by what they are drawn with, on as many lines as needed")
  func legend() {
    let points = [ChartPoint(from: 0.5, to: 0.5, low: 0.5, high: 0.5)]
    let series = [
      ChartSeries(name: "night", shape: .column, kind: .sleep, points: points),
      ChartSeries(name: "naps", shape: .column, kind: .sleep, shade: 1, points: points),
      ChartSeries(name: "left", shape: .point, kind: .feeding, points: points),
      ChartSeries(name: "right", shape: .point, kind: .feeding, shade: 1, points: points),
      ChartSeries(shape: .line, points: points),
    ]
    #expect(Self.texts(Self.panel(series)).suffix(2) == ["█ night  ▒ naps  ● left", "◇ right"])
  }

  // MARK: Samples

  private static func panel(_ series: [ChartSeries], levels: [String] = []) -> ChartPanel {
    let last = max(Double(levels.count) - 1, 1)
    return ChartPanel(
      title: "", ticks: [],
      levels: levels.enumerated().map { ChartTick(at: Double($0) / last, label: $1) }, series: series)
  }

  /// From the left end to the right one.
  private static func column(_ low: Double, _ high: Double, shade: Int = 0) -> ChartSeries {
    ChartSeries(
      shape: .column, kind: .sleep, shade: shade, points: [ChartPoint(from: 0, to: 1, low: low, high: high)])
  }

  private static func texts(_ panel: ChartPanel, width: Int = 24, height: Int = 8) -> [String] {
    PanelCells(panel, width: width, height: height).lines.map { $0.map(\.text).joined() }
  }
}
