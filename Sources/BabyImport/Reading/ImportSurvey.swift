public import BabyModel

/// Looks at all files once before any row of them becomes an entry: whose they are, and what they tell as a whole. It
/// reads no file and no clock.
public struct ImportSurvey: Sendable {
  /// Rows that are imported at once: what makes each of them the same another time is remembered. A child's five years
  /// with an entry every hour have fewer than a fifth of it.
  static let mostRows = 300_000

  /// By how many bytes column titles may make the notes longer than the files: a table contains each title once, and
  /// the notes repeat it for each cell that they keep.
  private static let mostTitles = 256 << 20

  private var opening: FileOpening
  private var rows = 0
  private var bytes = 0
  private var titles = 0
  /// The length of each title of the current table.
  private var lengths: [Int] = []
  private var survey: Survey
  private var firstForeign: FileOpening.Foreign?
  private let hasMap: Bool
  /// Columns that the map names, of the first table that lacks any.
  private var missingColumns: [String] = []
  /// The readable and unreadable files.
  private var files: [ImportedFile] = []

  /// - Parameters:
  ///   - format: the one that files must have; nil recognises it.
  ///   - map: describes the columns of unsupported tables.
  ///   - life: days on which a log can have anything: from the first child's birth to today.
  ///   - zone: in which times of the clock will be read, as far as is known; nil before the first child.
  public init(
    format: ImportFormat?, map: ColumnMap? = nil, life: ClosedRange<LocalDate>, zone: ZoneRules? = nil
  ) {
    opening = FileOpening(expected: format.map { [$0] } ?? ImportFormat.allCases, map: map)
    hasMap = map != nil
    survey = Survey(life: life, zone: zone)
  }

  /// Whether a file brings its own children along.
  public var bringsChildren: Bool { files.contains { $0.format?.bringsChildren == true } }

  /// The formats of all files, by their names.
  public var formats: Set<String> { Set(files.compactMap { $0.fault == nil ? $0.format?.rawValue : nil }) }

  /// Why damaged files are not used, by their numbers from 1.
  public var damaged: [Int: String] {
    Dictionary(uniqueKeysWithValues: files.indices.compactMap { index in files[index].fault.map { (index + 1, $0) } })
  }

  /// Facts about the files without their rows.
  public var summary: ImportSummary { ImportSummary(files: files) }

  /// The part of a database table to inspect; nothing of an unsupported one.
  public func interest(in table: String) -> TableInterest { opening.interest(in: table) }

  /// Whether the current file is unsupported.
  public var isForeign: Bool { opening.isForeign }

  /// Whether there is more than is imported at once: nothing more needs to be looked at.
  public var isTooLong: Bool { rows > Self.mostRows || hasLongTitles }

  /// Whether notes that keep the titles of columns could be far longer than the files.
  private var hasLongTitles: Bool { titles > bytes + Self.mostTitles }

  /// Looks at what comes next.
  public mutating func take(_ piece: ImportPiece) {
    switch piece {
    case .file(let name):
      files.append(ImportedFile(name: name))
      lengths = []
    case .bytes(let part): bytes += part.count
    default: break
    }
    let file = files.count - 1
    do throws(BabyError) {
      for record in try opening.records(of: piece) where !isTooLong {
        rows += 1
        countTitles(of: record)
        look(at: record)
      }
    } catch {
      files[file].fault = error.fault
      opening.giveUp()
    }
    if missingColumns.isEmpty { missingColumns = opening.missingColumns }
    switch opening.state {
    case .unopened: break
    case .opened(let owner): files[file].format = owner.format
    case .foreign(let foreign): firstForeign = firstForeign ?? foreign
    }
    switch piece {
    case .end:
      survey.dates.endFile(files.count)
      guard case .opened = opening.state else { break }
      if let line = opening.lineInOtherEncoding {
        files[file].fault = """
          The text on line \(line) is neither UTF-8 nor Windows-1252. Save the table as “CSV UTF-8”, and import that.
          """
      } else if let line = opening.lineInWindows1252 {
        survey.windows1252[files.count] = line
      }
    case .fault(let reason): files[file].fault = files[file].fault ?? reason
    default: break
    }
  }

