import BabyModel

/// Reads the CSV export of the Baby Connect app.
struct BabyConnectReader: AppReader {
  let format = ImportFormat.babyConnectCSV
  private let columns: BabyConnectColumns

  init?(recognising first: FileRecord) {
    guard case .fields(_, .success(let fields)) = first, let columns = BabyConnectColumns(fields) else { return nil }
    self.columns = columns
  }

  func survey(_ record: FileRecord, into survey: inout Survey) {
    guard case .fields(let line, .success(let fields)) = record, let cells = try? columns.cells(of: fields) else {
      return
    }
    let (start, end) = (cells[.start], cells[.end])
    if !start.isEmpty { survey.add(child: cells[.child]) }
    survey.add(time: start, line: line)
    survey.add(time: end, line: line, isInOrder: false)
    // A feed's minutes have no pauses.
    if cells[.activity] == "Sleep", let minutes = BabyConnectRow.minutes(cells[.duration]) {
      survey.add(from: start, to: end, minutes: minutes, line: line)
    }
  }

  func rows(of record: FileRecord, in context: ReadingContext) throws(RowFault) -> [ReadRow] {
    guard case .fields(_, let fields) = record else { return [] }
    let written = try fields.get()
    let cells = try columns.cells(of: written)
    let target = try context.target(named: columns.nameChildren ? cells[.child] : nil)
    let row = try BabyConnectRow(cells, in: context, target.zone)
    return [ReadRow([row.reading(of: target.child.name, in: target.zone)], row.identity(of: written), of: target)]
  }
}

/// The columns of a Baby Connect table, which the app has written in several orders and under several names.
struct BabyConnectColumns {
  enum Column: String, CaseIterable {
    case start = "Date and Time"
    case end = "End Time"
    case duration = "Duration (min)"
    case activity = "Activity"
    case quantity = "Quantity"
    case extraData = "Extra data"
    case text = "Text"
    case notes = "Notes"
    case caregiver = "Caregiver"
    /// Only of tables of several children.
    case child = "Child Name"

    /// As versions of the app call it, in small letters and without its unit.
    fileprivate var names: [String] {
      switch self {
      case .start: ["date and time", "start time"]
      case .end: ["end time"]
      case .duration: ["duration"]
      case .activity: ["activity"]
      case .quantity: ["quantity"]
      case .extraData: ["extra data"]
      case .text: ["text"]
      case .notes: ["notes", "note"]
      case .caregiver: ["caregiver"]
      case .child: ["child name", "child"]
      }
    }
  }

  private let columns: LooseColumns
  /// The name of each column: the first of its possible names that the table has.
  private let names: [Column: String]
  private let used: Set<String>

  /// No row can be read without these. The end is one of them because the length of a feed leaves out its pauses.
  private static let needed: [Column] = [.start, .end, .activity]
  /// One of these may have another name or be missing. The note keeps the cells of a renamed one.
  private static let usual: [Column] = [.duration, .quantity, .extraData, .text]

  /// The columns by which the table is recognised, each with all names that the app has given it.
  static let headings = (needed + usual).map { (title: $0.rawValue, names: $0.names) }

  /// - Returns: nil for another app's table.
  init?(_ fields: [String]) {
    columns = LooseColumns(fields)
    let all = columns.names
    let names = Dictionary(
      uniqueKeysWithValues: Column.allCases.compactMap { column in
        column.names.first(where: all.contains).map { (column, $0) }
      })
    guard Self.needed.allSatisfy({ names[$0] != nil }),
      Self.usual.count(where: { names[$0] == nil }) <= 1
    else { return nil }
    self.names = names
    used = Set(names.values)
  }

  /// Whether rows name the child.
  var nameChildren: Bool { names[.child] != nil }

  /// The values of a row.
  struct Cells {
    fileprivate let columns: BabyConnectColumns
    fileprivate let row: LooseRow

    /// Empty if it is missing.
    subscript(_ column: Column) -> String { columns.names[column].map { row[$0] } ?? "" }

    /// The other columns, for the note.
    var rest: [String] { row.remarks(besides: columns.used) }
  }

