import BabyModel
import BabyProtocol

/// Sprout Track rows other than feeds and sleep.
extension SproutTrackRow {
  func readDiaper(into reading: inout RowReading) throws(RowFault) {
    var remarks = [fields["condition"].lowercased(), fields["color"].lowercased()]
    if fields.isTrue("blowout") { remarks.append("blowout") }
    if fields.isTrue("creamApplied") { remarks.append("cream") }
    switch fields["type"] {
    case "WET": reading.content = .diaper(.wet)
    case "DIRTY": reading.content = .diaper(.dirty)
    case "BOTH": reading.content = .diaper(.both)
    case "DRY":
      remarks.insert("Dry diaper", at: 0)
      reading.keptAsNote = table.rawValue
    default: throw .unreadable(column: "type")
    }
    reading.note = joined(remarks + [fields["notes"]])
  }

  func readPlay(into reading: inout RowReading) throws(RowFault) {
    var remarks = [fields["activities"]]
    switch fields["type"] {
    case "TUMMY_TIME": reading.content = .tummyTime
    case "INDOOR_PLAY": _ = reading.setActivity("indoor play")
    case "OUTDOOR_PLAY": _ = reading.setActivity("outdoor play")
    case "WALK": _ = reading.setActivity("walk")
    case "CUSTOM":
      if let name = fieldText(fields["activities"], within: TextLimits.activity), reading.setActivity(name) {
        remarks = []
      } else {
        _ = reading.setActivity("play")
      }
    default: throw .unreadable(column: "type")
    }
    reading.end = try end(after: reading.start)
    reading.endUnknown = reading.end == nil
    if reading.endUnknown, reading.content.kind == .tummyTime { reading.flags.append(.endMissing) }
    reading.note = joined(remarks + [fields["notes"]])
  }

  func readMeasurement(into reading: inout RowReading) throws(RowFault) {
    let kinds = [
      "HEIGHT": KindDeclaration.length, "WEIGHT": .weight, "HEAD_CIRCUMFERENCE": .head, "TEMPERATURE": .temperature,
    ]
    guard let kind = kinds[fields["type"]] else { throw .unreadable(column: "type") }
    guard let number = try fields.number("value") else { throw .unreadable(column: "value") }
    let name = fields["unit"].filter { $0 != "°" }
    guard let unit = kind.quantity?.unit(called: name) else { throw .unreadable(column: "unit") }
    reading.content = try .measured(kind, number, unit: unit, column: "value")
    reading.note = joined([fields["notes"]])
  }

  /// A dose in an unknown unit stays in the note unchanged: nothing is converted.
  func readDose(into reading: inout RowReading, _ catalogue: SproutTrackCatalogue) throws(RowFault) {
    guard let medicine = catalogue.medicines[fields["medicineId"]] else { throw .unreadable(column: "medicineId") }
    let quantity = KindDeclaration.medicine.quantity
    let number = try fields.number("doseAmount").flatMap { quantity?.plausible.contains($0) == true ? $0 : nil }
    let name = fields["unitAbbr"].lowercased()
    let unit = name.isEmpty ? nil : quantity?.unit(called: name == "tab" ? "tablet" : name)
    let dose = number.flatMap { number in unit.map { (number: number, unit: $0) } }
    reading.content = try .medicine(medicine.name, dose: dose, interval: medicine.interval, column: "medicineId")
    reading.note = joined([dose != nil || fields["doseAmount"] == "0" ? "" : amountText("doseAmount"), fields["notes"]])
  }

  func readVaccine(into reading: inout RowReading) throws(RowFault) {
    let number = try fields.number("doseNumber")
    let isKept = number.map { (1...20).contains($0) && $0 == $0.rounded() } ?? true
    let remarks = [isKept ? "" : "dose \(fields["doseNumber"])", fields["notes"]]
    guard let name = fieldText(fields["vaccineName"]) else {
      reading.content = .note(.medicine)
      reading.note = joined(["vaccine", fields["vaccineName"]] + remarks)
      reading.keptAsNote = table.rawValue
      return
    }
    let dose: [FieldInputs.Field] = number.map { isKept ? [.init("doseNumber", .number($0))] : [] } ?? []
    reading.content = try EntryContent(.vaccine, [.init("name", .word(name))] + dose, column: "vaccineName")
    reading.note = joined(remarks)
  }

