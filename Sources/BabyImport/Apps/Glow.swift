import BabyModel

/// Reads a table that Glow Baby exports: one CSV file for each kind, about a single unnamed child.
struct GlowReader: AppReader {
  let format = ImportFormat.glowCSV
  private let columns: LooseColumns
  private let table: GlowTable

  init?(recognising first: FileRecord) {
    guard case .fields(_, .success(let fields)) = first else { return nil }
    columns = LooseColumns(fields)
    guard let table = GlowTable(columns: columns.names) else { return nil }
    self.table = table
  }

  func survey(_ record: FileRecord, into survey: inout Survey) {
    guard case .fields(let line, .success(let fields)) = record, let row = try? columns.row(fields) else { return }
    survey.add(time: row[table.time], line: line)
    if table == .sleep { survey.add(yearFirstTime: row["end time"], line: line, isInOrder: false) }
  }

  func rows(of record: FileRecord, in context: ReadingContext) throws(RowFault) -> [ReadRow] {
    guard case .fields(_, let fields) = record else { return [] }
    let row = GlowRow(table: table, row: try columns.row(fields.get()))
    let target = try context.target()
    let time = try row.time(in: context, target.zone)
    var readings = try row.readings(at: time, in: target.zone, context)
    for index in readings.indices { readings[index].author = row.row.author?.name }
    return [ReadRow(readings, row.identity(at: time), of: target)]
  }
}

/// The tables of Glow Baby's export, which their columns tell apart.
enum GlowTable: String, Sendable {
  case diaper, bottle, solids, growth, sleep

  /// - Parameter names: of all columns, in small letters and without their units.
  /// - Returns: nil for another app's table.
  init?(columns names: Set<String>) {
    func has(_ wanted: String...) -> Bool { names.isSuperset(of: wanted) }
    if has("diaper time", "in the diaper") {
      self = .diaper
    } else if has("time of feeding", "ingredients") {
      self = .solids
    } else if has("time of feeding", "milk type", "amount") {
      self = .bottle
    } else if has("date", "head circ.") {
      self = .growth
    } else if names.subtracting(["note", "notes"]) == ["begin time", "end time"] {
      self = .sleep
    } else {
      return nil
    }
  }

  /// The column of the time.
  var time: String {
    switch self {
    case .diaper: "diaper time"
    case .bottle, .solids: "time of feeding"
    case .growth: "date"
    case .sleep: "begin time"
    }
  }

  /// The columns of quantities that are given in two units, which are compared.
  var measures: Set<String> {
    switch self {
    case .bottle: ["amount"]
    case .growth: ["weight", "height", "head circ."]
    case .diaper, .solids, .sleep: []
    }
  }

  /// The table's columns other than the time; values of any other column are kept in the note.
  var columns: [String] {
    switch self {
    case .diaper: ["in the diaper", "color", "texture"]
    case .bottle: ["milk type", "amount"]
    case .solids: ["ingredients", "amount", "unit type", "baby's reaction"]
    case .growth: ["weight", "height", "head circ."]
    case .sleep: ["end time"]
    }
  }
}

/// One row of a table of Glow Baby's.
struct GlowRow {
  let table: GlowTable
  let row: LooseRow

  /// When it was. What was measured has a day and no time: noon stands for it.
  func time(in context: ReadingContext, _ zone: ZoneRules) throws(RowFault) -> LocalDateTime {
    let (text, column) = (row[table.time], row.title([table.time]))
    if table == .growth, let day = WallTimeText(text), day.timeOfDay == nil {
      guard let date = day.date(context.dates), let noon = TimeOfDay(hour: 12, minute: 0) else {
        throw .unreadable(column: column)
      }
      return LocalDateTime(date, noon)
    }
    return try context.wallTime(text, column: column, in: zone)
  }

  /// The app writes no ids. A time may have several foods.
  func identity(at time: LocalDateTime) -> RowIdentity {
    let foods = table == .solids ? [row["ingredients"].lowercased()] : []
    return RowIdentity(["Glow Baby", table.rawValue, time.identity] + foods)
  }

  /// Data without a field.
  var rest: [String] {
    row.remarks(
      besides: Set([table.time] + table.columns + [row.author?.column].compactMap(\.self)), allOf: table.measures)
  }

  /// A quantity that the app gives in two units.
  struct Measure {
    var number: Double
    var unit: String
    /// The same in the other unit, where it is not the same.
    var other: String?
  }

  /// The metric number, or the only one that there is; nil for none, and for 0.
  ///
  /// - Throws: `RowFault.unreadable`, also for an unknown unit.
  func measure(of quantity: QuantityDeclaration, _ name: String) throws(RowFault) -> Measure? {
    var found: [(number: Double, unit: Int, cell: LooseRow.Cell)] = []
    for cell in row.cells(name) {
      let (number, word) = try cell.value(of: quantity)
      guard let unit = word.flatMap(quantity.unitWords.firstIndex) else { throw cell.fault }
      if number > 0 { found.append((number, unit, cell)) }
    }
    let metric = found.firstIndex { Self.metric.contains(quantity.unitWords[$0.unit]) }
    guard let index = metric ?? found.indices.first else { return nil }
    let chosen = found[index]
    let base = quantity.inBaseUnit(chosen.number, unit: chosen.unit)
    let others = found.indices.filter { other in
      let number = quantity.inBaseUnit(found[other].number, unit: found[other].unit)
      // Both are rounded, the one to whole millilitres and the other to tenths of an ounce at the worst.
      return other != index && abs(number - base) > 0.05 * max(number, base)
    }
    return Measure(
      number: chosen.number, unit: quantity.unitWords[chosen.unit],
      other: others.isEmpty ? nil : others.map { found[$0].cell.remark }.joined(separator: ", "))
  }