  /// - Throws: `RowFault.fieldCount`.
  func cells(of fields: [String]) throws(RowFault) -> Cells { Cells(columns: self, row: try columns.row(fields)) }
}

/// One row of a Baby Connect export, its columns read but not yet understood.
struct BabyConnectRow {
  typealias Column = BabyConnectColumns.Column

  let span: WallSpan
  let activity: String
  let quantity: String
  /// A bottle's content, a diaper's appearance, or the unit of the quantity.
  let extraData: String
  /// The sentence that the app shows, such as `Eva drank 8.2 oz of formula (30m)`.
  let text: String
  /// The note, and columns that the app does not have.
  let notes: String
  let caregiver: String
  /// When it ended, as the row has it.
  let end: String

  /// The app writes no ids. A correction does not change a row's time, subject or author; earlier versions identified a
  /// row by its whole content.
  func identity(of fields: [String]) -> RowIdentity {
    RowIdentity(["Baby Connect", activity.lowercased(), span.start.identity, caregiver], former: [fields])
  }

  init(_ cells: BabyConnectColumns.Cells, in context: ReadingContext, _ zone: ZoneRules) throws(RowFault) {
    let start = try context.wallTime(cells[.start], column: Column.start.rawValue, in: zone)
    end = cells[.end]
    let last = end.isEmpty ? nil : try context.wallTime(end, column: Column.end.rawValue, in: zone)
    let duration = cells[.duration]
    let minutes = Self.minutes(duration)
    // If the end is known, the note keeps a length that cannot be read.
    let isOpen = minutes == nil && !duration.isEmpty
    if isOpen, last == nil { throw .unreadable(column: Column.duration.rawValue) }
    activity = cells[.activity]
    if activity.isEmpty { throw .unreadable(column: Column.activity.rawValue) }
    span = WallSpan(start: start, end: last, minutes: minutes)
    quantity = cells[.quantity]
    extraData = cells[.extraData]
    text = cells[.text]
    notes = joined([cells[.notes]] + cells.rest + (isOpen ? ["\(Column.duration.rawValue) \(duration)"] : [])) ?? ""
    caregiver = cells[.caregiver]
  }

  /// Whole minutes, which a spreadsheet may write with decimals, and people in words: `30`, `30.0`, `30,0`, `1h 5m`
  static func minutes(_ text: String) -> Int? {
    if let minutes = plainInteger(text, digits: 5) { return minutes }
    if let length = lengthInWords(text) { return Int(length.wholeMinutes) }
    return cellNumber(text).flatMap { $0 < 100_000 ? Int(exactly: $0) : nil }
  }
}

