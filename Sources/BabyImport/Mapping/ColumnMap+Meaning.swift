import BabyModel
import BabyProtocol

extension ColumnMap {
  private static let mostFields = 32
  /// The map's word for rows to leave out.
  static let skip = "skip"
  /// Fields of something that is going on, as nothing in a table is.
  private static let running: Set<String> = ["timedSide", "timedSince", "pausedSince"]

  /// `sleep`, `skip`, or a kind with its fields: `{kind: feeding, method: bottle}`.
  ///
  /// - Parameter isWord: whether a word of the file means it, which can be what something is called.
  func meaning(of tree: JSON, at path: [String], isWord: Bool) throws(ColumnMapFault) -> Meaning {
    guard case .object(let object) = tree else {
      guard let word = try Self.text(tree, at: path) else { throw ColumnMapFault(path, "says no kind") }
      if word == Self.skip { return .skip }
      return try entry(try Self.kind(word, at: path), [], at: path, isWord: isWord)
    }
    guard let word = try Self.text(object["kind"] ?? .null, at: path) else {
      throw ColumnMapFault(path, "says no kind")
    }
    let kind = try Self.kind(word, at: path + ["kind"])
    guard object.members.count <= Self.mostFields else {
      throw ColumnMapFault(path, "has more than \(Self.mostFields) fields")
    }
    var fields: [FieldInputs.Field] = []
    for member in object.members where member.name != "kind" {
      guard let text = try Self.text(member.value, at: path + [member.name]) else { continue }
      fields.append(.init(member.name, try Self.value(text, of: member.name, kind, at: path + [member.name])))
    }
    return try entry(kind, fields, at: path, isWord: isWord)
  }

  private static func kind(_ word: String, at path: [String]) throws(ColumnMapFault) -> EntryKind {
    if let kind = EntryKind(rawValue: word) { return kind }
    let words = EntryKind.allCases.map(\.rawValue) + [skip]
    let nearest = nearestName(to: word, among: words).map { "; did you mean “\($0)”" } ?? ""
    throw ColumnMapFault(path, "must be one of \(words.joined(separator: ", "))\(nearest)")
  }

  /// A field's value from text, by the field's declaration.
  private static func value(
    _ text: String, of name: String, _ kind: EntryKind, at path: [String]
  ) throws(ColumnMapFault) -> FieldInputs.Value {
    let names = kind.declaration.fieldNames.filter { !running.contains($0) }
    guard names.contains(name) else {
      let known = names.isEmpty ? "which has none" : "which has \(names.joined(separator: ", "))"
      throw ColumnMapFault(path, "is not a field of the kind \(kind.rawValue), \(known)")
    }
    for field in kind.declaration.fields {
      switch field.type {
      case .quantity(let quantity) where quantity.unitName == name:
        return .word(quantity.unit(called: text) ?? text)
      case .quantity where field.name == name, .seconds where field.name == name, .count where field.name == name:
        guard let number = plainNumber(text) else { throw ColumnMapFault(path, "must be a number") }
        return .number(number)
      case .quantity, .seconds, .count, .choice, .instant, .text: continue
      }
    }
    return .word(text)
  }

  private func entry(
    _ kind: EntryKind, _ fields: [FieldInputs.Field], at path: [String], isWord: Bool
  ) throws(ColumnMapFault) -> Meaning {
    let said = Set(fields.map(\.name))
    for field in kind.declaration.fields where field.isRequired && field.standard == nil && !said.contains(field.name) {
      switch field.type {
      case .choice(let words):
        throw ColumnMapFault(
          path,
          "needs \(field.name): {kind: \(kind.rawValue), \(field.name): …}, one of \(words.joined(separator: ", "))"
        )
      case .quantity:
        if columns[.amount] == nil { throw ColumnMapFault(path, "needs a number: name its column in columns.amount") }
      case .text:
        // A mapped word can also be the name.
        if columns[.name] == nil, !isWord {
          throw ColumnMapFault(path, "needs \(field.name): say it here, or name its column in columns.name")
        }
      case .seconds, .instant, .count: break
      }
    }
    do throws(BabyError) {
      _ = try EntryContent(kind, fields: FieldInputs(fields))
    } catch {
      // The rows provide the missing fields.
      if let wrong = error.fields.first(where: { said.contains($0.field) }) {
        throw ColumnMapFault(path + [wrong.field], wrong.message)
      }
    }
    return .entry(kind, fields)
  }

