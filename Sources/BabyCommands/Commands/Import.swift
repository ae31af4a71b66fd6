import ArgumentParser
import BabyClient
import BabyProtocol

struct Import: Command {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import a log from a file; importing the same file again adds nothing.",
    usage: "bbctl import <file> [<options>]",
    discussion: """
      Rows that cannot be read are listed; all others are imported. "bbctl undo" takes the whole import back.

      babybasics-json: a file from "bbctl export", with its children and settings.
      babybasics-csv: a table from "bbctl export"; import each child's rows with --child.
      babyconnect-csv: an export from Baby Connect.
      babybuddy-csv, babybuddy-json: a table exported from Baby Buddy, or an answer of its API; amounts are taken to be
      in your unit.
      huckleberry-csv: an export from Huckleberry.
      nara-csv: an export from Nara; import each child's rows with --child.

        bbctl import eva.csv --format babyconnect-csv --zone America/Los_Angeles --dry-run
        bbctl import - < eva.csv
      """)

  @Argument(help: "The file, or - for standard input.", completion: .file())
  var file: String

  @Option(help: "The file's format; default: detected from the file.", completion: .list(Self.formats))
  var format: String?

  @Option(help: ArgumentHelp("Time zone of the clock times in the file; default: the child's.", valueName: "zone"))
  var zone: String?

  @Flag(name: .customLong("dry-run"), help: "Read the file, but change nothing.")
  var dryRun = false

  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  private static let formats = [
    "babybasics-json", "babybasics-csv", "babyconnect-csv", "babybuddy-csv", "babybuddy-json",
    "huckleberry-csv", "nara-csv",
  ]

  func run(in session: CommandSession) throws {
    var source = try ByteSource(file)
    var progress = ProgressBar(total: source.size, in: session)
    defer { progress.clear() }
    let begin = DataImport.Params(childID: child, format: format, zone: zone, dryRun: dryRun)
    let id = try session.call(DataImport.self, begin).importID
    var chunk = try source.read(upTo: DataImport.chunkSize)
    while !chunk.isEmpty {
      let next = try source.read(upTo: DataImport.chunkSize)
      if next.isEmpty { break }
      let answer = try session.call(DataImport.self, .init(importID: id, chunk: base64(chunk)))
      progress.advance(by: chunk.count, rows: answer.rows)
      chunk = next
    }
    try session.answer(DataImport.self, .init(importID: id, chunk: base64(chunk), end: true)) { answer in
      progress.clear()
      return .importSummary(answer, file: file)
    }
  }
}
