import BabyProtocol
import Glibc
import SystemCalls

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
    if session.printsJSON {
      session.print(json: .object(JSONObject(total.members(of: file, written))))
    } else {
      session.print(Page(line: total.line(of: file, tables: written.count)))
    }
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
