import BabyModel
import BabyProtocol

/// Draws panels as SVG, one below the other.
struct PanelPicture {
  let chart: Chart
  let child: String
  let ink: ChartInk
  /// In pixels.
  var width = 720.0

  private static let margin = 16.0
  /// The height of a panel's title and one row of its legend above its axes, of the axes, and of the dates below them.
  private static let (head, plot, foot) = (40.0, 150.0, 28.0)

  func svg() -> String {
    let note = chart.note.map { TextWidth.lines($0, width: width - 2 * Self.margin, size: 11, most: 20) } ?? []
    let head = PictureHead(child: child, chart: chart, margin: Self.margin, width: width)
    var bottom = head.height + 14
    let drawings = chart.panels.map { panel in
      let frame = PanelFrame(
        left: Self.margin + 48, top: bottom + Self.head, width: width - 2 * Self.margin - 56, height: Self.plot)
      var drawing = PanelDrawing(panel: panel, ink: ink, frame: frame)
      drawing.frame.top += drawing.moreLegend(from: Self.margin)
      bottom = drawing.frame.top + Self.plot + Self.foot
      return drawing
    }
    let height = bottom + 8 + 16 * Double(note.count)
    var svg = SVGWriter(width: width, height: height, title: head.name, description: chart.spoken)
    svg.define(Hatching.unlogged(ink))
    if ink.isPrint { svg.define(Hatching.paler(ink)) }
    svg.rectangle(0, 0, width, height, .fill(ink.background))
    head.add(to: &svg, ink: ink)
    for drawing in drawings {
      let top = drawing.frame.top - drawing.moreLegend(from: Self.margin) - Self.head
      drawing.add(to: &svg, titleAt: (Self.margin, top + 14))
    }
    for (index, line) in note.enumerated() {
      svg.words(line, Self.margin, bottom + 12 + 16 * Double(index), size: 11, fill: ink.faint)
    }
    return svg.document
  }
}

/// Where the axes of a panel are.
struct PanelFrame {
  var left: Double
  var top: Double
  var width: Double
  var height: Double

  func x(_ place: Double) -> Double { left + place * width }
  func y(_ level: Double) -> Double { top + (1 - level) * height }
}

/// Draws one panel within a frame.
struct PanelDrawing {
  let panel: ChartPanel
  let ink: ChartInk
  var frame: PanelFrame
  /// Of labels and the legend.
  var textSize = 11.0
  var hasLegend = true

  func add(to svg: inout SVGWriter, titleAt title: (x: Double, y: Double)) {
    svg.words(panel.title, title.x, title.y, size: textSize + 2, isBold: true, fill: ink.text)
    if hasLegend { addLegend(to: &svg, at: (title.x, title.y + textSize + 6)) }
    addAxes(to: &svg)
    for series in panel.series { add(series, to: &svg) }
  }

  private func addAxes(to svg: inout SVGWriter) {
    for level in panel.levels {
      let y = frame.y(level.at)
      svg.line(from: (frame.left, y), to: (frame.left + frame.width, y), .stroke(ink.faint, width: 0.3))
      svg.words(level.label, frame.left - 6, y + textSize * 0.35, size: textSize, anchor: .end, fill: ink.faint)
    }
    var end = -Double.infinity
    for tick in panel.ticks {
      // One that would reach into the label before it is left out.
      let width = Double(tick.label.count) * textSize * 0.6
      let start = min(max(frame.x(tick.at) - width / 2, frame.left), frame.left + frame.width - width)
      guard start > end + textSize * 0.4 else { continue }
      end = start + width
      // A label at an end stays within the frame.
      let anchor: SVGWriter.Anchor = tick.at < 0.04 ? .start : tick.at > 0.96 ? .end : .middle
      svg.words(
        tick.label, frame.x(tick.at), frame.top + frame.height + textSize + 5, size: textSize, anchor: anchor,
        fill: ink.faint)
    }
  }

  private func add(_ series: ChartSeries, to svg: inout SVGWriter) {
    switch series.shape {
    case .line:
      svg.path(
        series.points.map { (frame.x($0.from), frame.y($0.high)) },
        .stroke(color(of: series), width: lineWidth(of: series), isDashed: series.kind == nil))
    case .point:
      for point in series.points {
        svg.circle(frame.x(point.from), frame.y(point.high), radius: 0.32 * textSize, pointPaint(of: series))
      }
    case .column, .range, .cell, .gap:
      for point in series.points {
        svg.rectangle(
          frame.x(point.from), frame.y(point.high), max((point.to - point.from) * frame.width, 1),
          max((point.high - point.low) * frame.height, 0.5), paint(of: series, strength: point.strength))
      }
    }
  }