  /// A length of time, in whole seconds.
  ///
  /// - Parameter cell: a number, `1:05`, `1:05:30`, or words such as `1h 5m`.
  /// - Throws: `RowFault.unreadable`, also for `1:05` if its meaning is not given.
  func seconds(_ cell: LooseRow.Cell) throws(RowFault) -> Int {
    let text = cell.text
    let form = lengths ?? Self.lengthForm(of: cell.column)
    let limit = Double(EntryLimits.longest.components.seconds)
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count > 1 {
      let numbers = parts.compactMap { plainInteger($0, digits: 3) }
      guard numbers.count == parts.count, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { throw cell.fault }
      let seconds: Int
      switch (numbers.count, form) {
      case (3, _): seconds = numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
      case (2, .hoursAndMinutes): seconds = numbers[0] * 3600 + numbers[1] * 60
      case (2, .minutesAndSeconds): seconds = numbers[0] * 60 + numbers[1]
      default: throw cell.fault
      }
      guard Double(seconds) <= limit else { throw cell.fault }
      return seconds
    }
    if let number = cell.number {
      let unit: Double
      switch form ?? .minutes {
      case .seconds: unit = 1
      case .minutes, .hoursAndMinutes: unit = 60
      case .hours: unit = 3600
      case .minutesAndSeconds: throw cell.fault
      }
      // As much of them as nothing lasts is not converted.
      guard number <= limit / unit else { throw cell.fault }
      return Int((number * unit).rounded())
    }
    guard let length = lengthInWords(text), length <= EntryLimits.longest else { throw cell.fault }
    return length.wholeSeconds
  }

  /// The unit in a column's title: in brackets, or as its last word, as in "Duration (sec)" and "duration_seconds".
  static func lengthForm(of column: LooseColumns.Column) -> LengthForm? {
    if let unit = column.unit { return lengthForm(ofUnit: unit) }
    return lengthForm(ofUnit: lowercaseWords(of: column.title).last)
  }

  private static func lengthForm(ofUnit unit: String?) -> LengthForm? {
    switch unit {
    case "m", "min", "mins", "minute", "minutes", "minuten", "minutos": .minutes
    case "h", "hr", "hrs", "hour", "hours", "std", "stunden", "horas", "heures": .hours
    case "s", "sec", "secs", "second", "seconds", "sek", "sekunden", "segundos", "secondes": .seconds
    case "h:mm", "hh:mm": .hoursAndMinutes
    case "m:ss", "mm:ss": .minutesAndSeconds
    default: nil
    }
  }
}

extension EntryKind {
  /// The quantity of its numbers, if files may leave the unit open for all rows.
  var quantity: ImportQuantity? {
    switch self {
    case .feeding: .volume
    case .diaper, .sleep, .tummyTime, .note: nil
    case .declared(.weight): .weight
    case .declared(.length): .length
    case .declared(.head): .head
    case .declared(.temperature): .temperature
    case .declared(.milkStore): .volume
    case .declared: nil
    }
  }

  /// Whether a row with only a day can be one: kinds that are known by day, and not by hour.
  var canBeOfDay: Bool {
    switch self {
    case .note: true
    case .feeding, .diaper, .sleep, .tummyTime: false
    case .declared(let kind): kind.hasDays
    }
  }

  /// The category of a note that replaces such an entry.
  var noteCategory: NoteCategory {
    switch self {
    case .declared(.medicine): .medicine
    case .declared(.food): .food
    case .declared(.milestone): .milestone
    case .declared(.weight), .declared(.length), .declared(.head): .growth
    case .declared(.temperature), .declared(.vaccine): .health
    case .feeding, .diaper, .sleep, .tummyTime, .note, .declared: .general
    }
  }
}

extension QuantityDeclaration {
  /// The unit that a table calls so, also for fluid ounces.
  func unit(inTable name: String) -> String? {
    unit(called: name) ?? unit(called: name.lowercased().replacing(".", with: "").replacing("fl ", with: ""))
  }
}
