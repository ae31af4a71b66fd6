import BabyModel

extension ColumnMap {
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
    return Int(length.components.seconds)
  }

  /// The unit in a column's title: in brackets, or as its last word, as in "Duration (sec)" and "duration_seconds".
  static func lengthForm(of column: LooseColumns.Column) -> LengthForm? {
    if let unit = column.unit { return lengthForm(ofUnit: unit) }
    return lengthForm(ofUnit: column.title.lowercased().split { !$0.isLetter }.last.map(String.init))
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

  /// Whether a row that says only a day can be one: what is known of a day, and not of an hour.
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
