import BabyModel
import BabyProtocol

/// Draws day bands as SVG: one day large, several as rows.
struct BandPicture {
  let chart: Chart
  let child: String
  let ink: ChartInk
  /// In pixels.
  var width = 720.0

  private static let margin = 16.0

  private func rows(from top: Double) -> BandRows {
    BandRows(
      chart: chart, ink: ink, heights: BandRows.Heights(days: chart.bands.count), labels: Self.margin,
      left: chart.bands.count == 1 ? Self.margin : Self.margin + 64, right: width - Self.margin, top: top)
  }

  func svg() -> String {
    let head = PictureHead(child: child, chart: chart, margin: Self.margin, width: width)
    let rows = rows(from: head.height + 10)
    let height = rows.bottom + 40 + 16 * Double(legendRows)
    var svg = SVGWriter(width: width, height: height, title: head.name, description: chart.spoken)
    svg.define(Hatching.unlogged(ink))
    svg.rectangle(0, 0, width, height, .fill(ink.background))
    head.add(to: &svg, ink: ink)
    rows.add(to: &svg)
    addLegend(to: &svg, at: rows.bottom + 40)
    return svg.document
  }

  /// What a legend has, in its order, and how each is drawn at a place.
  private var legend: [(words: String, draw: (inout SVGWriter, Double, Double) -> Void)] {
    func paint(_ kind: EntryKind, _ state: ChartMark.State) -> SVGPaint {
      BandRows.paint(ChartMark(kind: kind, from: 0, to: 0, state: state), ink)
    }
    var all: [(words: String, draw: (inout SVGWriter, Double, Double) -> Void)] = [
      ("asleep", { $0.rectangle($1, $2 - 9, 12, 10, radius: 2, paint(.sleep, .ended)) }),
      ("feed", { $0.rectangle($1 + 4, $2 - 9, 4, 10, radius: 1, paint(.feeding, .ended)) }),
      ("diaper", { $0.circle($1 + 6, $2 - 4, radius: 4, paint(.diaper, .ended)) }),
    ]
    if chart.bands.contains(where: { $0.marks.contains { $0.state == .likely } }) {
      all.append(("likely", { $0.rectangle($1, $2 - 9, 12, 10, radius: 2, paint(.sleep, .likely)) }))
    }
    if chart.bands.contains(where: \.isUnlogged) {
      all.append(("nothing logged", { $0.rectangle($1, $2 - 9, 12, 10, .fill(Hatching.unloggedPaint)) }))
    }
    return all
  }

  private var legendPlaces: [(x: Double, row: Int)] {
    PictureHead.legendPlaces(
      legend.map { 34 + TextWidth.of($0.words, size: 11) }, from: Self.margin, to: width - Self.margin)
  }

  private var legendRows: Int { (legendPlaces.last?.row ?? 0) + 1 }

  private func addLegend(to svg: inout SVGWriter, at y: Double) {
    for (part, place) in zip(legend, legendPlaces) {
      let y = y + 16 * Double(place.row)
      part.draw(&svg, place.x, y)
      svg.words(part.words, place.x + 18, y, size: 11, fill: ink.faint)
    }
  }
}

extension BandRows.Heights {
  fileprivate init(days: Int) {
    switch days {
    case 1: self.init(feeds: 16, band: 44, diapers: 16, gap: 8)
    case 2...31: self.init(feeds: 7, band: 14, diapers: 7, gap: 4)
    // Months and years.
    default: self.init(feeds: 3, band: 6, diapers: 3, gap: 1)
    }
  }
}
