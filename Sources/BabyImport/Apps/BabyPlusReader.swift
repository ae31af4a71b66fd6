import BabyModel
import BabyProtocol

/// Reads the JSON export of the Baby+ app.
///
/// Its lists come in any order, and names of children and notes are separate lists: so rows are held until the end.
struct BabyPlusReader: AppReader {
  let format = ImportFormat.babyPlusJSON

  /// Above the limit, the first rows are read with what is known by then.
  private static let mostHeld = 50_000
  /// Of all that is held, in bytes.
  private static let mostHeldBytes = 12 << 20
  /// Of all notes together, in bytes.
  private static let mostNotes = 12 << 20
  /// Rows that are let go at once.
  private static let released = 2_500

  /// An unparsed row: it takes a quarter of the memory.
  private struct Held {
    let list: BabyPlusRow.List
    let json: [UInt8]
    let line: Int
  }

  private struct NoteKey: Hashable {
    let list: BabyPlusRow.List
    let key: String
  }

  private struct Note {
    var text: String
    let line: Int
    var isUsed = false
  }

  private var held: [Held] = []
  private var heldBytes = 0
  private var notes: [NoteKey: Note] = [:]
  private var noteBytes = 0
  /// The children's names.
  private var names: [String: String] = [:]
  private var onlyChild = OnlyChild()
  private(set) var refusedLines: [RefusedLine] = []

  var hasMore: Bool { !held.isEmpty }

  init?(recognising first: FileRecord) { guard BabyPlusRow.isBeginning(first) else { return nil } }

  mutating func survey(_ record: FileRecord, into survey: inout Survey) {
    guard case .record(let list, let line, let json) = record, let fields = try? JSONFields(json) else { return }
    if list == "babyprofile" {
      let profile = BabyPlusProfile(fields)
      survey.add(child: profile.name, born: profile.born)
    }
    guard let list = BabyPlusRow.List(rawValue: list) else { return }
    let row = BabyPlusRow(list: list, fields: fields, line: line)
    if let temperature = row.temperature { survey.add(temperature, of: .temperature) }
  }

  mutating func rows(of record: FileRecord, in context: ReadingContext) throws(RowFault) -> [ReadRow] {
    guard case .record(let list, let line, let json) = record else { return [] }
    if list == "babyprofile" {
      let profile = BabyPlusProfile(try JSONFields(json))
      if names.count < 100, profile.id.utf8.count <= 64 { names[profile.id] = profile.name }
    } else if list == "tracker_detail" {
      try addNote(try JSONFields(json), line)
    } else if let list = BabyPlusRow.List(rawValue: list) {
      let row = BabyPlusRow(list: list, fields: try JSONFields(json), line: line)
      // Refused where it stands, if at all.
      _ = try row.readings(context)
      let held = Held(list: list, json: Array(json.text.utf8), line: line)
      self.held.append(held)
      heldBytes += held.json.count
      if self.held.count >= Self.mostHeld || heldBytes > Self.mostHeldBytes { return release(in: context) }
    } else if BabyPlusRow.isUnknown(list) {
      throw .unknownKind
    }
    return []
  }

  mutating func finish(in context: ReadingContext) -> [ReadRow] {
    let rows = release(in: context)
    guard !hasMore else { return rows }
    for note in notes.values.filter({ !$0.isUsed }).sorted(by: { $0.line < $1.line }) {
      refusedLines.append(RefusedLine(line: note.line, fault: .unreadable(column: "trackerDetailId")))
    }
    return rows
  }

