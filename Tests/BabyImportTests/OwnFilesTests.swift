import BabyModel
import BabyProtocol
import Testing

@testable import BabyImport

@Suite("Files of this program's own")
struct OwnFilesTests {
  private static let texts = [
    nil, "plain", "=HYPERLINK(\"http://example.org\")", "+1", "-1", "@SUM(A1)", "\t=1", "\n=1", "'quoted'", "'",
    "'=1", "''=1", "a, \"b\"\nc",
  ]

  private static func entries() -> [Entry] {
    let contents: [(EntryContent, Duration?, isOver: Bool)] = [
      (.feeding(Feeding(method: .pumping, startedSide: .left, amount: Volume(80, .milliliters))), .minutes(40), false),
      (.feeding(Feeding(method: .bottle, amount: Volume(4.25, .ounces))), nil, false),
      (.feeding(Feeding(method: .breast, startedSide: .right, breasts: .both)), .minutes(12), false),
      (.diaper(.both), nil, false), (.sleep, .hours(2), false), (.tummyTime, nil, true), (.sleep, nil, false),
    ]
    var entries: [Entry] = []
    for (index, text) in texts.enumerated() {
      let (content, duration, isOver) = contents[index % contents.count]
      let start = instant("2020-11-01T06:30:00.250Z") + .minutes(30 * index)
      entries.append(
        Entry(
          id: EntryID(high: 1, low: UInt64(index)), childID: eva.id, content: content, start: start,
          end: duration.map { start + $0 }, endUnknown: isOver, note: text, author: text, createdAt: now, updatedAt: now
        ))
      entries.append(
        Entry(
          id: EntryID(high: 2, low: UInt64(index)), childID: eva.id, content: .note(.medicine), start: start,
          note: text ?? "note", createdAt: now, updatedAt: now))
    }
    return entries
  }

  /// - Parameter columns: how many there were in an earlier version's tables.
  private static func table(_ entries: [Entry], of child: Child = eva, columns count: Int? = nil) -> [UInt8] {
    var writer = ExportWriter(format: .csv)
    writer.begin(Archive())
    for entry in entries { writer.add(entry, of: child, in: losAngeles) }
    writer.end()
    guard let count else { return writer.bytes }
    let lines = String(decoding: writer.bytes, as: UTF8.self).split(separator: "\r\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).prefix(count).joined(separator: ",")
    }
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  @Test("a table is recognized by its header, and every entry of it is read back unchanged", arguments: [1, 7, 65_536])
  func table(chunk: Int) throws {
    let entries = Self.entries()
    let result = try importing(Self.table(entries), chunk: chunk)
    #expect(result.summary.format == .babyBasicsCSV)
    #expect(result.summary.badRows == [])
    #expect(result.entries == entries)
    #expect(Self.table(result.entries) == Self.table(entries))
  }

  @Test("a table repeats the date and the time of day in spreadsheets' format")
  func spreadsheetTimes() throws {
    let nap = Entry(
      id: EntryID(high: 1, low: 1), childID: eva.id, content: .sleep, start: instant("2020-11-01T08:45:07.250Z"),
      end: instant("2020-11-01T09:30:00Z"), createdAt: now, updatedAt: now)
    var reader = CSVReader()
    let records = try (reader.consume(Self.table([nap])) + reader.finish()).map { try $0.fields.get() }
    let first = try #require(records[0].firstIndex(of: "startDate"))
    #expect(records[0][first..<first + 4] == ["startDate", "startTime", "endDate", "endTime"])
    // Both sides of the hour that clocks show twice.
    #expect(records[1][first..<first + 4] == ["2020-11-01", "01:45:07", "2020-11-01", "01:30:00"])
    #expect(try importing(Self.table([nap])).entries == [nap])
  }

  /// A feed that began at the left breast, where it was for three minutes.
  private func running(_ turn: NursingTurn) -> Entry {
    Entry(
      id: EntryID(high: 1, low: 1), childID: eva.id,
      content: .feeding(
        Feeding(method: .breast, startedSide: .left, breasts: .both, left: .minutes(3), right: .zero, turn: turn)),
      start: now - .minutes(8), createdAt: now, updatedAt: now)
  }

  @Test("a running feed is read back as it runs, at a breast or paused", arguments: [false, true])
  func runningFeed(isPaused: Bool) throws {
    let feed = running(NursingTurn(.right, since: now - .minutes(4) - .milliseconds(250), isPaused: isPaused))
    #expect(feed.isRunning)
    let result = try importing(Self.table([feed]))
    #expect(result.summary.badRows == [] && result.entries == [feed])
  }

  @Test("a running feed of an earlier table, without its breast, is imported as ended")
  func formerRunningFeed() throws {
    let feed = running(NursingTurn(.right, since: now - .minutes(4)))
    let result = try importing(Self.table([feed], columns: 23))
    #expect(result.entries.map(\.end) == [now - .minutes(5)])
    #expect(
      result.entries.map(\.content) == [
        .feeding(Feeding(method: .breast, startedSide: .left, breasts: .one, left: .minutes(3)))
      ])
  }

