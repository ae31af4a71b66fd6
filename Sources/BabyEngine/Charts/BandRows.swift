import BabyModel
import BabyProtocol

/// Draws days as rows within a part of a picture.
struct BandRows {
  let chart: Chart
  let ink: ChartInk
  let heights: Heights
  /// Where the days' names begin, and where the bands begin and end.
  let labels: Double
  let left: Double
  let right: Double
  /// The upper end of the first row.
  let top: Double
  /// Of labels.
  var textSize = 11.0

  /// The heights of a row's parts, in the picture's units, from top to bottom.
  struct Heights {
    var feeds: Double
    var band: Double
    var diapers: Double
    var gap: Double
    var total: Double { feeds + band + diapers + gap }
  }

  /// Where the last row ends; the hours stand below it.
  var bottom: Double { top + heights.total * Double(chart.bands.count) }

  /// How wide 24 hours, or a longer day, are.
  private var span: Double { right - left }

  func add(to svg: inout SVGWriter) {
    addAxis(to: &svg)
    for (index, band) in chart.bands.enumerated() {
      add(band, at: top + heights.total * Double(index), isLabelled: isLabelled(index), to: &svg)
    }
  }

  /// Rows of a month or more are too low for a label each.
  private func isLabelled(_ index: Int) -> Bool {
    chart.bands.count > 1 && (chart.bands.count <= 31 || index % 7 == 0)
  }

  private func addAxis(to svg: inout SVGWriter) {
    for (index, tick) in chart.ticks.enumerated() {
      let x = left + tick.at * span
      svg.line(from: (x, top), to: (x, bottom), .stroke(ink.faint, width: 0.5))
      let anchor: SVGWriter.Anchor = index == 0 ? .start : index == chart.ticks.count - 1 ? .end : .middle
      svg.words(tick.label, x, bottom + textSize + 3, size: textSize, anchor: anchor, fill: ink.faint)
    }
  }

  private func add(_ band: ChartBand, at y: Double, isLabelled: Bool, to svg: inout SVGWriter) {
    let top = y + heights.feeds
    if isLabelled {
      svg.words(band.label, labels, top + heights.band / 2 + textSize * 0.36, size: textSize, fill: ink.faint)
    }
    let radius = min(4, heights.band / 4)
    let outline = ink.isPrint ? SVGPaint(fill: ink.band, stroke: ink.faint, width: 0.5) : .fill(ink.band)
    svg.rectangle(left, top, band.length * span, heights.band, radius: radius, outline)
    if band.isUnlogged {
      svg.rectangle(left, top, band.length * span, heights.band, radius: radius, .fill(Hatching.unloggedPaint))
    }
    for mark in band.marks {
      let x = left + mark.from * span
      let width = max((mark.to - mark.from) * span, 0)
      switch mark.kind {
      case .sleep: svg.rectangle(x, top, max(width, 1), heights.band, radius: radius, Self.paint(mark, ink))
      case .feeding:
        svg.rectangle(
          x, y + heights.feeds * 0.2, max(width, heights.feeds * 0.3), heights.feeds * 0.6, radius: 1,
          Self.paint(mark, ink))
      default:
        svg.circle(
          x, top + heights.band + heights.diapers / 2, radius: heights.diapers * 0.28, Self.paint(mark, ink))
      }
    }
    if let now = band.now {
      let x = left + now * span
      svg.line(from: (x, y), to: (x, y + heights.total - heights.gap), .stroke(ink.now, width: 2))
    }
  }

  static func paint(_ mark: ChartMark, _ ink: ChartInk) -> SVGPaint {
    let color = ink.color(of: mark.kind)
    if ink.isPrint, mark.state == .likely || mark.kind == .diaper {
      return SVGPaint(fill: ink.background, stroke: color, isDashed: mark.state == .likely)
    }
    return .fill(color, opacity: mark.state == .likely ? 0.35 : 1)
  }
}
