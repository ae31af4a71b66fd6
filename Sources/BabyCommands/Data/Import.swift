import ArgumentParser
import BabyClient
import BabyModel
import BabyProtocol

struct Import: PatientCommand {
  static let commandName = "import"

  static let configuration = command(
    "Import a log from files of this or another app; importing them again adds nothing.", usage: "import <file> ...",
    discussion: """
      Reads files, zip archives and folders, and recognises them by what is in them. On a terminal it first shows what it
      found and asks once. Rows that cannot be read are listed; all others are imported. What is probably in the log
      already, from another app, is left out and shown. "bbctl undo" takes the whole import back. The exit status is 8
      if there were rows or files that could not be read, and 0 if all is well.

        babybasics-json: a file from "bbctl export", with its children and settings.
        babybasics-csv: a table from "bbctl export", which names the children.
        babyconnect-csv: an export from Baby Connect.
        babybuddy-csv, babybuddy-json: a table exported from Baby Buddy, or an answer of its API.
        babybuddy-database: all of Baby Buddy, its db.sqlite3 or a JSON dump of it.
        huckleberry-csv: an export from Huckleberry.
        nara-csv: an export from Nara, which names the children.
        nighp-csv: tables or the zip that Baby Tracker by Nighp exports.
        glow-csv: tables or the zip that Glow Baby exports.
        hatch-csv: the table of Hatch's scale.
        sprouttrack: a backup of Sprout Track, its database or JSON.
        piyolog-text: the text that PiyoLog sends of a day or a month.
        babyplus-json: an export from Baby+.
        mapped-csv: any other table in CSV, with --map; see mapping.md.

        bbctl import eva.csv
        bbctl import eva.csv --date-order month-day --zone America/Chicago --dry-run
        bbctl import - < eva.csv
        bbctl import sheet.csv --guess columns.yaml
        bbctl import sheet.csv --map columns.yaml
      """)

  @Argument(help: "The files, zip archives or folders, or - for standard input.", completion: .file())
  var files: [String]

  @Option(help: "The files' format; default: detected from the files.", completion: .list(Self.formats))
  var format: String?

  @Option(help: ArgumentHelp("Time zone of the clock times in the files; default: the child's.", valueName: "zone"))
  var zone: String?

  @OptionGroup var choices: ImportChoiceOptions

  @Option(
    help: ArgumentHelp("A map of the columns of any other CSV file.", valueName: "file"),
    completion: .file())
  var map: String?

  @Option(
    help: ArgumentHelp(
      "Write a guessed map of the columns into this file, for review; import nothing.", valueName: "file"),
    completion: .file())
  var guess: String?

  @Flag(help: "Import rows too that are probably in the log already.")
  var keepSimilar = false

  @Option(
    help: ArgumentHelp("Write rows that cannot be read into this file, to be mended and imported.", valueName: "file"),
    completion: .file())
  var refused: String?

  @Flag(help: "Read the files without changing anything.")
  var dryRun = false

  @Flag(help: "Import without asking.")
  var yes = false

  @Option(help: OptionHelp.child, completion: .children) var child: String?
  @OptionGroup var global: GlobalOptions

  private static let formats = [
    "babybasics-json", "babybasics-csv", "babyconnect-csv", "babybuddy-csv", "babybuddy-json",
    "babybuddy-database", "huckleberry-csv", "nara-csv", "nighp-csv", "glow-csv", "hatch-csv",
    "sprouttrack", "piyolog-text", "babyplus-json", "mapped-csv",
  ]

  func run(in session: CommandSession) throws {
    let upload = try ImportUpload(files)
    if let guess { return try MapFile.guess(guess, of: upload, files: files, in: session) }
    let refusedFiles = try refused.map { try RefusedRowFiles($0) }
    var params = DataImport.Params(
      childID: child, format: format, zone: zone, keepSimilar: keepSimilar, refused: refused != nil, dryRun: dryRun)
    choices.apply(to: &params)
    params.map = try map.map { path throws(UsageError) in try MapFile.text(of: path) }
    let asks = session.hasPerson && !upload.readsInput && !dryRun && !yes && !session.printsJSON
    if asks {
      params.dryRun = true
      var found = try read(params, by: upload, in: session).answer
      while let question = found.summary?.questions?.first {
        try params.answer(question, in: session)
        found = try upload.answer(params, in: session).answer
      }
      _ = session.write(session.text(.importSummary(found, files: files)))
      guard found.added + found.updated > 0 else { return }
      guard session.confirms("Import this?") else { return }
      params.dryRun = false
    }
    let (json, answer) = try read(params, by: upload, in: session)
    let hasFaults = answer.summary?.files?.contains { $0.fault != nil } ?? false
    if hasFaults || answer.summary?.badRowCount ?? 0 > 0 { session.end(with: .partial) }
    let written = try refusedFiles?.write(answer.summary?.refused ?? [], in: session) ?? []
    if session.printsJSON { return session.print(json: json) }
    session.print(asks ? .imported(answer) : .importSummary(answer, files: files))
    for file in written {
      session.print(Page(line: "Rows to be mended: \(file). Then: bbctl import \(file.shellQuoted)"))
    }
  }
}

extension Import {
  /// Reads the files; for unsupported ones, explains how to map their columns.
  private func read(
    _ params: DataImport.Params, by upload: ImportUpload, in session: CommandSession
  ) throws -> (json: JSON, answer: DataImport.Answer) {
    do {
      return try upload.answer(params, in: session)
    } catch ClientError.refused(var refusal) where refusal.code == .importFormatUnknown && format == nil {
      let names = files.map(\.shellQuoted).joined(separator: " ")
      if !upload.readsInput { refusal.hint = "bbctl import \(names) --guess columns.yaml" }
      throw ClientError.refused(refusal)
    }
  }
}

/// Decisions that files may leave open.
struct ImportChoiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Which number of a date comes first, day-month or month-day; default: decided from the files.",
      valueName: "order"),
    completion: .list(["day-month", "month-day"]))
  var dateOrder: String?

  @Option(
    help: ArgumentHelp("Unit of amounts without one: ml or oz; default: decided from the files.", valueName: "unit"),
    completion: .list(["ml", "oz"]))
  var volume: String?

  @Option(
    help: ArgumentHelp("Unit of weights without one: kg, lb or g.", valueName: "unit"),
    completion: .list(["kg", "lb", "g"]))
  var weight: String?

  @Option(
    help: ArgumentHelp("Unit of lengths and heads without one: cm or in.", valueName: "unit"),
    completion: .list(["cm", "in"]))
  var length: String?

  @Option(
    help: ArgumentHelp("Unit of temperatures without one: celsius or fahrenheit.", valueName: "unit"),
    completion: .list(["celsius", "fahrenheit"]))
  var temperature: String?

  func apply(to params: inout DataImport.Params) {
    params.dateOrder = dateOrder
    params.volume = volume
    params.weight = weight
    params.length = length
    params.temperature = temperature
  }
}
