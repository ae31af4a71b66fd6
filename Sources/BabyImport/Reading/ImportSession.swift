public import BabyModel

/// Reads files: pieces in, entries out, and at the end a summary. It reads no file and no clock.
///
/// An unreadable row is listed in the summary with its line and affects no other row. A doubtful row is kept and
/// flagged. Ids of another app's rows are derived from their content, so that reading a file again yields the same
/// entries; rows of this program's own files keep their ids.
public struct ImportSession: Sendable {
  private var opening: FileOpening
  private var context: ReadingContext
  private let now: Instant
  private var identities: [ChildID: RowIdentities] = [:]
  private var archive: ArchiveReader
  private var duplicates = DuplicateFinder()
  private let damaged: [Int: String]
  private var refusals: RefusedRowsCollector?
  /// Where the row is that was refused last.
  private var refusedLine: Int?
  /// The results so far. Near-duplicates and overlaps are found at the end of the files.
  public private(set) var summary = ImportSummary()

  /// - Parameters:
  ///   - format: the one that files must have; nil recognises it.
  ///   - map: see `ImportSurvey`.
  ///   - decisions: of the survey of the same files.
  ///   - targets: whose logs other apps' files become.
  ///   - damaged: why nothing is used of some files, by their numbers from 1.
  ///   - keepsRefused: whether rows that cannot be read are kept as they were written.
  ///   - now: when other apps' entries are made; rows after it are refused.
  ///   - zones: the rules of a zone by its name, for what files bring along.
  public init(
    format: ImportFormat?, map: ColumnMap? = nil, decisions: ImportDecisions, targets: ImportTargets,
    leavingOut damaged: [Int: String] = [:], keepingRefused keepsRefused: Bool = false, now: Instant,
    zones: @escaping @Sendable (String) throws(BabyError) -> ZoneRules
  ) {
    opening = FileOpening(
      expected: format.map { [$0] } ?? ImportFormat.allCases, map: map, windows1252: decisions.windows1252)
    context = ReadingContext(targets: targets, decisions: decisions, zones: zones)
    self.damaged = damaged
    self.now = now
    refusals = keepsRefused ? RefusedRowsCollector() : nil
    archive = ArchiveReader(now: now, standIns: targets.standIns, zones: zones)
  }

  /// The part of a database table to read; nothing of an unsupported one.
  public func interest(in table: String) -> TableInterest { opening.interest(in: table) }

  /// The unreadable rows, as far as they are kept.
  public var refused: [RefusedRows] { refusals?.rows ?? [] }

  /// Whether nothing more of the file is wanted that is being read.
  public var isForeign: Bool { opening.isForeign }

  /// Whether the end of a file has not returned everything: then pass it on once more.
  public private(set) var hasMore = false

  /// Takes what comes next and returns what it completes, in the files' order.
  /// - Throws: `BabyError.importInvalid`, `.noChild`; the session is over then.
  public mutating func take(_ piece: ImportPiece) throws(BabyError) -> ImportBatch {
    var batch = ImportBatch()
    if hasMore, case .end = piece {
      finishFile(into: &batch)
      return batch
    }
    if case .file(let name) = piece {
      hasMore = false
      summary.begin(ImportedFile(name: name))
      context.fileNumber = summary.files.count
      opening.begin()
    }
    if case .fault(let reason) = piece { summary.fault(reason) }
    if let fault = damaged[summary.files.count] {
      summary.fault(fault)
      opening.giveUp()
    }
    if case .row(let row) = piece, let column = row.tooLongColumn {
      refuse(line: row.line, .tooLongText(column: column))
      return batch
    }
    let records = try opening.records(of: piece)
    if case .opened(let owner) = opening.state { summary.recognise(owner.format) }
    for record in records {
      refusedLine = nil
      try read(record, into: &batch)
      // A reader may refuse a row that it has held since an earlier record, which is gone.
      if refusedLine == record.line { keep(record) }
    }
    if case .end = piece { finishFile(into: &batch) }
    return batch
  }

  /// After the last file. The summary is whole after it.
  public mutating func finish() { duplicates.flag(in: &summary) }

  private mutating func read(_ record: FileRecord, into batch: inout ImportBatch) throws(BabyError) {
    guard case .opened(let owner) = opening.state else { return }
    switch owner {
    case .ownTable: try readOwn(record, into: &batch)
    case .ownArchive: try readArchive(record, into: &batch)
    case .app:
      if context.targets.isEmpty { throw .noChild }
      guard var reader = opening.reader.take() else { return }
      defer { opening.reader = reader }
      do throws(RowFault) {
        let rows = try reader.rows(of: record, in: context)
        for row in rows { add(row, line: record.line, to: &batch) }
      } catch {
        refuse(line: record.line, error)
      }
    }
  }

