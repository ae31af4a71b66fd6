import BabyModel

/// Reads PiyoLog's text about a day or a month, in Japanese, English or Chinese. It names the children; its clock times
/// are local, without a zone.
struct PiyoLogReader: AppReader {
  let format = ImportFormat.piyoLogText

  /// The maximum number of events of one minute that are held.
  private static let mostHeld = 64
  /// More children than any family has, for texts that were made to cost memory.
  private static let mostAsleep = 100

  /// The owner of a continuation line.
  private enum Last { case none, held(Int), sleep(String) }

  private var blocks = PiyoLogBlocks()
  /// Children who sleep, each with the event that says so.
  private var sleeps: [String: PiyoLogReading] = [:]
  private var asleep: Set<String> = []
  private var held: [PiyoLogReading] = []
  private var last = Last.none
  private var ready: [ReadRow] = []
  private(set) var refusedLines: [RefusedLine] = []

  /// Only what begins as a text of PiyoLog is taken apart into lines at all.
  init?(recognising first: FileRecord) { guard case .text = first else { return nil } }

  // MARK: The survey

  /// A sleep over midnight can begin in one file and end in another. The part with the end has the duration: it must
  /// not be added twice.
  mutating func survey(_ record: FileRecord, into survey: inout Survey) {
    guard case .text(let number, let line) = record else { return }
    for part in blocks.take(line, number: number) {
      if case .diary(_, let child, _, _) = part { survey.add(child: child) }
      guard case .event(let event) = part else { continue }
      survey.add(child: event.child)
      if let date = event.date { survey.add(day: date, of: event.child, bornAbout: event.bornAbout) }
      survey.zone.addClockTime()
      guard let date = event.date, let (kind, word, rest) = PiyoLogKind.word(event.text) else { continue }
      let child = ImportTargets.key(event.child)
      guard child.utf8.count <= TextLimits.name.bytes else { continue }
      if kind == .sleep, asleep.count < Self.mostAsleep { asleep.insert(child) }
      guard kind == .wake, asleep.remove(child) == nil else { continue }
      var text = PiyoLogText(rest, behind: word)
      guard let minutes = text.takeMinutes() else { continue }
      let end = ZoneRules.utc.instants(of: LocalDateTime(date, event.time)).earliest
      survey.add(carriedOver: Self.key(child, end - .minutes(minutes)))
    }
  }

  /// - Parameter wall: what the clocks show, as if that were UTC.
  private static func key(_ child: String, _ wall: Instant) -> String { "\(wall.milliseconds / 60_000) \(child)" }

  /// Whether another file has the sleep that began with an event, up to its end.
  private func isCarriedOver(_ sleep: PiyoLogReading, in context: ReadingContext) -> Bool {
    let child = ImportTargets.key(sleep.event.child)
    let wall = ZoneRules.utc.instants(of: sleep.start).earliest
    let zone = sleep.target.zone
    let start = sleep.reading.start
    // On a night when clocks change, the rest of the end's time differs from the start's.
    let shift = zone.offset(at: start + .hours(24)) - zone.offset(at: start)
    return [wall, wall + .seconds(shift)].contains { context.decisions.carriedOver.contains(Self.key(child, $0)) }
  }

  // MARK: Rows

  mutating func rows(of record: FileRecord, in context: ReadingContext) throws(RowFault) -> [ReadRow] {
    switch record {
    case .text(let number, let line):
      for part in blocks.take(line, number: number) { try read(part, in: context) }
    case .fields(_, let fields): _ = try fields.get()
    case .member, .record, .tables: break
    }
    return take()
  }