  /// - Throws: `RowFault.unreadable` for a note with an unknown subject.
  private mutating func addNote(_ fields: JSONFields, _ line: Int) throws(RowFault) {
    let text = fields.first("trackerDescription", "b")
    if text.isEmpty { return }
    guard let list = BabyPlusRow.List(trackerType: fields.first("trackerType", "c")) else {
      throw .unreadable(column: "trackerType")
    }
    let key = NoteKey(list: list, key: fields.first("trackerDetailId", "a"))
    noteBytes += text.utf8.count + key.key.utf8.count + 64
    guard noteBytes <= Self.mostNotes else { throw .tooLong }
    if let other = notes[key] {
      notes[key]?.text = joined([other.text, text]) ?? ""
    } else {
      notes[key] = Note(text: text, line: line)
    }
  }

  /// Reads the first of the rows that are held.
  private mutating func release(in context: ReadingContext) -> [ReadRow] {
    let released = held.prefix(Self.released)
    held.removeFirst(released.count)
    var rows: [ReadRow] = []
    for held in released {
      heldBytes -= held.json.count
      do throws(RowFault) { rows.append(try row(of: held, in: context)) } catch {
        refusedLines.append(RefusedLine(line: held.line, fault: error))
      }
    }
    return rows
  }

  private mutating func row(of held: Held, in context: ReadingContext) throws(RowFault) -> ReadRow {
    guard let json = try? JSON(parsing: held.json) else { throw .unreadable(column: "record") }
    let row = BabyPlusRow(list: held.list, fields: try JSONFields(json), line: held.line)
    var readings = try row.readings(context)
    let key = NoteKey(list: row.list, key: row.key)
    if let note = notes[key] {
      readings[0].note = joined([readings[0].note ?? "", note.text])
      notes[key]?.isUsed = true
    }
    let identity = RowIdentity(row.identity(at: readings[0].start))
    return ReadRow(readings, identity, of: try target(of: row.childID, in: context), line: held.line)
  }

  /// - Throws: `RowFault.otherChild` for a child without a name here, or, where the file has no names, for another one
  ///   than that of the first row.
  private mutating func target(of childID: String, in context: ReadingContext) throws(RowFault) -> ImportTarget {
    if names.isEmpty { return try onlyChild.target(of: childID, in: context) }
    if let name = names[childID] { return try context.target(named: name) }
    guard names.count == 1, childID.isEmpty, let name = names.values.first else { throw .otherChild }
    return try context.target(named: name)
  }
}

/// A child of a Baby+ export. iPhones write the names of its members; Android phones write letters, which differ
/// between versions: there, the values decide.
struct BabyPlusProfile {
  /// By which records name it.
  let id: String
  /// Empty if it is missing.
  let name: String
  let born: LocalDate?

  init(_ fields: JSONFields) {
    let id = fields.first("pk", "babyid", "id")
    self.id = id.isEmpty ? fields.names.first { fields.isInteger($0) }.map { fields[$0] } ?? "" : id
    let name = fields.first("name", "babyName", "firstName", "Name")
    self.name = fieldText(name.isEmpty ? Self.nameAmongLetters(fields) : name) ?? ""
    born = fields.names.lazy.compactMap { Self.date(fields[$0]) }.first
  }

  /// The first text that is not a date, a sex or a picture.
  private static func nameAmongLetters(_ fields: JSONFields) -> String {
    fields.names.lazy.filter { fields.isText($0) }.map { fields[$0] }.first { text in
      let word = text.lowercased()
      let isPicture = [".jpg", ".jpeg", ".png", ".heic"].contains(where: word.hasSuffix)
      return !text.isEmpty && date(text) == nil && !isPicture
        && !["boy", "girl", "male", "female", "unknown"].contains(word)
    } ?? ""
  }

  private static func date(_ text: String) -> LocalDate? {
    guard text.utf8.count >= 10, text.utf8.count <= 40 else { return nil }
    return LocalDate(String(text.prefix(10)))
  }
}