  private mutating func finishFile(into batch: inout ImportBatch) {
    guard var reader = opening.reader.take() else { return }
    for row in reader.finish(in: context) { add(row, line: row.line ?? 0, to: &batch) }
    hasMore = reader.hasMore
    guard !hasMore else { return opening.reader = reader }
    for row in reader.refusedLines { refuse(line: row.line, row.fault) }
    opening.begin()
  }

  private mutating func refuse(line: Int, _ fault: RowFault) {
    summary.rows += 1
    summary.addBadRow(line: line, fault)
    refusedLine = line
  }

  private mutating func keep(_ record: FileRecord) {
    // Rows of a database, or of a whole log of this program's, mean nothing without those around them.
    let format = summary.files.last?.format
    if opening.isDatabase || format == .babyBasicsJSON || format == .babyBuddyDatabase { return }
    refusals?.add(
      record, of: summary.files.last?.name ?? "", columns: opening.columns, damaged: opening.damaged(on: record.line))
  }

  // MARK: Entries of this program's own

  private mutating func readOwn(_ record: FileRecord, into batch: inout ImportBatch) throws(BabyError) {
    guard case .fields(let line, let fields) = record else { return }
    if context.targets.isEmpty { throw .noChild }
    let (targets, now) = (context.targets, now)
    addOwn(line: line, to: &batch) { () throws(RowFault) in
      let row = try ExportedRow(fields.get())
      guard !row.childName.isEmpty, let target = targets[row.childName] else { throw .otherChild }
      let entry = try row.entry(of: target.child, now: now)
      do throws(BabyError) { try entry.validate(child: target.child, zone: target.zone, now: now) } catch {
        throw .invalid(error.fields)
      }
      return entry
    }
  }

  private mutating func readArchive(_ record: FileRecord, into batch: inout ImportBatch) throws(BabyError) {
    switch record {
    case .member(let name, let value): try archive.read(name, value)
    case .record("entries", let line, let json):
      let archive = archive
      addOwn(line: line, to: &batch) { () throws(RowFault) in try archive.entry(json) }
    case .record(let list, let line, let json):
      do throws(RowFault) { try archive.read(json, in: list, into: &batch.archive) } catch {
        summary.addBadRow(line: line, error)
      }
    case .fields, .text, .tables: break
    }
  }

  private mutating func addOwn(line: Int, to batch: inout ImportBatch, _ read: () throws(RowFault) -> Entry) {
    do throws(RowFault) {
      let entry = try read()
      summary.rows += 1
      batch.rows.append(row(entry, line: line))
      summary.add(entry)
    } catch {
      refuse(line: line, error)
    }
  }

  // MARK: Rows of other apps

  /// Adds all that a row says, or nothing of it.
  private mutating func add(_ read: ReadRow, line: Int, to batch: inout ImportBatch) {
    let line = read.line ?? line
    let readings = read.readings.map(\.settled)
    do throws(RowFault) {
      var rows: [ImportedRow] = []
      for (index, reading) in readings.enumerated() {
        let number = index == 0 ? [] : ["\(index)"]
        let former = read.identity.former.map { formerID(of: $0 + number, read.target.child) }
        let entry = try entry(reading, of: read.target, read.identity.parts + number, read.identity.isUnique)
        rows.append(row(entry, formerIDs: former, line: line))
      }
      if !rows.isEmpty { summary.rows += 1 }
      for (reading, row) in zip(readings, rows) { add(row.entry, reading, line: line) }
      batch.rows += rows
    } catch {
      refuse(line: line, error)
    }
  }

  private func row(_ entry: Entry, formerIDs: [EntryID] = [], line: Int) -> ImportedRow {
    ImportedRow(
      entry: entry, formerIDs: formerIDs, source: summary.files.last?.format?.rawValue ?? "",
      place: ImportPlace(file: summary.files.count, line: line))
  }

  /// The former id of the first such row: how many identical ones there were is unknown.
  private func formerID(of identity: [String], _ child: Child) -> EntryID {
    var identities = RowIdentities(childID: child.id)
    return identities.next(for: identity)
  }

  private mutating func entry(
    _ reading: RowReading, of target: ImportTarget, _ identity: [String], _ isUnique: Bool
  ) throws(RowFault) -> Entry {
    let child = target.child
    let id = identities[child.id, default: RowIdentities(childID: child.id)].next(
      for: identity, isUnique: isUnique)
    let entry = Entry(
      id: id, childID: child.id, content: reading.content, start: reading.start, end: reading.end,
      endUnknown: reading.endUnknown, note: reading.note, author: reading.author, createdAt: now, updatedAt: now)
    do throws(BabyError) { try entry.validate(child: child, zone: target.zone, now: now) } catch {
      throw .invalid(error.fields)
    }
    return entry
  }

  private mutating func add(_ entry: Entry, _ reading: RowReading, line: Int) {
    summary.add(entry)
    if let activity = reading.keptAsNote { summary.keptAsNotes[activity, default: 0] += 1 }
    for flag in reading.flags { summary.addFlag(flag, line: line) }
    duplicates.add(entry, line: line)
  }
}