  /// Counts what notes would take for a row's titles if they kept all of it.
  private mutating func countTitles(of record: FileRecord) {
    guard case .fields(_, .success(let fields)) = record else { return }
    if lengths.isEmpty { lengths = opening.columns.map { LooseColumns.Column(trimmed($0)).title.utf8.count } }
    for (field, length) in zip(fields, lengths) where !field.isEmpty { titles += length }
  }

  private mutating func look(at record: FileRecord) {
    if case .opened(.ownArchive) = opening.state, case .record("children", _, let json) = record {
      // One that cannot be read is refused later.
      if let child = ArchiveReader.child(json) { survey.add(archived: child) }
    }
    if case .opened(.ownTable) = opening.state, case .fields(_, .success(let fields)) = record,
      let row = try? ExportedRow(fields)
    {
      survey.add(child: row.childName)
    }
    guard var reader = opening.reader.take() else { return }
    reader.survey(record, into: &survey)
    opening.reader = reader
  }

  /// Why the map has explained nothing.
  private var unusedMap: String {
    guard let first = missingColumns.first else { return "The map fits none of these files: none is a table." }
    let more = missingColumns.count > 1 ? ", nor \(missingColumns.count - 1) more of those that it names" : ""
    return "The map names the column “\(first.excerpt)”, which the file does not have\(more)."
  }

  /// Facts about all files together.
  ///
  /// - Throws: `BabyError.importFormatUnknown` if none of them is supported, `.importInvalid` if all supported ones are
  ///   damaged, for too many rows, for a map that fits none of them, and for a chosen child that cannot be one of the
  ///   file's.
  public func decisions(
    _ choices: ImportChoices, children: [ImportTarget], current: ImportTarget?
  ) throws(BabyError) -> (decisions: ImportDecisions, targets: ImportTargets) {
    if hasMap, !files.contains(where: { $0.format == .mappedCSV }) { throw .importInvalid(unusedMap) }
    guard !formats.isEmpty else {
      if let fault = files.lazy.compactMap(\.fault).first { throw .importInvalid(fault) }
      if let firstForeign { throw firstForeign.error }
      throw .importInvalid(
        files.isEmpty
          ? "There is nothing in the zip." : files.count == 1 ? "The file is empty." : "The files are empty.")
    }
    guard !isTooLong else {
      throw .importInvalid(
        hasLongTitles
          ? "The titles of the columns are so long that the log would be far larger than the file. Shorten them."
          : "These files have more than \(Self.mostRows / 1000),000 rows. Import them in parts.")
    }
    var decisions = ImportDecisions(survey, choices: choices)
    var targets = ImportTargets(
      survey.children, choice: choices.child, children: children, current: current,
      isOneRenamed: survey.namesFollowEachOther, keepsNames: formats.contains(ImportFormat.babyBasicsCSV.rawValue),
      &decisions)
    if !survey.archived.isEmpty {
      try targets.replace(survey.archived, choice: choices.child, children: children, &decisions)
    }
    if survey.zone.isNeeded { decisions.decideZone(survey.zone, choices, of: targets.all) }
    return (decisions, targets)
  }
}

/// One of the files of an import.
public struct ImportedFile: Hashable, Sendable {
  public var name: String
  /// Nil if it is not supported.
  public internal(set) var format: ImportFormat?
  /// Why it could not be read: a sentence.
  public internal(set) var fault: String?
}

extension BabyError {
  /// The problem with a file: a sentence.
  fileprivate var fault: String {
    if case .importInvalid(let sentence) = self { sentence } else { "The file cannot be read." }
  }
}