/// One record of a Baby+ export. iPhones write times as seconds and yes as 1, Android phones texts and booleans.
struct BabyPlusRow {
  /// The lists that are read. Pictures and data about the mother are not.
  enum List: String {
    case bottle = "baby_bottlefeed"
    case nursing = "baby_nursingfeed"
    case pumping = "baby_expressingfeed"
    case solids = "baby_solidfeed"
    case sleep = "baby_sleep"
    case nappy = "baby_nappy"
    case growth = "baby_growth"
    case temperature = "baby_temperature"
    case crying = "baby_crying"
    case tooth = "baby_toothlog"
    case medicine = "health_medlog"
    case vaccine = "health_vaccinelog"
    case milestone = "my_milestones"
    case diary = "diarynote"
    case appointment = "my_appointments"
    case question = "my_questions"
    case moment = "my_moments"

    /// The list that a note belongs to, by the app's number; nil if it is unknown.
    init?(trackerType: String) {
      guard let list = ["4": Self.nursing, "6": .bottle, "11": .nappy][trackerType] else { return nil }
      self = list
    }
  }

  /// With one of these an export begins, in whatever order it is written.
  static func isBeginning(_ record: FileRecord) -> Bool {
    switch record {
    case .member("active_child", _), .member("faceADayGlobal", _): true
    case .record(let list, _, _): list.hasPrefix("baby_") || List(rawValue: list) != nil || otherLists.contains(list)
    default: false
    }
  }

  private static let otherLists: Set = ["babyprofile", "tracker_detail", "faceADay"]

  /// Whether a list is of the child's and unknown here, so that its records are reported and not passed over.
  static func isUnknown(_ list: String) -> Bool {
    List(rawValue: list) == nil && !otherLists.contains(list)
      && ["baby_", "health_", "my_"].contains(where: list.hasPrefix)
  }

  let list: List
  let fields: JSONFields
  let line: Int

  /// Members that a reader has a use for, or that follow from others.
  private static let known: Set = [
    "pk", "id", "babyid", "date", "startDate", "endDate", "creationDate", "durationSeconds", "duration", "note",
    "amount", "amountML", "amountOz", "isFormula", "leftDuration", "rightDuration", "nursingSide", "startingBreast",
    "expressingSide", "leftAmount", "rightAmount", "details", "type", "weight", "height", "head", "temperature",
    "value", "name", "dose", "title", "category", "text", "content",
  ]

  /// Other members, for the note; 0 is left out.
  var rest: [String] {
    fields.names.filter { !Self.known.contains($0) && !["", "0", "0.0"].contains(fields[$0]) }
      .map { "\($0) \(fields[$0])" }
  }

  /// By what notes name it.
  var key: String { fields.first("pk", "id") }
  /// Empty if the record has none.
  var childID: String { fields["babyid"] }

  /// The app's number, and the time: each phone counts for itself.
  func identity(at start: Instant) -> [String] { ["Baby+", list.rawValue, start.utcText, key] }

  func start() throws(RowFault) -> Instant {
    for column in ["startDate", "date", "creationDate"] {
      if let start = try instant(column) { return start }
    }
    throw .unreadable(column: "date")
  }

  /// Nil also for the beginning of 1970, which is the end of a timer that was never stopped.
  func instant(_ column: String) throws(RowFault) -> Instant? {
    if let number = try? fields.number(column), number == 0 { return nil }
    if fields[column].hasPrefix("1970-01-01") || fields[column].hasPrefix("1969-12-31") { return nil }
    return try fields.instant(column, countedIn: .seconds)
  }

  /// A measured number; 0 means none.
  func measured(_ column: String) throws(RowFault) -> Double? {
    guard let number = try fields.number(column), number != 0 else { return nil }
    return number
  }

  func volume() throws(RowFault) -> Volume? {
    for (column, unit) in [("amountML", VolumeUnit.milliliters), ("amountOz", .ounces), ("amount", .milliliters)] {
      guard let number = try measured(column) else { continue }
      guard Volume.plausible.contains(number) else { throw .unreadable(column: column) }
      return Volume(number, unit)
    }
    return nil
  }
}