  private func lineWidth(of series: ChartSeries) -> Double { (series.kind == nil ? 0.09 : 0.18) * textSize }

  private func color(of series: ChartSeries) -> String { series.kind.map { ink.color(of: $0) } ?? ink.faint }

  private func pointPaint(of series: ChartSeries) -> SVGPaint {
    series.shade == 0
      ? SVGPaint(fill: color(of: series), stroke: ink.background)
      : SVGPaint(fill: ink.background, stroke: color(of: series), width: 1.5)
  }

  private func paint(of series: ChartSeries, strength: Double?) -> SVGPaint {
    let color = color(of: series)
    switch series.shape {
    case .gap: return .fill(Hatching.unloggedPaint)
    case .range: return .fill(color, opacity: 0.18)
    case .cell: return .fill(color, opacity: max(strength ?? 1, 0.04))
    default: break
    }
    switch series.shade {
    case 0: return .fill(color)
    // Pale ones have an outline: that is what keeps them visible.
    case 1:
      return ink.isPrint
        ? SVGPaint(fill: Hatching.palerPaint, stroke: color) : SVGPaint(fill: color, stroke: color, opacity: 0.55)
    default: return SVGPaint(fill: ink.background, stroke: color)
    }
  }

  /// The height of the legend's rows below its first.
  ///
  /// - Parameter left: where it begins.
  func moreLegend(from left: Double) -> Double { rowHeight * Double(legendPlaces(from: left).last?.row ?? 0) }

  private var rowHeight: Double { textSize + 4 }

  private var named: [(name: String, series: ChartSeries)] {
    panel.series.compactMap { series in series.name.map { ($0, series) } }
  }

  private func legendPlaces(from left: Double) -> [(x: Double, row: Int)] {
    PictureHead.legendPlaces(
      named.map { 3 * textSize + TextWidth.of($0.name, size: textSize) }, from: left, to: frame.left + frame.width)
  }

  func addLegend(to svg: inout SVGWriter, at start: (x: Double, y: Double)) {
    for ((name, series), place) in zip(named, legendPlaces(from: start.x)) {
      let (x, y) = (place.x, start.y + rowHeight * Double(place.row))
      let middle = y - textSize * 0.35
      switch series.shape {
      case .line:
        svg.line(
          from: (x, middle), to: (x + 1.1 * textSize, middle),
          .stroke(color(of: series), width: lineWidth(of: series), isDashed: series.kind == nil))
      case .point: svg.circle(x + 0.55 * textSize, middle, radius: 0.32 * textSize, pointPaint(of: series))
      case .column, .range, .cell, .gap:
        svg.rectangle(
          x, middle - 0.45 * textSize, 1.1 * textSize, 0.9 * textSize, paint(of: series, strength: nil))
      }
      svg.words(name, x + 1.5 * textSize, y, size: textSize, fill: ink.faint)
    }
  }
}

/// Patterns of lines, for what has no colour.
enum Hatching {
  static let unloggedPaint = "url(#unlogged)"
  static let palerPaint = "url(#paler)"

  /// Days on which nothing was logged.
  static func unlogged(_ ink: ChartInk) -> String { pattern("unlogged", ink.faint, every: 6, angle: 45) }

  /// The second of several series in black and white.
  static func paler(_ ink: ChartInk) -> String { pattern("paler", ink.text, every: 3, angle: -45) }

  private static func pattern(_ name: String, _ color: String, every size: Int, angle: Int) -> String {
    "<pattern id=\"\(name)\" width=\"\(size)\" height=\"\(size)\" patternUnits=\"userSpaceOnUse\" "
      + "patternTransform=\"rotate(\(angle))\"><line x1=\"0\" y1=\"0\" x2=\"0\" y2=\"\(size)\" stroke=\"\(color)\" "
      + "stroke-width=\"1\"/></pattern>"
  }
}

extension Chart {
  /// The sentence and the table, as a screen reader says them.
  var spoken: String {
    let rows = table.rows.map { row in
      zip(table.headings, row).map { "\($0) \($1)" }.joined(separator: ", ")
    }
    return ([sentence] + rows).joined(separator: ". ") + "."
  }
}