  mutating func finish(in context: ReadingContext) -> [ReadRow] {
    for part in blocks.finish() {
      do throws(RowFault) { try read(part, in: context) } catch {
        if case .diary(let line, _, _, _) = part { refusedLines.append(RefusedLine(line: line, fault: error)) }
      }
    }
    release()
    for sleep in sleeps.values.sorted(by: { $0.event.line < $1.event.line }) {
      guard isCarriedOver(sleep, in: context) else {
        ready.append(sleep.row)
        continue
      }
      // The other file does not have its note.
      guard !sleep.note.isEmpty else { continue }
      var kept = sleep.row
      kept.readings[0].content = .note(.general)
      kept.readings[0].endUnknown = false
      kept.readings[0].flags.removeAll { $0 == .endMissing }
      kept.identity.parts.append("note")
      ready.append(kept)
    }
    sleeps = [:]
    return take()
  }

  private mutating func take() -> [ReadRow] {
    defer { ready = [] }
    return ready
  }

  private mutating func release() {
    ready += held.map(\.row)
    held = []
    last = .none
  }

  private mutating func read(_ part: PiyoLogBlocks.Part, in context: ReadingContext) throws(RowFault) {
    switch part {
    case .event(let event):
      last = .none
      let reading = try PiyoLogReading(event, of: try context.target(named: event.child))
      if let other = held.first,
        (other.event.child, other.event.date, other.event.time) != (event.child, event.date, event.time)
      {
        release()
      }
      add(reading)
    case .more(let line):
      switch last {
      case .held(let index): held[index].add(line)
      case .sleep(let child): sleeps[child]?.add(line)
      case .none: break
      }
    case .diary(let line, let child, let date, let text):
      release()
      ready.append(try diary(of: try context.target(named: child), date, text, line))
    case .unreadableDate:
      release()
      throw .unreadable(column: "date")
    }
  }

  private mutating func add(_ reading: PiyoLogReading) {
    let child = ImportTargets.key(reading.event.child)
    switch reading.kind {
    case .sleep:
      if let open = sleeps[child] { ready.append(open.row) }
      sleeps[child] = reading
      last = .sleep(child)
    case .wake: hold(sleep(endedBy: reading, of: child))
    default:
      for index in held.indices where held[index].join(reading) {
        last = .held(index)
        return
      }
      hold(reading)
    }
  }

  private mutating func hold(_ reading: PiyoLogReading) {
    if held.count >= Self.mostHeld { release() }
    held.append(reading)
    last = .held(held.count - 1)
  }

  /// The sleep that a wake-up ends: the one that began last, or where none did, or it lies too far back, as long as the
  /// wake-up says.
  private mutating func sleep(endedBy wake: PiyoLogReading, of child: String) -> PiyoLogReading {
    if var open = sleeps.removeValue(forKey: child) {
      let passed = wake.reading.start - open.reading.start
      if passed >= .zero, passed <= EntryLimits.sleep {
        open.end(with: wake)
        return open
      }
      ready.append(open.row)
    }
    var wake = wake
    wake.becomeSleep()
    return wake
  }

  /// A text about a day becomes a note at its beginning: the time of writing is unknown.
  private func diary(
    of target: ImportTarget, _ date: LocalDate, _ text: String, _ line: Int
  ) throws(RowFault) -> ReadRow {
    let start = target.zone.instants(of: LocalDateTime(date, .midnight)).earliest
    var reading = RowReading(content: .note(.general), start: start, flags: [])
    reading.note = text
    return ReadRow([reading], RowIdentity(["PiyoLog", "\(date)", "diary"]), of: target, line: line)
  }
}

/// The kind of an event in a PiyoLog text.
enum PiyoLogKind: String {
  case breast, formula, expressed, pumping, drink, food
  case sleep, wake, pee, poop
  case temperature, weight, length, head
  case bath, walk, tummyTime, medicine, vaccine, milestone, memo
  /// About the body, without a kind here.
  case body
  /// About the child's health, without a kind here.
  case health

  /// The kind that a text begins with.
  init?(_ text: String) {
    guard let kind = Self.word(text)?.kind else { return nil }
    self = kind
  }

