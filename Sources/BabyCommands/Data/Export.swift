import ArgumentParser
import BabyProtocol
import Glibc
import SystemCalls

struct Export: Command {
  static let commandName = "export"

  static let configuration = command(
    "Write the log to a file.", usage: "export <file>",
    discussion: """
      A CSV file is a table of entries for spreadsheets. A JSON file has everything that was not deleted: children,
      settings, reminders and entries. "bbctl import" reads both, here or on another machine.

        bbctl export log.csv
        bbctl export - --format json | gzip > log.json.gz
        bbctl export eva.csv --child Eva --force
        bbctl export report.json --anonymise
        bbctl export buddy --format babybuddy-csv

      babybuddy-csv writes a folder with the tables that Baby Buddy imports on its page "Database Admin": children.csv
      first, into a Baby Buddy that has no children yet, for their numbers are those of the other tables. Numbers are in
      your units, times are those of the child's clocks. What Baby Buddy has no field for is in the notes.

      --anonymise takes out whose log it is, for a bug report or for research: names, notes, authors, settings and
      reminders are left out, other texts and ids are replaced, and all times are moved back by the same number of
      weeks. Amounts, measured values and the time of day stay: who knows the log well can still recognise it.
      """)

  @Argument(help: "The file, - for standard output, or the folder for babybuddy-csv.", completion: .file())
  var file: String

  @Option(help: "csv, json or babybuddy-csv; default: the ending of the file's name.")
  var format: ExportFormatWord?

  @Flag(help: "Leave out names, notes and authors, and move all times by whole weeks.")
  var anonymise = false

  @Flag(help: "Replace an existing file.")
  var force = false

  @Option(help: ArgumentHelp("Only this child.", valueName: "name|id")) var child: String?
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard try chosenFormat() == .babyBuddyCSV else { return }
    if file == "-" { throw ValidationError("Baby Buddy's tables are several files: name a folder for them.") }
    if anonymise { throw ValidationError("--anonymise is for csv and json.") }
  }

  private func chosenFormat() throws -> ExportFormatWord {
    if let format { return format }
    let ending = file.split(separator: ".").last.map { $0.lowercased() } ?? ""
    guard let format = ExportFormatWord(rawValue: ending) else {
      throw ValidationError("The file's name does not show its format: add --format csv or --format json.")
    }
    return format
  }

  func run(in session: CommandSession) throws {
    let format = try chosenFormat()
    if format == .babyBuddyCSV { return try writeTables(in: session) }
    var sink = try ByteSink(file, replacing: force, in: session)
    let answer = try session.export(format, child: child, anonymised: anonymise, to: &sink)
    try sink.finish()
    guard file != "-" else { return }
    if session.printsJSON {
      var members: [(String, JSON)] = [
        ("file", .string(file)), ("format", .string(answer.format.rawValue)),
        ("entries", .integer(Int64(answer.entries))),
      ]
      if let unknown = answer.unknownKinds { members.append(("unknownKinds", .integer(Int64(unknown)))) }
      session.print(json: .object(JSONObject(members)))
    } else {
      let line = "Wrote \(Count.of(answer.entries, "entry", "entries")) to \(file)"
      session.print(Page(line: line + (Self.remark(answer, anonymised: anonymise) ?? "")))
    }
  }

  /// The remark about entries of kinds that this version does not know.
  static func remark(_ answer: DataExport.Answer, anonymised: Bool) -> String? {
    guard let unknown = answer.unknownKinds else { return nil }
    if anonymised {
      return "; \(Count.of(unknown, "entry", "entries")) of kinds that this version does not know left out"
    }
    return answer.format == .json
      ? ", \(unknown) of them of kinds that this version does not know"
      : "; \(Count.of(unknown, "entry", "entries")) of kinds that this version does not know are only in a JSON file"
  }
}

extension CommandSession {
  /// Writes the log, part by part.
  ///
  /// - Returns: the last part's answer.
  func export(
    _ format: ExportFormatWord, child: String?, anonymised: Bool = false, to sink: inout ByteSink
  ) throws -> DataExport.Answer {
    var progress = ProgressBar(total: nil, in: self)
    defer { progress.clear() }
    var answer = try call(DataExport.self, .init(format: format, childID: child, anonymise: anonymised))
    while true {
      try sink.write(Array(answer.text.utf8))
      if answer.isEnd { return answer }
      progress.advance(by: answer.text.utf8.count, rows: answer.entries)
      answer = try call(DataExport.self, .init(next: true))
    }
  }
}