  func readMilestone(into reading: inout RowReading) throws(RowFault) {
    let categories = ["MOTOR": "movement", "LANGUAGE": "language", "SOCIAL": "social", "CUSTOM": "own"]
    let category = categories[fields["category"]]
    let remarks = [category == nil ? fields["category"].lowercased() : "", fields["description"]]
    guard let title = fieldText(fields["title"]) else {
      reading.content = .note(.milestone)
      reading.note = joined([fields["title"]] + remarks)
      reading.keptAsNote = table.rawValue
      return
    }
    let said: [FieldInputs.Field] = category.map { [.init("category", .word($0))] } ?? []
    reading.content = try EntryContent(.milestone, [.init("title", .word(title))] + said, column: "title")
    reading.note = joined(remarks)
  }

  /// The texts in a column: of one of several, or of a list, which a database has as the text of a JSON array.
  func list(_ column: String) -> [String] {
    var json = fields[json: column]
    if case .string(let text)? = json, text.first == "[" { json = (try? JSON(parsing: Array(text.utf8))) ?? json }
    return (json?.arrayValue ?? [json].compactMap(\.self)).compactMap { element in
      let text = element.stringValue ?? element["name"]?.stringValue ?? element["id"]?.stringValue ?? ""
      return text.isEmpty ? nil : trimmed(text)
    }
  }
}

/// Time at one breast: a separate row in Sprout Track.
struct SproutTrackTurn {
  let line: Int
  let target: ImportTarget
  let author: String?
  let identity: [String]
  /// The app's id of the nursing; empty in older versions.
  let session: String
  let childID: String
  let created: Instant?
  let side: Side?
  let start: Instant
  /// Nil if it was not timed.
  let length: Duration?
  let end: Instant
  let note: String?

  init(_ row: SproutTrackRow, of target: ImportTarget, by author: String?) throws(RowFault) {
    let fields = row.fields
    line = row.line
    self.target = target
    self.author = author
    identity = row.identity
    session = fields["sessionId"]
    childID = fields["babyId"]
    created = try row.instant("createdAt")
    switch fields["side"] {
    case "LEFT": side = .left
    case "RIGHT": side = .right
    case "": side = nil
    default: throw .unreadable(column: "side")
    }
    if let start = try row.instant("startTime") { self.start = start } else { start = try row.start() }
    let end = try row.instant("endTime")
    var length = try fields.duration("feedDuration")
    // Older versions have minutes as its amount.
    if length == nil { length = try fields.duration("amount", unit: 60) }
    if length == nil, let end, end > start { length = end - start }
    self.length = length.flatMap { $0 > .zero ? $0 : nil }
    self.end = max(start, end ?? start + (length ?? .zero))
    note = joined([row.reaction, fields["notes"]] + row.rest)
  }

  /// Whether both were written at once, as both sides of one nursing, before rows had session ids.
  fileprivate func isOtherSide(of other: SproutTrackTurn) -> Bool {
    guard let created, let otherCreated = other.created, let side, let otherSide = other.side else { return false }
    return side != otherSide && max(created, otherCreated) - min(created, otherCreated) <= .seconds(60)
  }
}

/// Makes one nursing of the rows for its sides, which need not follow each other.
struct SproutTrackNursings {
  /// Nursings that are held at a time, for more rows to come, and rows that one can have.
  private static let most = 4096
  private static let mostTurns = 64
  /// Of the texts of all that is held, in bytes.
  private static let mostBytes = 16 << 20
  /// Turns with a longer pause are separate feeds, even if a person has linked them.
  private static let longestPause = Duration.minutes(30)

  private var sessions: [String: [SproutTrackTurn]] = [:]
  /// Their names in the order in which they came, from the oldest that is held.
  private var names: [String] = []
  private var oldest = 0
  /// Each child's last row without a session.
  private var unnamed: [String: SproutTrackTurn] = [:]
  private var bytes = 0

  /// - Returns: the complete rows.
  mutating func add(_ turn: SproutTrackTurn) -> [ReadRow] {
    let before = bytes + turn.textBytes > Self.mostBytes ? finish() : []
    bytes += turn.textBytes
    return before + hold(turn)
  }

