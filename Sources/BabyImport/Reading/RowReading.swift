import BabyModel

/// A parsed row without an id.
struct RowReading {
  var content: EntryContent
  var start: Instant
  var end: Instant?
  var endUnknown = false
  var note: String?
  var flags: [ImportFlag] = []
  var author: String?
  /// The app's word for an entry that is kept as a note.
  var keptAsNote: String?

  init(content: EntryContent, start: Instant, flags: [ImportFlag]) {
    self.content = content
    self.start = start
    self.flags = flags
  }

  /// - Parameter note: its parts.
  init(_ content: EntryContent, at time: FlaggedSpan, note: [String] = []) {
    self.init(content: content, start: time.start, flags: time.flags)
    self.note = joined(note)
  }

  /// A named activity without its own kind; it stays a note if the name is not valid.
  ///
  /// - Returns: false for a note.
  mutating func setActivity(_ name: String) -> Bool {
    let name = normalised(name).lowercased()
    guard name.fits(TextLimits.activity), let activity = try? EntryContent.activity(name) else { return false }
    content = activity
    return true
  }

  /// With an end that is one: what an app says to have ended as it began was only begun, or has no length there.
  var settled: RowReading {
    guard end == start else { return self }
    var reading = self
    reading.end = nil
    if content.kind.declaration.runsWithoutEnd {
      reading.endUnknown = true
      // Of an activity that is how one without a length is kept.
      if content == .sleep || content == .tummyTime { reading.flags.append(.endMissing) }
    }
    return reading
  }

  /// Clock times count, and the minutes are checked against them; both are whole minutes, so they may be one apart.
  mutating func setEnd(of span: FlaggedSpan, minutes: Int?) {
    end = span.end
    if end == nil, content.kind.declaration.runsWithoutEnd {
      endUnknown = true
      flags.append(.endMissing)
    }
    if let minutes, let passed = span.minutes, abs(passed - minutes) > 1 { flags.append(.durationDiffers) }
  }

  /// The minutes of a nursing are those at the breast, without the pauses between its clock times. The times count,
  /// because the next feed is counted from the end; the minutes are kept as time at a breast.
  ///
  /// - Parameter lengths: at each breast, if the app has them.
  /// - Returns: whether these are kept, and what no field has room for.
  mutating func setNursing(
    _ span: FlaggedSpan, minutes: Int?, _ lengths: [Side: Duration]
  ) -> (keepsSides: Bool, remark: String) {
    end = span.end
    var paused = false
    if let minutes, let passed = span.minutes {
      paused = passed - minutes > 1
      if minutes - passed > 1 { flags.append(.durationDiffers) }
    }
    leaveOutPauses(atBreast: minutes.map { .minutes($0) })
    if keep(lengths) {
      let together = Int(lengths.values.reduce(.zero, +).wholeMinutes)
      // Some files contradict themselves.
      guard paused, let minutes, abs(together - minutes) > 1 else { return (true, "") }
      return (true, "\(minutes)m at the breast")
    }
    guard paused, let minutes, !flags.contains(.pausesLeftOut) else { return (false, "") }
    if case .feeding(let feeding) = content, feeding.breasts == .one, let side = feeding.startedSide,
      keep([side: .minutes(minutes)])
    {
      return (false, "")
    }
    flags.append(.pausesInNote)
    return (false, "\(minutes)m at the breast")
  }

  /// With pauses a feed may take longer than one can: then it lasts as long as the child was at the breast.
  mutating func leaveOutPauses(atBreast length: Duration?) {
    guard let last = end, let length, last - start > EntryLimits.feed, length < last - start else { return }
    end = start + length
    flags.append(.pausesLeftOut)
  }

  /// Keeps the time at each breast, which is in whole minutes, as the feed's is: so they may be one apart.
  ///
  /// - Returns: false if there are none, or they are longer than the feed.
  mutating func keep(_ lengths: [Side: Duration]) -> Bool {
    guard case .feeding(var feeding) = content, !lengths.isEmpty else { return false }
    let together = lengths.values.reduce(.zero, +)
    guard together > .zero, together <= end.map({ $0 - start + .minutes(1) }) ?? EntryLimits.feed else { return false }
    end = max(end ?? start, start + together)
    (feeding.left, feeding.right) = (lengths[.left], lengths[.right])
    feeding.settleSides()
    content = .feeding(feeding)
    return true
  }
}

/// The parts that are not empty, as one note.
func joined(_ parts: [String]) -> String? {
  let parts = parts.filter { !$0.isEmpty }
  return parts.isEmpty ? nil : parts.joined(separator: " · ")
}

