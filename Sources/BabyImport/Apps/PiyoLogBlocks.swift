import BabyModel

/// A line of a PiyoLog text that says what happened at a time.
struct PiyoLogEvent {
  var line: Int
  /// From the heading of its day; empty if it has none.
  var child: String
  /// The approximate date of birth, from the age in the heading: a day number. Nil if there is none.
  var bornAbout: Int?
  /// Nil if the date of its day cannot be read.
  var date: LocalDate?
  var time: TimeOfDay
  /// The text after the time: "ミルク 140ml   たくさん飲んだ"
  var text: String
}

/// Classifies the lines of a PiyoLog text. For each day there is a date, the child's name with its age, the events,
/// their totals, which are not read, and a text about the day.
struct PiyoLogBlocks {
  enum Part {
    case event(PiyoLogEvent)
    /// A further line of the event's note.
    case more(String)
    /// A text about a day.
    case diary(line: Int, child: String, LocalDate, String)
    /// The date of a day that cannot be read.
    case unreadableDate
  }

  private enum Place { case beforeDays, date, name, events, totals, diary }

  private static let separator = "----------"

  private var place = Place.beforeDays
  private var date: LocalDate?
  private var child = ""
  private var bornAbout: Int?
  private var hasEvents = false
  private var isAfterGap = false
  /// The text after an empty line, before it is known whether it continues a note or is about the day.
  private var text = ""
  private var textLine = 0

  /// - Returns: only the last one can be something that is refused.
  mutating func take(_ line: String, number: Int) -> [Part] {
    let line = trimmed(line)
    if line == Self.separator {
      defer { place = .date }
      return endDay()
    }
    // Of several months in one file each has a beginning.
    if PiyoLogBeginning.isAt(line.utf8) {
      let parts = endDay()
      if let date = PiyoLogLine.date(line) { begin(date) }
      return parts
    }
    guard !line.isEmpty else {
      takeGap()
      return []
    }
    switch place {
    case .beforeDays:
      if let date = PiyoLogLine.date(line) { begin(date) }
      guard let (time, text, _) = PiyoLogLine.event(line) else { return [] }
      return [.event(PiyoLogEvent(line: number, child: "", date: nil, time: time, text: text))]
    case .date:
      begin(PiyoLogLine.date(line))
      return date == nil ? [.unreadableDate] : []
    case .name:
      place = .events
      if let name = PiyoLogLine.name(line) {
        child = name
        bornAbout = date.flatMap { PiyoLogLine.born(line, on: $0) }
        return []
      }
      return takeOfDay(line, number)
    case .events: return takeOfDay(line, number)
    case .totals where PiyoLogLine.isTotal(line): return []
    case .totals, .diary:
      place = .diary
      append(line, number)
      return []
    }
  }

  mutating func finish() -> [Part] { endDay() }

  private mutating func begin(_ date: LocalDate?) {
    self.date = date
    place = .name
    (child, bornAbout) = ("", nil)
    hasEvents = false
    isAfterGap = false
  }

  private mutating func takeGap() {
    isAfterGap = true
    if place == .totals { place = .diary }
    if !text.isEmpty { append("", textLine) }
  }

  private mutating func takeOfDay(_ line: String, _ number: Int) -> [Part] {
    // A note can have lines that begin with a time: unless the app knows the event, real events have more space after
    // the time.
    if let (time, text, isFar) = PiyoLogLine.event(line), isFar || !hasEvents || PiyoLogKind(text) != nil {
      let before = goOn()
      hasEvents = true
      isAfterGap = false
      return before + [
        .event(PiyoLogEvent(line: number, child: child, bornAbout: bornAbout, date: date, time: time, text: text))
      ]
    }
    if isAfterGap || !hasEvents {
      if PiyoLogLine.isTotal(line) {
        place = .totals
        return goOn()
      }
      append(line, number)
      return []
    }
    return [.more(line)]
  }

  /// Text after an empty line belongs to the event before; if there is none, it belongs to the day.
  private mutating func goOn() -> [Part] {
    guard hasEvents, !text.isEmpty else { return [] }
    defer { text = "" }
    return [.more(trimmed(text))]
  }

  private mutating func append(_ line: String, _ number: Int) {
    if text.isEmpty { textLine = number }
    // A text longer than a note is refused, however long it is.
    guard text.utf8.count <= TextLimits.note.bytes else { return }
    text += text.isEmpty ? line : "\n" + line
  }

  private mutating func endDay() -> [Part] {
    defer {
      text = ""
      place = .beforeDays
    }
    let text = trimmed(text)
    guard let date, !text.isEmpty else { return [] }
    return [.diary(line: textLine, child: child, date, text)]
  }
}