  private mutating func hold(_ turn: SproutTrackTurn) -> [ReadRow] {
    guard !turn.session.isEmpty else { return add(unnamed: turn) }
    if sessions[turn.session] == nil { names.append(turn.session) }
    sessions[turn.session, default: []].append(turn)
    if sessions[turn.session, default: []].count >= Self.mostTurns { return take(turn.session) }
    guard names.count - oldest > Self.most else { return [] }
    defer {
      oldest += 1
      if oldest >= Self.most {
        names.removeFirst(oldest)
        oldest = 0
      }
    }
    return take(names[oldest])
  }

  /// At the end of the table.
  mutating func finish() -> [ReadRow] {
    guard !sessions.isEmpty || !unnamed.isEmpty else { return [] }
    var rows: [ReadRow] = []
    for name in names[oldest...] { rows += take(name) }
    rows += unnamed.values.sorted { $0.line < $1.line }.flatMap { Self.rows(of: [$0]) }
    self = SproutTrackNursings()
    return rows
  }

  private mutating func take(_ session: String) -> [ReadRow] {
    Self.rows(of: sessions.removeValue(forKey: session) ?? [])
  }

  private mutating func add(unnamed turn: SproutTrackTurn) -> [ReadRow] {
    guard let last = unnamed.removeValue(forKey: turn.childID) else {
      unnamed[turn.childID] = turn
      return []
    }
    if turn.isOtherSide(of: last) { return Self.rows(of: [last, turn]) }
    unnamed[turn.childID] = turn
    return Self.rows(of: [last])
  }

  private static func rows(of turns: [SproutTrackTurn]) -> [ReadRow] {
    var rows: [ReadRow] = []
    var nursing: [SproutTrackTurn] = []
    var end: Instant?
    for turn in turns.sorted(by: { ($0.start, $0.line) < ($1.start, $1.line) }) {
      if let last = end, turn.start - last > longestPause || turn.childID != nursing[0].childID {
        rows.append(row(of: nursing))
        nursing = []
        end = nil
      }
      nursing.append(turn)
      end = max(end ?? turn.end, turn.end)
    }
    if !nursing.isEmpty { rows.append(row(of: nursing)) }
    return rows
  }

  /// - Parameter turns: in the order of time; at least one.
  private static func row(of turns: [SproutTrackTurn]) -> ReadRow {
    var lengths: [Side: Duration] = [:]
    var together = Duration.zero
    for turn in turns {
      guard let length = turn.length else { continue }
      together += length
      if let side = turn.side { lengths[side, default: .zero] += length }
    }
    let sides = Set(turns.compactMap(\.side))
    let end = turns.map(\.end).max() ?? turns[0].end
    var start = turns[0].start
    // Sides that were typed in later all end when the nursing did.
    if turns.count > 1 { start = min(start, end - together) }
    var reading = RowReading(
      content: .feeding(
        Feeding(
          method: .breast, startedSide: turns.lazy.compactMap(\.side).first,
          breasts: Breasts(count: sides.count))), start: start, flags: [])
    var remark = ""
    if together > .zero {
      // Between the sides, and at each of them, there may be pauses.
      reading.end = max(end, start + together)
      reading.leaveOutPauses(atBreast: together)
      let hasSides = lengths.values.reduce(.zero, +) == together && reading.keep(lengths)
      if !hasSides, let last = reading.end, last - start - together > .seconds(60) {
        reading.flags.append(.pausesInNote)
        remark = "\(Words.length(together)) at the breast"
      }
    }
    var notes = [remark]
    for note in turns.compactMap(\.note) where !notes.contains(note) { notes.append(note) }
    reading.note = joined(notes)
    reading.author = turns.lazy.compactMap(\.author).first
    // The row that was written first: what belongs together may be changed later, and the order of rows, too.
    let first = turns.min { ($0.key.0, $0.key.1) < ($1.key.0, $1.key.1) } ?? turns[0]
    return ReadRow([reading], RowIdentity(first.identity), of: first.target, line: turns.map(\.line).min())
  }
}

extension SproutTrackTurn {
  fileprivate var textBytes: Int {
    (identity + [session, childID]).reduce(note?.utf8.count ?? 0) { $0 + $1.utf8.count }
  }

  fileprivate var key: (Int64, String) { (created?.milliseconds ?? .max, identity.last ?? "") }
}
