import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct ChartCommand: EachChildCommand {
  static let commandName = "chart"

  static let configuration = command(
    "Show a picture of a day, a week, or any days.", usage: "chart [<day> ...]",
    discussion: """
      Sleep is drawn as bars, feeds above them and diapers below them, and what is
      likely next is pale. A day on which nothing was logged is hatched.

        bbctl chart
        bbctl chart yesterday
        bbctl chart --last 14d
        bbctl chart november --svg november.svg
        bbctl chart --last 7d --png week.png --on print

      PNG and PDF files are made by rsvg-convert, of Debian's package librsvg2-bin.
      """)

  @Argument(
    help: ArgumentHelp("A day or days, as for \"bbctl history\"; default: today.", valueName: "day"),
    completion: .days)
  var day: [String] = []

  @Option(help: ArgumentHelp("The last days: 7d, 2w.", valueName: "days")) var last: Span?

  @Option(help: ArgumentHelp("Write an SVG file.", valueName: "file"), completion: .file()) var svg: String?
  @Option(help: ArgumentHelp("Write a PNG file.", valueName: "file"), completion: .file()) var png: String?
  @Option(help: ArgumentHelp("Write a PDF file.", valueName: "file"), completion: .file()) var pdf: String?

  @Option(help: "The file's background: light, dark, or print for black and white; default: print.")
  var on: ChartBackground?

  @Flag(help: "Replace an existing file.") var force = false

  @Option(help: OptionHelp.eachChild, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if last != nil, !day.isEmpty { throw ValidationError("A day and --last cannot be used together.") }
    if last?.duration != nil { throw ValidationError("--last is for days here: --last 7d.") }
    if let days = last?.days, days > 366 { throw ValidationError("--last must be at most 366d.") }
    let files = [svg, png, pdf].compactMap(\.self)
    if files.count > 1 { throw ValidationError("Write one file at a time: --svg, --png or --pdf.") }
    if [png, pdf].contains("-") { throw ValidationError("A PNG or PDF picture needs a file, and - is none.") }
    if on != nil, files.isEmpty { throw ValidationError("--on is for a file: add --svg, --png or --pdf.") }
  }

  func run(in session: CommandSession) throws {
    let file = ChartFile(svg: svg, png: png, pdf: pdf)
    let params = ChartGet.Params(
      childID: child, day: day.isEmpty ? nil : day.joined(separator: " "), days: last?.days,
      svg: file.map { _ in on ?? .print })
    guard let file else {
      return try session.answer(ChartGet.self, params) { .chart($0, on: session.renderer) }
    }
    if session.isOfEachChild {
      throw UsageError(message: "A file holds the picture of one child. Name the child: --child NAME.")
    }
    var sink = try ByteSink(file.path, replacing: force, in: session)
    let answer = try session.call(ChartGet.self, params)
    try sink.write(try file.content(Array((answer.svg ?? "").utf8), in: session))
    try sink.finish()
    // The picture itself is on standard output then.
    guard file.path != "-" else { return }
    session.print(json: ["file": .string(file.path)], or: Page(line: "Wrote \(file.path): \(answer.chart.title)"))
  }
}

/// A file that a picture is written to.
struct ChartFile {
  private enum Format: String { case svg, png, pdf }

  let path: String
  private let format: Format

  init?(svg: String?, png: String?, pdf: String?) {
    guard
      let (path, format) = svg.map({ ($0, Format.svg) }) ?? png.map({ ($0, .png) }) ?? pdf.map({ ($0, .pdf) })
    else { return nil }
    (self.path, self.format) = (path, format)
  }

  /// What is in the file of a picture.
  ///
  /// - Throws: `UsageError` if rsvg-convert is not installed, or does not make it.
  func content(_ svg: [UInt8], in session: CommandSession) throws(UsageError) -> [UInt8] {
    guard format != .svg else { return svg }
    switch session.environment.convert(["rsvg-convert", "--format", format.rawValue, "--zoom", "2"], svg) {
    case .output(let bytes): return bytes
    case .failed: throw UsageError(message: "rsvg-convert did not make \(path).", status: .failed)
    case .notInstalled:
      throw UsageError(
        message: "rsvg-convert, which makes PNG and PDF files, is not installed.",
        hint: "sudo apt-get install librsvg2-bin", status: .failed)
    }
  }
}

/// The band of a day, for the pages of that day.
struct DayPicture {
  let chart: Chart
  /// Of the terminal.
  let columns: Int

  var date: LocalDate? { chart.bands.first?.day.date }
}

extension CommandSession {
  /// The picture of a child's day; nil unless a person looks at it, because it takes a call of its own.
  func picture(of child: ChildReference) -> DayPicture? {
    guard environment.outputIsTerminal, !renderer.isPlain, !printsJSON,
      let chart = try? call(ChartGet.self, .init(childID: "\(child.id)")).chart
    else { return nil }
    return DayPicture(chart: chart, columns: renderer.width ?? 80)
  }
}

extension Page {
  /// The band of a day, and an empty line.
  mutating func draw(_ picture: DayPicture) {
    bands(picture.chart, columns: picture.columns)
    gap()
  }

  /// The page of `bbctl chart`.
  static func chart(_ answer: ChartGet.Answer, on renderer: Renderer) -> Page {
    var page = Page(theme: answer.theme)
    let chart = answer.chart
    page.heading(Words.line([answer.child.name, chart.title]))
    page.line(.init(chart.sentence))
    if renderer.isPlain {
      if chart.table.rows.count > 1 {
        page.table(.init(headings: chart.table.headings, rows: chart.table.rows, leastColumns: []))
      }
      return page
    }
    page.gap()
    page.bands(chart, columns: renderer.width ?? 80)
    return page
  }

  /// The bands of days: one with its feeds and diapers, several as a line each.
  mutating func bands(_ chart: Chart, columns: Int) {
    let margin = chart.bands.count == 1 ? 2 : 2 + (chart.bands.map(\.label.count).max() ?? 0) + 2
    let width = columns - margin - 2
    for band in chart.bands {
      let cells = BandCells(band, width: width)
      let label = chart.bands.count == 1 ? "" : "  " + band.label
      let indent = label + String(repeating: " ", count: margin - label.count)
      if chart.bands.count == 1 {
        line(indent, cells.feeds)
        line(indent, cells.band)
        line(indent, cells.diapers)
      } else {
        line(indent, cells.band)
      }
    }
    line(.init(String(repeating: " ", count: margin) + BandCells.axis(chart.ticks, width: width), .faint))
  }

  private mutating func line(_ indent: String, _ runs: [BandCells.Run]) {
    line([.init(indent, .faint)] + runs.map { Span($0.text, $0.look.style) })
  }
}

extension BandCells.Look {
  fileprivate var style: Page.Style {
    switch self {
    case .empty: .plain
    case .kind(let kind): .kind(kind)
    case .faint: .faint
    case .currentTime: .active
    }
  }
}