  @Test("tables of earlier versions, with fewer columns, are read as well", arguments: [14, 16, 23, 27, 31])
  func earlierTables(count: Int) throws {
    let entries = Array(Self.entries().prefix(1))
    #expect(try importing(Self.table(entries, columns: count)).entries == entries)
  }

  @Test("bottles' contents are in a table and in a log, and read back unchanged", arguments: ["csv", "json"])
  func bottles(format: String) throws {
    let bottles = ([nil] + BottleContent.allCases).enumerated().map { index, content in
      Entry(
        id: EntryID(high: 1, low: UInt64(index)), childID: eva.id,
        content: .feeding(Feeding(method: .bottle, amount: Volume(90, .milliliters), content: content)),
        start: instant("2020-11-01T06:30:00Z") + .minutes(30 * index), createdAt: now, updatedAt: now)
    }
    var writer = ExportWriter(format: format == "csv" ? .csv : .json)
    writer.begin(Archive(children: [eva]))
    for bottle in bottles { writer.add(bottle, of: eva, in: losAngeles) }
    writer.end()
    let text = String(decoding: writer.bytes, as: UTF8.self)
    #expect(text.contains(format == "csv" ? ",breastMilk,2020-11-01T00:30:00,\r\n" : #""content":"breastMilk""#))
    let result = try importing(writer.bytes)
    #expect(result.summary.badRows == [] && result.entries == bottles)
    if format == "csv" { return }
    // One of a version before there was such a field.
    let earlier = try importing(Array(text.replacing(#""content":"water","#, with: "").utf8))
    #expect(earlier.summary.badRows == [] && earlier.entries.last?.content.held == nil)
  }

  @Test("a bottle's content is neither a breast feed's nor an arbitrary word")
  func misfits() throws {
    let bottle = Entry(
      id: EntryID(high: 1, low: 1), childID: eva.id, content: .feeding(Feeding(method: .bottle, content: .formula)),
      start: instant("2020-11-01T06:30:00Z"), createdAt: now, updatedAt: now)
    let table = String(decoding: Self.table([bottle]), as: UTF8.self)
    let breast = try importing(Array(table.replacing(",bottle,", with: ",breast,").utf8))
    #expect(breast.entries == [] && breast.summary.badRowCount == 1)
    let juice = try importing(Array(table.replacing(",formula,", with: ",juice,").utf8))
    #expect(juice.summary.badRows.map(\.reason) == ["has a value that cannot be read in the column “content”"])
  }

  @Test("a spreadsheet's decimal comma is read")
  func decimalComma() throws {
    let table = String(decoding: Self.table(Array(Self.entries()[2..<3])), as: UTF8.self)
    #expect(table.contains(",4.25,"))
    let read = try importing(Array(table.replacing(",4.25,", with: ",\"4,25\",").utf8))
    #expect(read.entries == Array(Self.entries()[2..<3]))
  }

  /// A file of one child, who is here under another id: added by hand on another machine, for one.
  @Test(
    "an archive of a child whose name exists here with another id leads to a question, and is merged on confirmation")
  func standIn() throws {
    var there = eva
    there.id = ChildID(high: 8, low: 8)
    var writer = ExportWriter(format: .json)
    let reminder = CustomReminder(
      id: Identifier(high: 7, low: 7), childID: there.id, name: "Vitamin D", schedule: .every(.hours(24)), since: now)
    writer.begin(
      Archive(
        children: [there], settings: [ArchivedSetting(key: "units", value: "oz", childID: there.id)],
        reminders: [reminder]))
    var nap = Entry(
      id: EntryID(high: 1, low: 1), childID: there.id, content: .sleep, start: instant("2020-11-01T08:45:00Z"),
      end: instant("2020-11-01T09:30:00Z"), createdAt: now, updatedAt: now)
    writer.add(nap, of: there, in: losAngeles)
    writer.end()

    let asked = try importing(files: [writer.bytes], choices: ImportChoices())
    #expect(asked.decisions.questions.map(\.option) == ["child"])
    #expect(asked.decisions.questions.map(\.choices) == [["Eva"]])

    let choices = ImportChoices(child: ImportTarget(child: eva, zone: losAngeles))
    let (batch, summary, _) = try importing(files: [writer.bytes], choices: choices)
    nap.childID = eva.id
    #expect(summary.badRows == [] && batch.rows.map(\.entry) == [nap])
    #expect(batch.archive.children == [])
    #expect(batch.archive.settings.map(\.childID) == [eva.id])
    #expect(batch.archive.reminders.map(\.childID) == [eva.id])

    // By its id it is the same child without a question, and if its name is not taken it is added.
    #expect(try importing(files: [writer.bytes], child: there, choices: ImportChoices()).batch.rows.count == 1)
    let alone = try importing(files: [writer.bytes], child: tom, choices: ImportChoices())
    #expect(alone.decisions.questions == [] && alone.batch.archive.children.map(\.id) == [there.id])
  }

  @Test("a setting that this version does not know is reported, and all others are read")
  func unknownSetting() throws {
    var writer = ExportWriter(format: .json)
    let settings = ["units": "oz", "future.units": "spoons"].sorted(by: <).map { key, value in
      ArchivedSetting(key: key, value: value, childID: nil)
    }
    writer.begin(Archive(children: [eva], settings: settings))
    writer.end()
    let (batch, summary, _) = try importing(files: [writer.bytes])
    #expect(batch.archive.settings.map(\.key) == ["units"])
    #expect(summary.badRows.map(\.reason) == ["is a setting that this version does not know"])
  }

  @Test("the longest note is read back, including quotes")
  func longestNote() throws {
    var entry = Self.entries()[0]
    // One letter of a quote and three marks has seven bytes.
    entry.note = String(repeating: "\"\u{301}\u{302}\u{303}", count: TextLimits.note.bytes / 7)
    let result = try importing(Self.table([entry]))
    #expect(result.summary.badRows == [])
    #expect(result.entries == [entry])
  }

  @Test("no field of a table begins like a formula")
  func formulas() throws {
    var child = eva
    child.name = "=cmd()"
    var reader = CSVReader()
    let records = reader.consume(Self.table(Self.entries(), of: child)) + reader.finish()
    for field in try records.flatMap({ try $0.fields.get() }) {
      #expect(field.utf8.first.map { !"=+-@\t\r\n".utf8.contains($0) } ?? true, "\(field)")
    }
    #expect(try importing(Self.table(Self.entries(), of: child), child: child).entries.count == Self.entries().count)
  }

  @Test("a table of several children is read for one of them, and the others' rows are reported")
  func severalChildren() throws {
    var leo = eva
    (leo.id, leo.name) = (ChildID(high: 3, low: 3), "Leo")
    let entries = Self.entries()
    let both = Self.table(Array(entries.prefix(2))) + Self.table(Array(entries[2..<5]), of: leo).dropFirst(headerLength)
    let result = try importing(both)
    #expect(result.entries == Array(entries.prefix(2)))
    #expect(result.summary.badRowCount == 3)
    #expect(result.summary.badRows.first?.reason == "is about another child")
  }

  @Test("a table's rows go to the children of their names, or to the given one for unknown names")
  func namedChildren() throws {
    let entries = Self.entries()
    let toms = entries[2..<5].map { entry in
      var entry = entry
      entry.childID = tom.id
      return entry
    }
    let both = Self.table(Array(entries.prefix(2))) + Self.table(toms, of: tom).dropFirst(headerLength)
    func read(_ bytes: [UInt8], _ children: [Child], for named: Child? = nil) throws -> (
      batch: ImportBatch, summary: ImportSummary, decisions: ImportDecisions
    ) {
      let choice = named.map { ImportTarget(child: $0, zone: losAngeles) }
      return try importing(pieces: [[.bytes(bytes)]], children: children, choices: ImportChoices(child: choice))
    }
    let all = try read(both, [tom, eva])
    #expect(all.summary.badRows == [] && all.batch.rows.map(\.entry) == entries.prefix(2) + toms)

    let asked = try read(Self.table(toms, of: tom), [eva])
    #expect(asked.decisions.questions.map(\.option) == ["child"] && asked.batch.rows.isEmpty)
    let renamed = try read(Self.table(toms, of: tom), [eva], for: eva)
    #expect(renamed.batch.rows.map(\.entry) == Array(entries[2..<5]))
    // Whose they are here is not to be said otherwise.
    #expect(try read(Self.table(toms, of: tom), [tom, eva], for: eva).summary.badRowCount == 3)
  }

  @Test("a table with empty columns after its own is recognized")
  func emptyColumns() throws {
    let lines = String(decoding: Self.table(Array(Self.entries().prefix(1))), as: UTF8.self).split(separator: "\r\n")
    let table = lines.map { "\($0),,," }.joined(separator: "\r\n") + "\r\n"
    #expect(try importing(Array(table.utf8)).entries == Array(Self.entries().prefix(1)))
  }

  private var headerLength: Int { Self.table([]).count }

  @Test(
    "a row that was changed into an impossible one is reported with its line and the column",
    arguments: [
      ("2020-10-31T", "31.10.2020 ", "start"), (",pumping,", ",grazing,", "type"), (",80,", ",8e999,", "amount"),
      (",ml,", ",pints,", "unit"), ("00000000-0000-0001", "0000", "id"), (",feeding,", ",meal,", "kind"),
    ])
  func unreadable(found: String, replaced: String, column: String) throws {
    let text = String(decoding: Self.table(Array(Self.entries().prefix(1))), as: UTF8.self)
    #expect(text.contains(found))
    let result = try importing(Array(text.split(separator: found, maxSplits: 1).joined(separator: replaced).utf8))
    #expect(result.entries == [])
    #expect(
      result.summary.badRows == [
        ImportRemark(line: 2, reason: "has a value that cannot be read in the column “\(column)”")
      ])
  }

  @Test(
    "an extreme number in an archive only affects its own record",
    arguments: ["9223372036854775807", "-9223372036854775808", "29", "10081", "1e300"])
  func reminder(minutes: String) throws {
    let child = String(decoding: ChildRecord(eva, isCurrent: false).encoded, as: UTF8.self)
    func reminder(_ minutes: String) -> String {
      #"{"id":"\#(eva.id)","childId":"\#(eva.id)","name":"D","everyMinutes":\#(minutes),"since":"2020-12-01T00:00:00Z"}"#
    }
    let text = """
      {"format":"babybasics","version":1,"children":[\(child)],
      "reminders":[\(reminder(minutes)),
      \(reminder("480"))],"entries":[]}
      """
    let (batch, summary, _) = try importing(files: [Array(text.utf8)], child: nil)
    #expect(batch.archive.reminders.map(\.schedule) == [.every(.hours(8))])
    #expect(summary.badRows.map(\.line) == [2])
  }

  @Test(
    "an entry of an archive with an impossible time or amount is refused alone",
    arguments: [
      (#""start":"9999-12-31T23:59:59Z""#, ""), (#""start":"0001-01-01T00:00:00Z""#, ""),
      (#""start":"2020-12-01T00:00:00Z""#, #","amount":1e308,"unit":"oz""#),
    ])
  func entry(start: String, amount: String) throws {
    let child = String(decoding: ChildRecord(eva, isCurrent: false).encoded, as: UTF8.self)
    let entry = #"""
      {"id":"\#(eva.id)","childId":"\#(eva.id)","kind":"feeding","method":"bottle",\#(start),"startLocal":"",
      "createdAt":"2020-12-01T00:00:00Z","updatedAt":"2020-12-01T00:00:00Z"\#(amount)}
      """#
    let text = #"{"format":"babybasics","version":1,"children":[\#(child)],"entries":[\#(entry)]}"#
    let (batch, summary, _) = try importing(files: [Array(text.utf8)], child: nil)
    #expect(batch.rows == [])
    #expect(summary.badRowCount == 1)
  }
}
