import BabyModel
import BabyProtocol

/// Writes a report as one HTML file: the figures as SVG, the numbers as tables, no script and no other file.
struct ReportHTML {
  private let report: Report
  private let ink = ChartInk(Theme(), on: .print)

  /// The maximum number of rows of a list.
  private static let mostRows = 500

  init(_ report: Report) { self.report = report }

  var document: String {
    let figures = [growth, raster].compactMap(\.self)
    let tables =
      [("A usual day", report.usual)] + (report.newborn.map { [("Diapers in the first two weeks", $0)] } ?? [])
      + report.sections.map { ($0.title, $0.table) }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(escaped(Words.line([report.name, report.raster.title])))</title>
      <style>
      body { font: 15px/1.45 sans-serif; color: #000; background: #fff; max-width: 760px; margin: 24px auto; padding: 0 16px; }
      h1 { margin: 0; } h2 { font-size: 17px; margin: 24px 0 6px; border-bottom: 1px solid #000; }
      p { margin: 2px 0; overflow-wrap: anywhere; } figure { margin: 0; } figure > * { max-width: 100%; height: auto; }
      table { border-collapse: collapse; } table * { text-align: left; padding: 2px 14px 2px 0; vertical-align: top; overflow-wrap: anywhere; }
      footer { margin-top: 24px; color: #444; font-size: 12px; }
      </style>
      </head>
      <body>
      <h1>\(escaped(report.name))</h1>
      \(paragraphs(report.facts))
      <svg width="0" height="0" aria-hidden="true" style="position: absolute">\(Hatching.unlogged(ink))\
      \(Hatching.paler(ink))</svg>
      <h2>Growth</h2>
      \(figures.count > 1 ? "<figure>\(figures[0])</figure>" : "")
      \(paragraphs(report.growth.lines))
      <h2>\(escaped(report.raster.title))</h2>
      <figure>\(figures.last ?? "")</figure>
      \(tables.map { section($0, $1) }.joined(separator: "\n"))
      <footer>
      \(paragraphs(report.footer))
      </footer>
      </body>
      </html>

      """
  }

  private func paragraphs(_ lines: [String]) -> String {
    lines.map { "<p>\(escaped($0))</p>" }.joined(separator: "\n")
  }

  private func section(_ title: String, _ table: ChartTable) -> String {
    let heading = "<h2>\(escaped(title))</h2>\n"
    if table.rows.isEmpty { return heading + "<p>None logged</p>" }
    let rows = table.rows.prefix(Self.mostRows).map { row in
      "<tr>" + row.map { "<td>\(escaped($0))</td>" }.joined() + "</tr>"
    }
    let more = table.rows.count - rows.count
    return heading + "<table>\n<tr>" + table.headings.map { "<th scope=\"col\">\(escaped($0))</th>" }.joined()
      + "</tr>\n" + rows.joined(separator: "\n") + "\n</table>" + (more > 0 ? "\n<p>and \(more) more</p>" : "")
  }

  // MARK: Figures

  /// Nil without a measurement.
  private var growth: String? {
    guard !report.panels.isEmpty else { return nil }
    var svg = SVGWriter(
      width: 720, height: 210, title: "Growth", description: report.growth.lines.joined(separator: ". "),
      ids: "growth-")
    for (index, panel) in report.panels.enumerated() {
      let left = 244 * Double(index)
      let frame = PanelFrame(left: left + 52, top: 30, width: 176, height: 150)
      PanelDrawing(panel: panel, ink: ink, frame: frame, textSize: 10, hasLegend: false)
        .add(to: &svg, titleAt: (left, 14))
    }
    return svg.document
  }

  private var raster: String {
    let chart = report.raster
    let heights = BandRows.Heights(feeds: 6, band: 12, diapers: 6, gap: 3)
    let height = 4 + heights.total * Double(chart.bands.count)
    var svg = SVGWriter(
      width: 720, height: height + 44, title: chart.title, description: chart.spoken, ids: "days-")
    BandRows(chart: chart, ink: ink, heights: heights, labels: 0, left: 76, right: 716, top: 4).add(to: &svg)
    svg.words(
      Report.legend, 0, height + 36,
      size: 11, fill: ink.faint)
    return svg.document
  }

  private func escaped(_ text: String) -> String { SVGWriter.escaped(text) }
}