  private static let metric: Set = ["ml", "kg", "cm"]
}

extension GlowRow {
  /// The row's entries, one for each measurement. Data without a field stays in the note.
  func readings(
    at time: LocalDateTime, in zone: ZoneRules, _ context: ReadingContext
  ) throws(RowFault) -> [RowReading] {
    if table == .sleep { return [try sleep(from: time, in: zone, context)] }
    let resolved = WallSpan(start: time).resolve(in: zone)
    var reading = RowReading(.note(.general), at: resolved)
    switch table {
    case .diaper: readDiaper(into: &reading)
    case .bottle: try readBottle(into: &reading)
    case .solids: try readSolids(into: &reading)
    case .growth: return try measurements(like: reading)
    case .sleep: break
    }
    return [reading]
  }

  private func sleep(
    from start: LocalDateTime, in zone: ZoneRules, _ context: ReadingContext
  ) throws(RowFault) -> RowReading {
    var span = WallSpan(start: start)
    if let end = row.cell(["end time"]) {
      let time = try context.wallTime(end.text, column: end.column.title, in: zone)
      // One that was just begun ends as it begins.
      span.end = time == start ? nil : time
    }
    let resolved = span.resolve(in: zone)
    var reading = RowReading(.sleep, at: resolved, note: rest)
    reading.setEnd(of: resolved, minutes: nil)
    return reading
  }

  private func readDiaper(into reading: inout RowReading) {
    let said = row["in the diaper"]
    let words = wordsSaid(said)
    let (isWet, isDirty) = (words.contains("pee"), words.contains { $0 == "poo" || $0 == "poop" })
    let saysMore = lowercaseWords(of: said).contains { !["pee", "poo", "poop", "and"].contains($0) }
    let remarks = [saysMore ? said : "", row["color"], row["texture"]] + rest
    guard let type = DiaperType(isWet: isWet, isDirty: isDirty) else {
      return keepAsNote(&reading, .general, ["\(said) diaper"] + remarks.dropFirst())
    }
    reading.content = .diaper(type)
    reading.note = joined(remarks)
  }

  private func readBottle(into reading: inout RowReading) throws(RowFault) {
    guard let quantity = KindDeclaration.amount else { return }
    let measure = try measure(of: quantity, "amount")
    let amount = measure.flatMap { measure in VolumeUnit(rawValue: measure.unit).map { Volume(measure.number, $0) } }
    let held = BottleWords(row["milk type"])
    reading.content = .feeding(Feeding(method: .bottle, amount: amount, content: held.content))
    reading.note = joined([held.rest, flagged(measure, in: &reading)] + rest)
  }

  private func readSolids(into reading: inout RowReading) throws(RowFault) {
    let foods = row["ingredients"].split(separator: ",").map { trimmed(String($0)) }.filter { !$0.isEmpty }
      .joined(separator: ", ")
    let said = row["baby's reaction"]
    let amount = normalised("\(row["amount"]) \(row["unit type"])")
    guard foods.fits() else { return keepAsNote(&reading, .food, [foods, amount, said] + rest) }
    var fields: [FieldInputs.Field] = [.init("foods", .word(foods))]
    switch said.lowercased().filter(\.isLetter) {
    case "loveit": fields.append(.init("liking", .word("loved")))
    case "likeit": fields.append(.init("liking", .word("liked")))
    case "hateit": fields.append(.init("liking", .word("disliked")))
    default: if said.fits() { fields.append(.init("reaction", .word(said))) }
    }
    reading.content = try EntryContent(.food, fields, column: row.title(["ingredients"]))
    reading.note = joined([amount, fields.count == 1 ? said : ""] + rest)
  }

  private func measurements(like reading: RowReading) throws(RowFault) -> [RowReading] {
    var readings: [RowReading] = []
    for (kind, name) in [(KindDeclaration.weight, "weight"), (.length, "height"), (.head, "head circ.")] {
      guard let quantity = kind.quantity, let measure = try measure(of: quantity, name) else { continue }
      var measured = reading
      measured.content = try .measured(kind, measure.number, unit: measure.unit, column: row.title([name]))
      let other = flagged(measure, in: &measured)
      measured.note = joined([other] + (readings.isEmpty ? rest : []))
      readings.append(measured)
    }
    guard readings.isEmpty else { return readings }
    var kept = reading
    keepAsNote(&kept, .growth, rest)
    return [kept]
  }

  /// The value in the other unit, if it differs.
  private func flagged(_ measure: Measure?, in reading: inout RowReading) -> String {
    guard let other = measure?.other else { return "" }
    reading.flags.append(.unitsDiffer)
    return other
  }

  private func keepAsNote(_ reading: inout RowReading, _ category: NoteCategory, _ remarks: [String]) {
    let word = table.rawValue.capitalizedFirst
    reading.content = .note(category)
    // A note is nothing without a text.
    reading.note = joined(remarks) ?? word
    reading.keptAsNote = word
  }
}
