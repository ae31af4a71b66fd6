public import BabyModel

/// The entries of some pieces of files.
public struct ImportBatch: Hashable, Sendable {
  public var rows: [ImportedRow] = []
  /// The other contents of this program's own file.
  public var archive = Archive()

  public init() {}

  public static func += (batch: inout ImportBatch, next: ImportBatch) {
    batch.rows += next.rows
    batch.archive += next.archive
  }
}

/// One row of a file, as an entry of the log.
public struct ImportedRow: Hashable, Sendable {
  /// Its id is the app's own or derived from the row's content, so that it is the same whenever the row is read.
  public var entry: Entry
  /// The ids that earlier versions gave the same row, the latest first.
  public var formerIDs: [EntryID]
  /// The name of its file's format: `huckleberry-csv`.
  public var source: String
  public var place: ImportPlace

  public init(entry: Entry, formerIDs: [EntryID] = [], source: String, place: ImportPlace) {
    self.entry = entry
    self.formerIDs = formerIDs
    self.source = source
    self.place = place
  }
}

/// Where a row is.
public struct ImportPlace: Hashable, Sendable {
  /// The file's number in the import, from 1.
  public var file: Int
  /// The line on which the row begins, from 1.
  public var line: Int

  public init(file: Int, line: Int) {
    self.file = file
    self.line = line
  }
}

/// The contents of an imported file. It names lines and never their content.
public struct ImportSummary: Hashable, Sendable {
  /// How many bad rows, and how many rows for each flag, are listed; all are counted.
  public static let listLimit = 100

  /// All files that were read.
  public private(set) var files: [ImportedFile]
  /// Data rows read, good and bad.
  public internal(set) var rows = 0
  public internal(set) var kinds: [EntryKind: Int] = [:]
  /// Rows of kinds that are not kept here, by the app's word for them.
  public internal(set) var keptAsNotes: [String: Int] = [:]
  /// The first of the rows that could not be read.
  public private(set) var badRows: [ImportRemark] = []
  public private(set) var badRowCount = 0
  public private(set) var flags: [ImportFlag: Int] = [:]
  private var flaggedRowsByFlag: [ImportFlag: [ImportRemark]] = [:]
  /// The earliest and the latest start.
  public private(set) var first: Instant?
  public private(set) var last: Instant?

  /// The first supported format; nil until it is recognized.
  public var format: ImportFormat? { files.lazy.compactMap(\.format).first }

  /// Rows that were kept and deserve a look, the most telling flags first.
  public var flaggedRows: [ImportRemark] { ImportFlag.allCases.flatMap { flaggedRowsByFlag[$0] ?? [] } }

  public init(files: [ImportedFile] = []) { self.files = files }

  mutating func begin(_ file: ImportedFile) { files.append(file) }
  mutating func recognise(_ format: ImportFormat) { files[files.count - 1].format = format }
  mutating func fault(_ reason: String) { files[files.count - 1].fault = reason }

  mutating func add(_ entry: Entry) {
    kinds[entry.kind, default: 0] += 1
    first = min(first ?? entry.start, entry.start)
    last = max(last ?? entry.start, entry.start)
  }

  mutating func addBadRow(line: Int, _ fault: RowFault) {
    badRowCount += 1
    if badRows.count < Self.listLimit { badRows.append(remark(line, fault.description)) }
  }

  /// - Parameter other: the line of the other row that the flag is about.
  mutating func addFlag(_ flag: ImportFlag, line: Int, other: Int? = nil) {
    flags[flag, default: 0] += 1
    if flaggedRowsByFlag[flag, default: []].count < Self.listLimit {
      let reason = other.map { "\(flag.reason) line \($0)" } ?? flag.reason
      flaggedRowsByFlag[flag, default: []].append(remark(line, reason))
    }
  }

  private func remark(_ line: Int, _ reason: String) -> ImportRemark {
    ImportRemark(file: max(files.count, 1), line: line, reason: reason)
  }
}

/// Something about one row of a file.
public struct ImportRemark: Hashable, Sendable {
  /// The number of its file, from 1.
  public var file = 1
  /// The line on which the row begins, from 1.
  public var line: Int
  /// The remark, as the rest of a sentence that begins with the row.
  public var reason: String
}

/// Why a row deserves a look though it was kept, the most telling first.
public enum ImportFlag: String, CaseIterable, Sendable {
  /// A sleep or tummy time with an unknown end.
  case endMissing
  /// Two of a kind by different caregivers, at most 10 minutes apart.
  case nearDuplicate
  /// Two of a kind at the same time.
  case overlap
  /// The minutes differ by more than one from the clock times, which were kept.
  case durationDiffers
  /// A number in two units that are not the same; the metric one was kept.
  case unitsDiffer
  /// A clock time that came twice that night, and nothing to tell which; the first was taken.
  case ambiguousTime
  /// A clock time that the clocks left out that night; the next one was taken.
  case skippedTime
  /// A quantity that is not an amount in ml or oz.
  case amountUnclear
  /// A nursing with pauses, and nothing to tell at which breast its minutes were: they are in the note.
  case pausesInNote
  /// A nursing that with its pauses took longer than one can: its minutes at the breast were kept.
  case pausesLeftOut

  var reason: String {
    switch self {
    case .endMissing: "has no end"
    case .nearDuplicate: "is by another caregiver and starts within 10 minutes of"
    case .overlap: "overlaps"
    case .durationDiffers: "has minutes that differ from its times; the times were kept"
    case .unitsDiffer: "has a number in two units that differ; the metric one was kept"
    case .ambiguousTime: "has a time that occurred twice that night; the first was used"
    case .skippedTime: "has a time that did not exist that night; the next one was used"
    case .amountUnclear: "has an amount without a unit; it was kept in the note"
    case .pausesInNote: "has pauses; its minutes at the breast were kept in the note"
    case .pausesLeftOut: "took longer with its pauses than a feed can; the minutes at the breast were kept"
    }
  }
}
