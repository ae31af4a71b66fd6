import BabyModel
import BabyProtocol

/// Draws day bands as SVG: one day large, several as rows.
struct BandPicture {
  let chart: Chart
  let child: String
  let ink: ChartInk

  private static let width = 720.0
  private static let margin = 16.0

  /// The heights of a row's parts, in the picture's units, from top to bottom.
  private struct RowHeights {
    var feeds: Double
    var band: Double
    var diapers: Double
    var gap: Double
    var total: Double { feeds + band + diapers + gap }

    init(days: Int) {
      switch days {
      case 1: (feeds, band, diapers, gap) = (16, 44, 16, 8)
      case 2...31: (feeds, band, diapers, gap) = (7, 14, 7, 4)
      // Months and years.
      default: (feeds, band, diapers, gap) = (3, 6, 3, 1)
      }
    }
  }

  private var heights: RowHeights { RowHeights(days: chart.bands.count) }
  /// Where the bands begin, and how wide 24 hours, or a longer day, are.
  private var left: Double { chart.bands.count == 1 ? Self.margin : Self.margin + 64 }
  private var span: Double { Self.width - Self.margin - left }

  func svg() -> String {
    let top = 58.0
    let bottom = top + heights.total * Double(chart.bands.count)
    let name = Words.line([child, chart.title])
    var svg = SVGWriter(
      width: Self.width, height: bottom + 56, title: name, description: Self.spoken(chart))
    svg.define(
      "<pattern id=\"unlogged\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
        + "patternTransform=\"rotate(45)\"><line x1=\"0\" y1=\"0\" x2=\"0\" y2=\"6\" stroke=\"\(ink.faint)\" "
        + "stroke-width=\"1\"/></pattern>")
    svg.rectangle(0, 0, Self.width, bottom + 56, .fill(ink.background))
    svg.words(name, Self.margin, 28, size: 18, isBold: true, fill: ink.text)
    svg.words(chart.sentence, Self.margin, 48, size: 13, fill: ink.faint)
    addAxis(to: &svg, from: top, to: bottom)
    var y = top
    for (index, band) in chart.bands.enumerated() {
      add(band, at: y, isLabelled: isLabelled(index), to: &svg)
      y += heights.total
    }
    addLegend(to: &svg, at: bottom + 40)
    return svg.document
  }

  /// Rows of a month or more are too low for a label each.
  private func isLabelled(_ index: Int) -> Bool {
    chart.bands.count > 1 && (chart.bands.count <= 31 || index % 7 == 0)
  }

  private func addAxis(to svg: inout SVGWriter, from top: Double, to bottom: Double) {
    for (index, tick) in chart.ticks.enumerated() {
      let x = left + tick.at * span
      svg.line(from: (x, top), to: (x, bottom), .stroke(ink.faint, width: 0.5))
      let anchor: SVGWriter.Anchor = index == 0 ? .start : index == chart.ticks.count - 1 ? .end : .middle
      svg.words(tick.label, x, bottom + 14, size: 11, anchor: anchor, fill: ink.faint)
    }
  }

  private func add(_ band: ChartBand, at y: Double, isLabelled: Bool, to svg: inout SVGWriter) {
    let top = y + heights.feeds
    if isLabelled {
      svg.words(band.label, Self.margin, top + heights.band / 2 + 4, size: 11, fill: ink.faint)
    }
    let radius = min(4, heights.band / 4)
    let outline = ink.isPrint ? SVGPaint(fill: ink.band, stroke: ink.faint, width: 0.5) : .fill(ink.band)
    svg.rectangle(left, top, band.length * span, heights.band, radius: radius, outline)
    if band.isUnlogged {
      svg.rectangle(left, top, band.length * span, heights.band, radius: radius, .fill("url(#unlogged)"))
    }
    for mark in band.marks {
      let x = left + mark.from * span
      let width = max((mark.to - mark.from) * span, 0)
      switch mark.kind {
      case .sleep: svg.rectangle(x, top, max(width, 1), heights.band, radius: radius, paint(mark))
      case .feeding:
        svg.rectangle(
          x, y + heights.feeds * 0.2, max(width, heights.feeds * 0.3), heights.feeds * 0.6, radius: 1, paint(mark))
      default:
        svg.circle(x, top + heights.band + heights.diapers / 2, radius: heights.diapers * 0.28, paint(mark))
      }
    }
    if let now = band.now {
      let x = left + now * span
      svg.line(from: (x, y), to: (x, y + heights.total - heights.gap), .stroke(ink.now, width: 2))
    }
  }

  private func paint(_ mark: ChartMark) -> SVGPaint {
    let color = ink.color(of: mark.kind)
    if ink.isPrint, mark.state == .likely || mark.kind == .diaper {
      return SVGPaint(fill: ink.background, stroke: color, isDashed: mark.state == .likely)
    }
    return .fill(color, opacity: mark.state == .likely ? 0.35 : 1)
  }

  private func addLegend(to svg: inout SVGWriter, at y: Double) {
    var x = Self.margin
    func mark(_ kind: EntryKind, _ state: ChartMark.State) -> ChartMark {
      ChartMark(kind: kind, from: 0, to: 0, state: state)
    }
    func add(_ words: String, _ draw: (inout SVGWriter) -> Void) {
      draw(&svg)
      svg.words(words, x + 18, y, size: 11, fill: ink.faint)
      x += 34 + Double(words.count) * 6.5
    }
    add("asleep") { $0.rectangle(x, y - 9, 12, 10, radius: 2, paint(mark(.sleep, .ended))) }
    add("feed") { $0.rectangle(x + 4, y - 9, 4, 10, radius: 1, paint(mark(.feeding, .ended))) }
    add("diaper") { $0.circle(x + 6, y - 4, radius: 4, paint(mark(.diaper, .ended))) }
    if chart.bands.contains(where: { $0.marks.contains { $0.state == .likely } }) {
      add("likely") { $0.rectangle(x, y - 9, 12, 10, radius: 2, paint(mark(.sleep, .likely))) }
    }
    if chart.bands.contains(where: \.isUnlogged) {
      add("nothing logged") { $0.rectangle(x, y - 9, 12, 10, .fill("url(#unlogged)")) }
    }
  }

  /// The sentence and the table, as a screen reader says them.
  private static func spoken(_ chart: Chart) -> String {
    let rows = chart.table.rows.map { row in
      zip(chart.table.headings, row).map { "\($0) \($1)" }.joined(separator: ", ")
    }
    return ([chart.sentence] + rows).joined(separator: ". ") + "."
  }
}
