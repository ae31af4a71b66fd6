import BabyModel
import BabyProtocol

/// Draws a report on one page, in black and white. All lengths are in points.
struct ReportPage {
  private let report: Report
  private let paper: Paper
  private let ink = ChartInk(Theme(), on: .print)

  private static let margin = 30.0
  /// Between the two columns of the lower half, and between three panels.
  private static let gap = 18.0
  /// The sizes of texts.
  private static let (title, heading, body, cell, small) = (17.0, 9.5, 7.5, 7.0, 6.6)
  private static let line = 10.0

  init(_ report: Report, on paper: Paper) { (self.report, self.paper) = (report, paper) }

  private var right: Double { paper.width - Self.margin }
  private var room: Double { right - Self.margin }
  /// The upper end of the footer.
  private var foot: Double { paper.height - Self.margin - 9 * Double(report.footer.count) }

  /// As SVG.
  var document: String {
    var svg = SVGWriter(
      width: paper.width, height: paper.height, title: report.name,
      description: (report.facts + report.growth.lines).joined(separator: ". "), size: paper.size)
    svg.define(Hatching.unlogged(ink))
    svg.define(Hatching.paler(ink))
    svg.rectangle(0, 0, paper.width, paper.height, .fill(ink.background))
    var y = addHead(to: &svg)
    y = addGrowth(to: &svg, from: y)
    y = addDays(to: &svg, from: y)
    addSections(to: &svg, from: y)
    for (index, line) in report.footer.enumerated() {
      add(line, Self.margin, foot + 8 + 9 * Double(index), room, size: Self.small, fill: ink.faint, to: &svg)
    }
    return svg.document
  }

  // MARK: Parts, from top to bottom; each returns its lower end

  private func addHead(to svg: inout SVGWriter) -> Double {
    var y = Self.margin + Self.title
    add(report.name, Self.margin, y, room, size: Self.title, isBold: true, to: &svg)
    for fact in report.facts {
      y += Self.line + 1
      add(fact, Self.margin, y, room, size: 8, to: &svg)
    }
    return y + 8
  }

  private func addGrowth(to svg: inout SVGWriter, from top: Double) -> Double {
    var y = addHeading("Growth", Self.margin, top, room, to: &svg)
    if let panel = report.panels.first {
      let frame = PanelFrame(left: Self.margin, top: y, width: room, height: 0)
      PanelDrawing(panel: panel, ink: ink, frame: frame, textSize: Self.small)
        .addLegend(to: &svg, at: (Self.margin, y + 8))
      y += 14
      let width = (room - 2 * Self.gap) / 3
      for (index, panel) in report.panels.enumerated() {
        let left = Self.margin + (width + Self.gap) * Double(index)
        let frame = PanelFrame(left: left + 34, top: y + 15, width: width - 34, height: 88)
        PanelDrawing(panel: panel, ink: ink, frame: frame, textSize: Self.small, hasLegend: false)
          .add(to: &svg, titleAt: (left, y + 7))
      }
      y += 15 + 88 + 14
    }
    for line in report.growth.lines {
      y += Self.line
      add(line, Self.margin, y, room, size: Self.body, to: &svg)
    }
    return y + 8
  }

  /// The raster on the left, and the tables on the right.
  private func addDays(to svg: inout SVGWriter, from top: Double) -> Double {
    let table = room * 0.56
    let raster = room - table - Self.gap
    let start = addHeading("Day by day", Self.margin, top, raster, to: &svg)
    let rows = BandRows(
      chart: report.raster, ink: ink, heights: BandRows.Heights(feeds: 3.5, band: 6.5, diapers: 3.5, gap: 1.5),
      labels: Self.margin, left: Self.margin + 42, right: Self.margin + raster, top: start + 2, textSize: Self.small)
    rows.add(to: &svg)
    let legend = rows.bottom + 2 * Self.line + 1
    add(
      Report.legend, Self.margin, legend, raster, size: Self.small,
      fill: ink.faint, to: &svg)

    let left = Self.margin + raster + Self.gap
    var y = addHeading("A usual day", left, top, table, to: &svg)
    if report.usual.rows.isEmpty {
      y += Self.line
      add("No day of these that is over has an entry", left, y, table, size: Self.body, to: &svg)
    } else {
      y = add(report.usual, left, y, table, to: &svg)
    }
    if let newborn = report.newborn {
      y = addHeading("Diapers in the first two weeks", left, y + 6, table, to: &svg)
      y = add(newborn, left, y, table, to: &svg)
    }
    return max(y, legend) + 12
  }

