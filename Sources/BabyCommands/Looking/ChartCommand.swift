import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct ChartCommand: EachChildCommand {
  static let commandName = "chart"

  static let configuration = command(
    "Show a picture of days: the log, sleep, feeds, growth and others.", usage: "chart [<chart>] [<day> ...]",
    discussion: """
        bbctl chart
        bbctl chart sleep
        bbctl chart feeds --last 28d
        bbctl chart growth
        bbctl chart yesterday
        bbctl chart november --svg november.svg
        bbctl chart --last 7d --png week.png --on print

        day           each day as a band: sleep, feeds above, diapers below
        sleep         time asleep a day, at night and in naps
        wake          times awake between sleeps
        feeds         feeds, amounts and minutes a day
        diapers       wet and dirty diapers a day
        hours         how often at each hour of the day
        growth        weight, length and head on the WHO curves
        temperature   temperatures, with doses of medicine
        predictions   how far off the predictions were

      A pipe gets the numbers in place of the picture, and so does --plain. A day on
      which nothing was logged is hatched and does not count as a day without sleep
      or feeds. PNG and PDF files are made by rsvg-convert, of Debian's package
      librsvg2-bin.
      """)

  @Argument(
    help: ArgumentHelp(
      "The chart, and days as for \"bbctl history\"; default: day, of today. Growth takes all days, others 14.",
      valueName: "chart|day"),
    completion: .list(ChartKind.allCases.map(\.rawValue) + DayRange.names))
  var words: [String] = []

  @Option(help: ArgumentHelp("The last days: 7d, 2w.", valueName: "days")) var last: Span?
  @Flag(help: "All days since the first entry.") var all = false

  @Option(help: ArgumentHelp("Write an SVG file.", valueName: "file"), completion: .file()) var svg: String?
  @Option(help: ArgumentHelp("Write a PNG file.", valueName: "file"), completion: .file()) var png: String?
  @Option(help: ArgumentHelp("Write a PDF file.", valueName: "file"), completion: .file()) var pdf: String?

  @Option(help: "The file's background: light, dark, or print for black and white; default: print.")
  var on: ChartBackground?

  @Flag(help: "Replace an existing file.") var force = false

  @Option(help: OptionHelp.eachChild, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  private var named: ChartKind? { words.first.flatMap(ChartKind.init(typed:)) }
  private var kind: ChartKind { named ?? .day }
  private var days: [String] { named == nil ? words : Array(words.dropFirst()) }

  func validate() throws {
    if let other = days.first(where: { ChartKind(typed: $0) != nil }) {
      throw ValidationError("Name one chart, before the day: \(named.map { "\($0.rawValue) or " } ?? "")\(other).")
    }
    if last != nil, !days.isEmpty { throw ValidationError("A day and --last cannot be used together.") }
    if all, last != nil || !days.isEmpty { throw ValidationError("--all cannot be used with a day or --last.") }
    if last?.duration != nil { throw ValidationError("--last is for days here: --last 7d.") }
    let most = kind == .day ? 366 : 3660
    if let days = last?.days, days > most { throw ValidationError("--last must be at most \(most)d.") }
    let files = [svg, png, pdf].compactMap(\.self)
    if files.count > 1 { throw ValidationError("Write one file at a time: --svg, --png or --pdf.") }
    if [png, pdf].contains("-") { throw ValidationError("A PNG or PDF picture needs a file, and - is none.") }
    if on != nil, files.isEmpty { throw ValidationError("--on is for a file: add --svg, --png or --pdf.") }
  }

  func run(in session: CommandSession) throws {
    do { try show(in: session) } catch ClientError.refused(let refusal) where refusal.code == .daysNotUnderstood {
      let names = ChartKind.allCases.map(\.rawValue)
      guard named == nil, let nearest = nearestName(to: words[0], among: names) else {
        throw ClientError.refused(refusal)
      }
      let rest = words.dropFirst().map { " " + $0.shellQuoted }.joined()
      throw UsageError(
        message: "There is no chart \"\(words[0])\". The charts are \(names.joined(separator: ", ")).",
        hint: "bbctl chart \(nearest)\(rest)")
    }
  }

  private func show(in session: CommandSession) throws {
    let file = ChartFile(svg: svg, png: png, pdf: pdf)
    let params = ChartGet.Params(
      childID: child, chart: kind, day: days.isEmpty ? nil : days.joined(separator: " "), days: last?.days,
      isWhole: all, svg: file.map { _ in on ?? .print })
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

extension ChartKind {
  /// A chart by its name, or by another word for it.
  fileprivate init?(typed word: String) {
    let word = word.lowercased()
    guard let kind = ChartKind(rawValue: word) ?? Self.otherWords[word] else { return nil }
    self = kind
  }

  private static let otherWords: [String: ChartKind] = [
    "nap": .sleep, "naps": .sleep, "feed": .feeds, "feeding": .feeds, "diaper": .diapers, "nappies": .diapers,
    "weight": .growth, "length": .growth, "height": .growth, "head": .growth, "prediction": .predictions,
  ]
}

/// A file that a picture is written to.
struct ChartFile {
  enum Format: String { case svg, png, pdf }

  let path: String
  private let format: Format

  init(path: String, format: Format) { (self.path, self.format) = (path, format) }

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
    // A page keeps its size; dots are drawn twice as close as on a screen.
    let zoom = format == .png ? ["--zoom", "2"] : []
    switch session.environment.convert(["rsvg-convert", "--format", format.rawValue] + zoom, svg) {
    case .output(let bytes): return bytes
    case .failed: throw UsageError(message: "rsvg-convert did not make \(path).", status: .failed)
    case .notInstalled:
      throw UsageError(
        message: "rsvg-convert, which makes PNG and PDF files, is not installed. SVG files need no other program.",
        hint: "sudo apt-get install librsvg2-bin", status: .failed)
    }
  }
}

/// A picture on the page of another command, such as the band of a day.
struct PagePicture {
  let chart: Chart
  /// Of the terminal.
  let columns: Int

  var date: LocalDate? { chart.bands.first?.day.date }
}

extension CommandSession {
  /// A picture of a child's log; nil unless a person looks at it, because it takes a call of its own.
  func picture(_ kind: ChartKind = .day, of child: ChildReference) -> PagePicture? {
    guard !printsJSON, let columns = renderer.width,
      let chart = try? call(ChartGet.self, .init(childID: "\(child.id)", chart: kind)).chart
    else { return nil }
    return PagePicture(chart: chart, columns: columns)
  }
}

extension Page {
  /// A picture, and an empty line.
  mutating func draw(_ picture: PagePicture) {
    guard let drawn = picture.page else { return }
    append(drawn)
    gap()
  }

  /// The page of `bbctl chart`.
  static func chart(_ answer: ChartGet.Answer, on renderer: Renderer) -> Page {
    var page = Page(theme: answer.theme)
    let chart = answer.chart
    page.heading(Words.line([answer.child.name, chart.title]))
    page.line(.init(chart.sentence))
    if let columns = renderer.width, let picture = PagePicture(chart: chart, columns: columns).page {
      page.append(.gap(before: picture))
      if chart.note != nil { page.gap() }
    } else if !chart.isBlank || renderer.width == nil, chart.table.rows.count > (chart.kind == .day ? 1 : 0) {
      // The first column says which row it is. A dash would be read as "to".
      let least = Array(chart.table.headings.indices.dropFirst(2).reversed())
      let rows = chart.table.rows.map { $0.map { renderer.isPlain && $0 == "–" ? "unknown" : $0 } }
      page.table(.init(headings: chart.table.headings, rows: rows, leastColumns: least))
    }
    if let note = chart.note { page.line(.init(note, .faint)) }
    return page
  }
}

extension Chart {
  /// Whether there is nothing to draw.
  fileprivate var isBlank: Bool { bands.isEmpty && panels.isEmpty }
}

extension PagePicture {
  private static let margin = 2

  /// Nil if there is nothing to draw, or no room.
  fileprivate var page: Page? {
    chart.isBlank ? nil : chart.bands.isEmpty ? panels : bands
  }

  private var panels: Page? {
    let width = columns - Self.margin
    guard width >= PanelCells.widths.lowerBound else { return nil }
    var page = Page()
    for (index, panel) in chart.panels.enumerated() {
      if index > 0 { page.gap() }
      page.line(.init("  " + panel.title, .strong))
      let cells = PanelCells(panel, width: width, height: chart.panels.count == 1 ? 10 : 7)
      for runs in cells.lines { page.line("  ", runs) }
    }
    return page
  }

  /// The bands of days: one with its feeds and diapers, several as a line each.
  private var bands: Page? {
    let isDay = chart.bands.count == 1
    let margin = isDay ? Self.margin : Self.margin + (chart.bands.map(\.label.count).max() ?? 0) + 2
    let width = columns - margin - 2
    guard width >= BandCells.widths.lowerBound else { return nil }
    var page = Page()
    for band in chart.bands {
      let cells = BandCells(band, width: width)
      let label = isDay ? "" : "  " + band.label
      let indent = label + String(repeating: " ", count: margin - label.count)
      for runs in isDay ? [cells.feeds, cells.band, cells.diapers] : [cells.band] { page.line(indent, runs) }
    }
    page.line(.init(String(repeating: " ", count: margin) + BandCells.axis(chart.ticks, width: width), .faint))
    return page
  }
}

extension Page {
  fileprivate mutating func line(_ indent: String, _ runs: [BandCells.Run]) {
    line([.init(indent, .faint)] + runs.map { Span($0.text, $0.look.style) })
  }
}

extension BandCells.Look {
  fileprivate var style: Page.Style {
    switch self {
    case .empty: .plain
    case .kind(let kind): .kind(kind)
    case .pale(let kind): .pale(kind)
    case .faint: .faint
    case .currentTime: .active
    }
  }
}