extension Export {
  /// Writes a folder with a file for each of Baby Buddy's tables that has rows, and one with the children.
  func writeTables(in session: CommandSession) throws {
    guard mkdir(file, 0o700) == 0 || errno == EEXIST else {
      throw UsageError(message: "\(file) cannot be made: \(systemErrorText()).")
    }
    var written: [BabyBuddyTable] = []
    var total = TableTotal()
    for table in BabyBuddyTable.allCases {
      let answer = try session.export(
        table, child: child, to: "\(file)/\(table.rawValue).csv", replacing: force)
      if answer.entries > 0 || table == .children { written.append(table) }
      total.add(answer)
    }
    session.print(
      json: .object(JSONObject(total.members(of: file, written))),
      or: Page(line: total.line(of: file, tables: written.count)))
  }
}

/// The totals of all tables.
struct TableTotal {
  private var rows = 0
  private var keptAsNotes = 0
  /// These are the same for each table.
  private var last: DataExport.Answer?

  mutating func add(_ answer: DataExport.Answer) {
    rows += answer.entries
    keptAsNotes += answer.keptAsNotes ?? 0
    last = answer
  }

  /// "Wrote 12 rows in 3 tables to buddy; units: ml, kg, cm, celsius; …"
  func line(of folder: String, tables: Int) -> String {
    var parts = ["Wrote \(Count.of(rows, "row", "rows")) in \(Count.of(tables, "table", "tables")) to \(folder)"]
    if let units = last?.units { parts.append("units: \(units.joined(separator: ", "))") }
    if keptAsNotes > 0 {
      parts.append("\(Count.of(keptAsNotes, "row", "rows")) with notes of what Baby Buddy has no field for")
    }
    if let leftOut = last?.leftOut { parts.append("\(Count.of(leftOut, "timer", "timers")) still running left out") }
    if let overlapping = last?.overlapping {
      let times = last?.overlappingAt ?? []
      let more = overlapping > times.count ? ", …" : ""
      parts.append(
        "\(Count.of(overlapping, "entry", "entries")) only in words in notes.csv, for Baby Buddy refuses a table with two at "
          + "one time: \(times.joined(separator: ", "))\(more)")
    }
    return parts.joined(separator: "; ") + (last.flatMap { Export.remark($0, anonymised: false) } ?? "")
  }

  func members(of folder: String, _ tables: [BabyBuddyTable]) -> [(String, JSON)] {
    var members: [(String, JSON)] = [
      ("file", .string(folder)), ("format", .string(ExportFormatWord.babyBuddyCSV.rawValue)),
      ("entries", .integer(Int64(rows))), ("tables", .array(tables.map { .string($0.rawValue) })),
    ]
    if let units = last?.units { members.append(("units", .array(units.map { .string($0) }))) }
    if keptAsNotes > 0 { members.append(("keptAsNotes", .integer(Int64(keptAsNotes)))) }
    if let leftOut = last?.leftOut { members.append(("leftOut", .integer(Int64(leftOut)))) }
    if let overlapping = last?.overlapping { members.append(("overlapping", .integer(Int64(overlapping)))) }
    if let times = last?.overlappingAt { members.append(("overlappingAt", .array(times.map { .string($0) }))) }
    if let unknown = last?.unknownKinds { members.append(("unknownKinds", .integer(Int64(unknown)))) }
    return members
  }
}

extension CommandSession {
  /// Writes one table, part by part; a table without rows gets no file, except that of the children.
  ///
  /// - Returns: the last part's answer.
  fileprivate func export(
    _ table: BabyBuddyTable, child: String?, to path: String, replacing isReplacing: Bool
  ) throws -> DataExport.Answer {
    var progress = ProgressBar(total: nil, in: self)
    defer { progress.clear() }
    var answer = try call(DataExport.self, .init(format: .babyBuddyCSV, table: table, childID: child))
    var text = answer.text
    while answer.entries == 0, !answer.isEnd {
      answer = try call(DataExport.self, .init(next: true))
      text += answer.text
    }
    guard answer.entries > 0 || table == .children else { return answer }
    var sink = try ByteSink(path, replacing: isReplacing, in: self)
    try sink.write(Array(text.utf8))
    while !answer.isEnd {
      progress.advance(by: answer.text.utf8.count, rows: answer.entries)
      answer = try call(DataExport.self, .init(next: true))
      try sink.write(Array(answer.text.utf8))
    }
    try sink.finish()
    return answer
  }
}