/// Finds rows that are probably one thing logged twice. It remembers 40 bytes a row, whatever the rows hold.
struct DuplicateFinder: Sendable {
  private struct Row: Sendable {
    let start: Instant
    let end: Instant?
    let line: Int
    let author: Int
  }

  /// A kind, where feeds at the breast, from a bottle and pumping are three.
  private struct Group: Hashable {
    let kind: EntryKind
    let method: FeedingMethod?
  }

  private static let nearness = Duration.seconds(600)

  private var authors: [String?: Int] = [:]
  private var groups: [Group: [Row]] = [:]

  mutating func add(_ entry: Entry, line: Int) {
    let group: Group
    switch entry.content {
    case .feeding(let feeding): group = Group(kind: .feeding, method: feeding.method)
    // Several notes at the same time are several notes.
    case .note: return
    default: group = Group(kind: entry.kind, method: nil)
    }
    let author = authors[entry.author] ?? authors.count
    authors[entry.author] = author
    groups[group, default: []].append(Row(start: entry.start, end: entry.end, line: line, author: author))
  }

  /// Flags each row at most once for a near-duplicate and once for an overlap: the row that comes later in time.
  func flag(in summary: inout ImportSummary) {
    var found: [(flag: ImportFlag, line: Int, other: Int)] = []
    for group in groups.values {
      let rows = group.sorted { ($0.start, $0.line) < ($1.start, $1.line) }
      var last: Row?
      var lastByAnother: Row?
      var longest: (end: Instant, line: Int)?
      for row in rows {
        if let last, last.author != row.author { lastByAnother = last }
        if let other = lastByAnother, row.start - other.start <= Self.nearness {
          found.append((.nearDuplicate, row.line, other.line))
        }
        last = row
        if let longest, row.start < longest.end { found.append((.overlap, row.line, longest.line)) }
        if let end = row.end, end > longest?.end ?? row.start { longest = (end, row.line) }
      }
    }
    for (flag, line, other) in found.sorted(by: { $0.line < $1.line }) {
      summary.addFlag(flag, line: line, other: other)
    }
  }
}

extension EntryContent {
  /// Values of another app's columns, as a declared kind.
  ///
  /// - Parameter column: named in an error.
  init(_ kind: KindDeclaration, _ fields: [FieldInputs.Field], column: String) throws(RowFault) {
    do throws(BabyError) {
      self = try EntryContent(.declared(kind), fields: FieldInputs(fields))
    } catch {
      throw .unreadable(column: column)
    }
  }

  /// A measurement, in the app's unit.
  static func measured(
    _ kind: KindDeclaration, _ number: Double, unit: String, and others: [FieldInputs.Field] = [], column: String
  ) throws(RowFault) -> EntryContent {
    try EntryContent(kind, [.init("value", .number(number)), .init("unit", .word(unit))] + others, column: column)
  }

  /// A medicine; without a dose if that is not a number with a unit.
  ///
  /// - Parameter interval: the least time until the next dose, in seconds.
  static func medicine(
    _ name: String, dose: (number: Double, unit: String)?, interval: Int? = nil, column: String
  ) throws(RowFault) -> EntryContent {
    var fields: [FieldInputs.Field] = [.init("name", .word(name))]
    if let dose { fields += [.init("dose", .number(dose.number)), .init("unit", .word(dose.unit))] }
    if let interval { fields.append(.init("intervalSeconds", .number(Double(interval)))) }
    return try EntryContent(.medicine, fields, column: column)
  }
}

extension Breasts {
  /// Nil for none.
  init?(count: Int) {
    guard count > 0 else { return nil }
    self = count == 1 ? .one : .both
  }
}

extension DiaperType {
  /// Nil for a dry one.
  init?(isWet: Bool, isDirty: Bool) {
    guard isWet || isDirty else { return nil }
    self = isWet && isDirty ? .both : isWet ? .wet : .dirty
  }
}

extension Volume {
  /// In the unit of the first.
  static func + (one: Volume, other: Volume) -> Volume {
    Volume(one.value + other.converted(to: one.unit).value, one.unit)
  }

  /// As it was entered: "120 ml"
  var text: String { Words.amount(self, in: unit) }
}

extension KindDeclaration {
  /// The number that a kind is about: a measured value, a dose.
  var quantity: QuantityDeclaration? {
    for case .quantity(let quantity) in fields.map(\.type) { return quantity }
    return nil
  }
}

extension String {
  /// Whether it can be a field of an entry: something that is no longer than the field has room for, in one line.
  func fits(_ limit: TextLimit = TextLimits.field) -> Bool {
    !isEmpty && limit.problem(with: self) == nil
      && unicodeScalars.allSatisfy {
        // Those that turn text around are formats; so is what joins some emoji, which a note takes.
        $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
      }
  }
}