extension BabyConnectRow {
  /// The row as an entry.
  ///
  /// Data without a field stays in the note: the share of each breast of a pumping, how full a diaper was. A row of
  /// another kind becomes a note with the row's sentence.
  ///
  /// - Parameter child: the name by which the sentence may call the child.
  func reading(of child: String, in zone: ZoneRules) -> RowReading {
    let resolved = span.resolve(in: zone)
    var reading = RowReading(.note(.general), at: resolved)
    reading.author = caregiver.isEmpty ? nil : caregiver
    switch activity {
    case "Sleep":
      reading.content = .sleep
      reading.setEnd(of: resolved, minutes: span.minutes)
      reading.note = joined([beyond(["slept"]), sentence.bracket, columns, notes])
    case "Bottle":
      let held = bottle
      reading.content = .feeding(Feeding(method: .bottle, amount: amount, content: held.content))
      reading.setEnd(of: resolved, minutes: span.minutes)
      let said = beyond(wordsOfMilk.union(words(of: extraData)).union(held.said))
      reading.note = joined([
        unreadAmount(flagging: &reading), otherQuantity, held.rest, said, sentence.bracket, notes,
      ])
    case "Nursing":
      reading.content = .feeding(Feeding(method: .breast, startedSide: sides.first, breasts: breasts))
      let (keepsSides, remark) = reading.setNursing(resolved, minutes: span.minutes, sideLengths)
      let isSaid = keepsSides || breasts != .both && saysSidesAlone
      let said = beyond(Set(["nursed", "on", "the", "side", "breast"] + sides.map(\.rawValue)))
      reading.note = joined([isSaid ? "" : details, remark, said, columns, notes])
    case "Pumping", "Expressed":
      reading.content = .feeding(
        Feeding(method: .pumping, startedSide: sides.first, breasts: breasts, amount: amount))
      reading.setEnd(of: resolved, minutes: span.minutes)
      let said = beyond(wordsOfMilk.union(["expressed", "pumped", "l", "r", "left", "right"]))
      reading.note = joined([
        unreadAmount(flagging: &reading), otherQuantity, breasts == .both ? text : said, saysUnit ? "" : extraData,
        notes,
      ])
    case "Activity" where text.lowercased().contains("tummy time"):
      reading.content = .tummyTime
      reading.setEnd(of: resolved, minutes: span.minutes)
      reading.note = joined([beyond(["is", "doing", "did", "had", "tummy", "time"]), sentence.bracket, columns, notes])
    case "Diaper":
      if let diaperType {
        reading.content = .diaper(diaperType)
        let isSaid = words(of: extraData).isSubset(of: ["bm", "wet", "and", "both", "dirty"])
        reading.note = joined([
          details, beyond(["had", "a", "bm", "and", "wet", "diaper"]), quantity, isSaid ? "" : extraData,
          lengthOfMoment, notes,
        ])
      } else {
        keepAsNote(&reading)
      }
    default:
      if let declared = declared(of: child) {
        reading.content = declared.content
        reading.note = joined(declared.remarks + [notes])
      } else if !readActivity(resolved, into: &reading) {
        keepAsNote(&reading)
      }
    }
    return reading
  }

  /// An activity without a duration is of one moment.
  ///
  /// - Returns: false for what stays a note, as does what ends before it begins.
  private func readActivity(_ resolved: FlaggedSpan, into reading: inout RowReading) -> Bool {
    guard let name = activityName else { return false }
    let passed = resolved.end.map { $0 - resolved.start } ?? .zero
    guard (.zero...EntryLimits.longest).contains(passed), reading.setActivity(name) else { return false }
    if passed > .zero {
      reading.setEnd(of: resolved, minutes: span.minutes)
    } else {
      reading.endUnknown = true
    }
    let saysMore = activity == "Bath" && !sentence.statement.lowercased().hasSuffix(" bath")
    reading.note = joined([saysMore ? sentence.statement : "", sentence.bracket, columns, notes])
    return true
  }

  private func keepAsNote(_ reading: inout RowReading) {
    reading.content = .note(otherActivities[activity] ?? .general)
    // Unknown names are counted together: they might contain anything, and any number of them.
    let isKnown = activity == "Diaper" || otherActivities[activity] != nil
    reading.keptAsNote = isKnown ? activity : "Other"
    let said = words(of: text)
    let others = [quantity, extraData].filter { !words(of: $0).isSubset(of: said) }
    let title = text.isEmpty || !isKnown && !words(of: activity).isSubset(of: said) ? activity : ""
    reading.note = joined([title, text] + others + [sentence.length == nil ? lengthOfMoment : "", notes])
  }

  /// The quantity, if it is not an amount of the entry.
  private func unreadAmount(flagging reading: inout RowReading) -> String {
    guard amount == nil, !quantity.isEmpty else { return "" }
    reading.flags.append(.amountUnclear)
    return quantity
  }
}

/// The app's other activities, and the note that each of them becomes.
private let otherActivities: [String: NoteCategory] = [
  "Activity": .general, "Bath": .general, "Behavior": .general, "Cup": .food, "Diary": .general,
  "Doctor Question": .health, "Doctor Visit": .health, "Eating": .food, "Head Size": .growth, "Height": .growth,
  "Incident": .health, "Location": .general, "Medical": .health, "Medicine": .medicine, "Message": .general,
  "Milestone": .milestone, "Mood": .general, "Need": .general, "Photo": .general, "Potty": .general,
  "Sickness": .health, "Solid": .food, "Temperature": .health, "Vaccine": .medicine, "Weight": .growth,
]