  private func addSections(to svg: inout SVGWriter, from top: Double) {
    let width = (room - Self.gap) / 2
    let middle = (report.sections.count + 1) / 2
    for (index, sections) in [report.sections[..<middle], report.sections[middle...]].enumerated() {
      let left = Self.margin + (width + Self.gap) * Double(index)
      let lines = Int((foot - 4 - top - 22 * Double(sections.count)) / Self.line)
      // Long notes are whole if there is room.
      let whole = Self.texts(of: sections, width: width, most: 12)
      let texts =
        whole.joined().joined().count <= lines ? whole : Self.texts(of: sections, width: width, most: 3)
      let shares = Self.shares(of: lines, for: texts.map { max(1, $0.joined().count) })
      var y = top
      for ((section, texts), share) in zip(zip(sections, texts), shares) {
        y = addHeading(section.title, left, y, width, to: &svg)
        for line in Self.shown(texts, of: section.table.rows.count, in: share) {
          y += Self.line
          add(line, left, y, width, size: Self.body, to: &svg)
        }
        y += 8
      }
    }
  }

  /// For each list, the lines of each item.
  private static func texts(of sections: ArraySlice<Report.Section>, width: Double, most: Int) -> [[[String]]] {
    sections.map { section in
      section.table.rows.prefix(mostItems).map { row in
        TextWidth.lines(Words.line(row.filter { !$0.isEmpty }), width: width, size: body, most: most)
      }
    }
  }

  // MARK: Lists that are cut

  /// More of them never fit.
  private static let mostItems = 40

  /// Shares lines among lists, one by one to the shortest that needs more.
  static func shares(of lines: Int, for needs: [Int]) -> [Int] {
    var shares = needs.map { _ in 0 }
    for _ in 0..<max(lines, 0) {
      let short = needs.indices.filter { shares[$0] < needs[$0] }
      guard let next = short.min(by: { shares[$0] < shares[$1] }) else { break }
      shares[next] += 1
    }
    return shares
  }

  /// The items that fit into some lines, and how many more there are.
  static func shown(_ items: [[String]], of count: Int, in lines: Int) -> [String] {
    if items.isEmpty { return ["None logged"] }
    if items.count == count, items.joined().count <= lines { return Array(items.joined()) }
    var shown: [String] = []
    var left = count
    for item in items {
      let room = lines - 1 - shown.count
      guard item.count <= room || (shown.isEmpty && room > 0) else { break }
      // The first one is cut if it has to be, and the others are whole.
      shown += item.count > room ? item.prefix(room - 1) + [item[room - 1] + " …"] : item
      left -= 1
    }
    return shown + (left > 0 ? ["and \(left) more"] : [])
  }

  // MARK: Pieces

  private func addHeading(
    _ words: String, _ x: Double, _ top: Double, _ width: Double, to svg: inout SVGWriter
  ) -> Double {
    add(words, x, top + Self.heading, width, size: Self.heading, isBold: true, to: &svg)
    svg.line(from: (x, top + 13), to: (x + width, top + 13), .stroke(ink.text, width: 0.5))
    return top + 14
  }

  /// The first column begins at the left, the others end at the right of their place.
  private func add(_ table: ChartTable, _ x: Double, _ top: Double, _ width: Double, to svg: inout SVGWriter) -> Double
  {
    let rows = [table.headings] + table.rows
    let widths = table.headings.indices.map { column in
      rows.map { TextWidth.of($0[column], size: Self.cell) }.max() ?? 0
    }
    let others = widths.dropFirst().reduce(0, +)
    // What is left is shared as gaps; without any, all are narrower.
    let first = min(widths.first ?? 0, width * 0.3)
    let scale = min(1, (width - first - 6 * Double(widths.count - 1)) / max(others, 1))
    let gap = (width - first - others * scale) / Double(max(widths.count - 1, 1))
    var y = top
    for (index, row) in rows.enumerated() {
      y += Self.line
      let fill = index == 0 ? ink.faint : ink.text
      add(row[0], x, y, first, size: Self.cell, fill: fill, to: &svg)
      var end = x + first
      for (text, natural) in zip(row, widths).dropFirst() {
        end += gap + natural * scale
        add(text, end, y, natural * scale, size: Self.cell, anchor: .end, fill: fill, to: &svg)
      }
    }
    return y + 4
  }

  private func add(
    _ words: String, _ x: Double, _ y: Double, _ width: Double, size: Double, isBold: Bool = false,
    anchor: SVGWriter.Anchor = .start, fill: String? = nil, to svg: inout SVGWriter
  ) {
    let text = TextWidth.shortened(words, to: width + 0.01, size: size, isBold: isBold)
    svg.words(text, x, y, size: size, isBold: isBold, anchor: anchor, fill: fill ?? ink.text)
  }
}

extension Paper {
  /// In points.
  fileprivate var width: Double { self == .a4 ? 595.28 : 612 }
  fileprivate var height: Double { self == .a4 ? 841.89 : 792 }

  fileprivate var size: (width: String, height: String) {
    self == .a4 ? ("210mm", "297mm") : ("8.5in", "11in")
  }
}