  /// The app's word that a text begins with, as the list has it, and what stands behind it.
  static func word(_ text: String) -> (kind: PiyoLogKind, word: String, rest: Substring)? {
    guard let first = text.first?.lowercased() else { return nil }
    for (word, kind) in wordsByLetter[first] ?? [] {
      let beginning = text.prefix(word.count)
      guard beginning.count == word.count, beginning.lowercased() == word.lowercased() else { continue }
      let rest = text.dropFirst(word.count)
      if rest.first.map({ $0.isWhitespace || $0 == "(" || $0.isASCII && $0.isNumber }) ?? true {
        return (kind, word, rest)
      }
    }
    return nil
  }

  private static let wordsByLetter = Dictionary(grouping: words) { $0.0.prefix(1).lowercased() }

  /// In Japanese, English and Chinese; of two that begin alike the longer one first.
  private static let words: [(String, PiyoLogKind)] = [
    ("母乳", .breast), ("Breastfeeding", .breast), ("Breast feeding", .breast), ("Nursing", .breast),
    ("ミルク", .formula), ("Formula", .formula),
    ("配方奶", .formula),
    ("瓶喂母乳", .expressed), ("瓶餵母乳", .expressed), ("搾母乳", .expressed), ("Expressed Breast Milk", .expressed),
    ("Breast Milk", .expressed),
    ("搾乳", .pumping), ("Pumping", .pumping), ("Pump", .pumping), ("挤奶", .pumping),
    ("擠奶", .pumping),
    ("のみもの", .drink), ("飲み物", .drink), ("Drinks", .drink), ("Drink", .drink),
    ("離乳食", .food), ("ごはん", .food), ("おやつ", .food), ("Baby Food", .food), ("Solids", .food), ("Solid", .food),
    ("Meals", .food), ("Meal", .food), ("Snacks", .food), ("Snack", .food),
    ("寝る", .sleep), ("Sleep", .sleep), ("起きる", .wake), ("Wake-up", .wake), ("Wake up", .wake),
    ("睡觉", .sleep), ("睡覺", .sleep), ("起床", .wake),
    ("おしっこ", .pee), ("Pee", .pee), ("うんち", .poop), ("Poop", .poop), ("尿尿", .pee),
    ("便便", .poop),
    ("体温", .temperature), ("Body Temp.", .temperature), ("Body Temp", .temperature),
    ("Body Temperature", .temperature), ("Temperature", .temperature),
    ("体重", .weight), ("Weight", .weight), ("身長", .length), ("Height", .length), ("身高", .length),
    ("頭囲", .head), ("Head Size", .head), ("Head", .head), ("头围", .head), ("頭圍", .head),
    ("胸囲", .body), ("Chest Size", .body), ("足のサイズ", .body), ("Foot Size", .body),
    ("お風呂", .bath), ("Baths", .bath), ("Bath", .bath), ("洗澡", .bath),
    ("さんぽ", .walk), ("散歩", .walk), ("散步", .walk), ("Walks", .walk), ("Walk", .walk),
    ("タミータイム", .tummyTime), ("Tummy Time", .tummyTime),
    ("くすり", .medicine), ("薬", .medicine), ("Medicine", .medicine),
    ("予防接種", .vaccine), ("Vaccine", .vaccine), ("预防接种", .vaccine),
    ("預防接種", .vaccine), ("できた", .milestone), ("Milestone", .milestone),
    ("メモ", .memo), ("Memo", .memo), ("Notes", .memo), ("Note", .memo),
    ("せき", .health), ("Cough", .health), ("発疹", .health), ("Rash", .health), ("吐く", .health), ("Vomit", .health),
    ("けが", .health), ("Injury", .health), ("病院", .health), ("Hospital", .health), ("医院", .health),
    ("醫院", .health),
  ]

  /// By what rows of the kind are known: a diaper is one, whatever is in it, and a sleep is known by when it began.
  var identity: String {
    switch self {
    case .pee, .poop: "diaper"
    default: rawValue
    }
  }
}
