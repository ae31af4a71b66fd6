public import BabyModel
public import BabyProtocol

/// Writes one of the tables that Baby Buddy imports: the columns of its own export (its core/admin.py), without the ids
/// of entries, so that an import adds rows and never replaces any.
///
/// Children have the numbers that an empty Baby Buddy will give them: 1, 2, … in the order of the file, without removed
/// ones. Texts are unchanged: no spreadsheet reads this, and an importer would keep the apostrophe before a formula.
/// Times are local in the child's zone, to the second.
///
/// Baby Buddy rejects a whole file if two rows overlap in time. The later one becomes a note, and is reported.
public struct BabyBuddyWriter: LogWriter {
  private let table: BabyBuddyTable
  private let units: BabyBuddyUnits
  /// By the numbers that they have there.
  private var children: [ChildID: Int] = [:]
  /// The last periods of each child, by table.
  private var periods: [ChildID: [BabyBuddyTable: BabyBuddyPeriods]] = [:]
  private var bytes: [UInt8] = []
  public private(set) var remarks: ExportRemarks

  public init(table: BabyBuddyTable, units: BabyBuddyUnits) {
    self.table = table
    self.units = units
    remarks = ExportRemarks(format: .babyBuddyCSV)
    remarks.units = units.words
  }

  /// There are no columns for them.
  public var takesUnknownKinds: Bool { false }

  public mutating func begin(_ archive: Archive) {
    // The only one that is wanted is wanted also when it was removed.
    let kept = archive.children.filter { $0.removedAt == nil || archive.children.count == 1 }
    put(Self.columns(of: table))
    for (index, child) in kept.enumerated() {
      children[child.id] = index + 1
      if table == .children { put(["\(index + 1)", child.name, "", "\(child.born)", ""]) }
    }
  }

  public mutating func add(_ entry: Entry, of child: Child, in zone: ZoneRules) {
    guard let number = children[child.id] else { return }
    let row = BabyBuddyEntry(entry: entry, child: child, zone: zone, units: units)
    var lines = row.lines
    if lines.isEmpty { remarks.leftOut += 1 }
    if let own = lines.first(where: { BabyBuddyPeriods.tables.contains($0.table) })?.table,
      !periods[child.id, default: [:]][own, default: BabyBuddyPeriods()].take(row.span)
    {
      lines = row.inWords
      remarks.overlapping += 1
      if remarks.overlappingAt.count < ExportRemarks.mostOverlapping { remarks.overlappingAt.append(row.startText) }
    }
    for line in lines where line.table == table {
      put(["\(number)", child.name, ""] + line.fields)
      remarks.entries += 1
      if line.isReworded { remarks.keptAsNotes += 1 }
    }
  }

  public mutating func add(_ unknown: UnknownEntry) {}

  public mutating func end() {}

  public mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  private mutating func put(_ fields: [String]) {
    bytes.appendCSVLine(fields) { $1.appendCSVField($0) }
  }

  /// `duration` is recomputed and ignored there; here, it decides which of two hours is meant on the night when clocks
  /// go back.
  private static func columns(of table: BabyBuddyTable) -> [String] {
    let own: [String]
    switch table {
    case .children: return ["id", "first_name", "last_name", "birth_date", "birth_time"]
    case .feedings: own = ["start", "end", "duration", "type", "method", "amount", "notes"]
    case .sleep: own = ["start", "end", "duration", "notes"]
    case .tummyTimes: own = ["start", "end", "duration", "milestone"]
    case .pumping: own = ["start", "end", "duration", "amount", "notes"]
    case .diaperChanges: own = ["time", "wet", "solid", "color", "amount", "notes"]
    case .notes: own = ["time", "note"]
    case .temperature: own = ["time", "temperature", "notes"]
    case .weight: own = ["date", "weight", "notes"]
    case .height: own = ["date", "height", "notes"]
    case .headCircumference: own = ["date", "head_circumference", "notes"]
    case .medication: own = ["time", "name", "dosage", "dosage_unit", "next_dose_interval", "notes"]
    }
    return ["child_id", "child_first_name", "child_last_name"] + own
  }
}

/// The periods of a table's rows, as far as later ones can overlap them. Entries are sorted by time.
struct BabyBuddyPeriods {
  /// Tables whose rows must not overlap in time.
  static let tables: Set<BabyBuddyTable> = [.feedings, .sleep, .tummyTimes, .pumping]

  /// By the clocks of a zone two entries may be out of order, by as much as clocks change.
  private static let slack = 2 * 3600

  private var all: [(start: Int, end: Int)] = []

  /// - Returns: false if it overlaps the one before it. Touching is allowed, as in Baby Buddy: each begins before the
  ///   other ends.
  mutating func take(_ span: (start: Int, end: Int)) -> Bool {
    all.removeAll { $0.end + Self.slack < span.start }
    guard !all.contains(where: { $0.start < span.end && $0.end > span.start }) else { return false }
    all.append(span)
    return true
  }
}

/// The units of a table's numbers, which are not in the file: the person's own, so that numbers stay as they were typed
/// if possible.
public struct BabyBuddyUnits: Hashable, Sendable {
  public var volume: VolumeUnit
  /// By the words of the kinds' declarations.
  public var weight: String
  public var length: String
  public var temperature: String

  public init(volume: VolumeUnit, weight: String, length: String, temperature: String) {
    self.volume = volume
    self.weight = weight
    self.length = length
    self.temperature = temperature
  }

  /// People who weigh in pounds measure in inches.
  public init(_ settings: Settings) {
    self.init(
      volume: settings.units, weight: settings.weightUnit.rawValue,
      length: settings.weightUnit == .pounds ? "in" : "cm",
      temperature: settings.temperatureUnit == .fahrenheit ? "fahrenheit" : "celsius")
  }

  var words: [String] { [volume.rawValue, weight, length, temperature] }
}
