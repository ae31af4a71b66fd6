import ArgumentParser
import BabyModel
import BabyProtocol

struct ReportCommand: EachChildCommand {
  static let commandName = "report"

  static let configuration = command(
    "Write one page about a child for the doctor.", usage: "report <file> [<day> ...]",
    discussion: """
      Growth, the last days as a picture, usual days beside those before, diapers of
      a newborn, medicines, fevers, vaccines, new foods, milestones, and questions:
      the notes with a question mark. The page names the commands that print the
      same numbers.

        bbctl report eva.pdf
        bbctl report eva.pdf --since-visit
        bbctl report eva.html --last 28d
        bbctl report november.pdf november --paper letter

      The end of the file's name says the format: PDF, SVG, PNG or HTML. A - is
      standard output, as SVG or with --html. PNG and PDF files are made by
      rsvg-convert, of Debian's package librsvg2-bin; the others need nothing.
      """)

  @Argument(help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file()) var file: String?

  @Argument(
    help: ArgumentHelp(
      "A day or days, as for \"bbctl history\", at most 62; default: the last 14 days.", valueName: "day"),
    completion: .days)
  var day: [String] = []

  @Option(help: ArgumentHelp("The last days: 7d, 2w.", valueName: "days")) var last: Span?

  @Flag(help: "The days since a vaccine was given, or a length or a head was measured.") var sinceVisit = false

  @Option(help: "The paper: a4 or letter; default: letter where weights are in pounds, otherwise a4.")
  var paper: Paper?

  @Flag(help: "Write HTML, with all lists in full, whatever the file's name.") var html = false
  @Flag(help: "Replace an existing file.") var force = false

  @Option(help: OptionHelp.eachChild, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if last != nil, !day.isEmpty { throw ValidationError("A day and --last cannot be used together.") }
    if sinceVisit, last != nil || !day.isEmpty {
      throw ValidationError("--since-visit cannot be used with a day or --last.")
    }
    if last?.duration != nil { throw ValidationError("--last is for days here: --last 7d.") }
    if let days = last?.days, days > 62 { throw ValidationError("--last must be at most 62d.") }
    if html, paper != nil { throw ValidationError("--paper is for a page, and HTML has none.") }
    _ = try target()
  }

  /// The file, and its format; nil for HTML.
  private func target() throws(ValidationError) -> (path: String, format: ChartFile.Format?) {
    guard let file else { throw ValidationError("Name the file: bbctl report eva.pdf") }
    if html { return (file, nil) }
    if file == "-" { return (file, .svg) }
    let ending = file.split(separator: ".").last.map { $0.lowercased() } ?? ""
    if ending == "html" {
      if paper != nil { throw ValidationError("--paper is for a page, and HTML has none.") }
      return (file, nil)
    }
    guard file.contains("."), let format = ChartFile.Format(rawValue: ending) else {
      throw ValidationError(
        "The end of the file's name must say the format, PDF, SVG, PNG or HTML: bbctl report eva.pdf")
    }
    return (file, format)
  }

  func run(in session: CommandSession) throws {
    let (path, format) = try target()
    if session.isOfEachChild {
      throw UsageError(message: "A report is about one child. Name the child: --child NAME.")
    }
    var sink = try ByteSink(path, replacing: force, in: session)
    let answer = try session.call(
      ReportGet.self,
      .init(
        childID: child, day: day.isEmpty ? nil : day.joined(separator: " "), days: last?.days,
        isSinceVisit: sinceVisit, paper: paper, format: format == nil ? .html : .svg))
    let document = Array(answer.document.utf8)
    try sink.write(try format.map { try ChartFile(path: path, format: $0).content(document, in: session) } ?? document)
    try sink.finish()
    // The page itself is on standard output then.
    guard path != "-" else { return }
    session.print(
      json: ["file": .string(path)], or: Page(line: "Wrote \(path): \(answer.child.name), \(answer.title)"))
  }
}
