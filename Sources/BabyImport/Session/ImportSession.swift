public import BabyModel
import BabyProtocol

/// Reads one file: bytes in, entries out, and at the end a summary. It reads no file and no clock.
///
/// A row that cannot be read is listed in the summary with its line and costs no other row. A row that looks doubtful is
/// kept and flagged. Another app's rows get ids of their content, so that reading a file again yields the same entries;
/// this program's own keep theirs.
public struct ImportSession: Sendable {
  private enum Source { case table(CSVReader), records(JSONRecordReader) }

  private static let databaseBeginning = Array("SQLite format 3\0".utf8)

  private let expected: [ImportFormat]
  private let target: ImportTarget?
  private let now: Instant
  private var source: Source?
  private var columns: [String] = []
  private var identities: RowIdentities?
  private var babyBuddy = BabyBuddyFile()
  private var archive: ArchiveReader
  private var neighbours = Neighbours()
  /// What has been found so far. Near-duplicates and overlaps are found at the end of the file.
  public private(set) var summary = ImportSummary()

  /// - Parameters:
  ///   - format: the one that the file must have; nil recognises it.
  ///   - target: whose log another app's file becomes; nil when there is no child yet.
  ///   - now: when another app's entries are made; rows after it are refused.
  ///   - zones: the rules of a zone, for children that the file brings along.
  public init(
    format: ImportFormat?, target: ImportTarget?, now: Instant,
    zones: @escaping @Sendable (String) throws(BabyError) -> ZoneRules
  ) {
    expected = format.map { [$0] } ?? ImportFormat.allCases
    self.target = target
    self.now = now
    identities = target.map { RowIdentities(childID: $0.child.id) }
    archive = ArchiveReader(now: now, zones: zones)
  }

  /// Takes the file's next bytes and returns what they complete, in the file's order.
  /// - Throws: `BabyError.importFormatUnknown`, `.importInvalid`, `.noChild`; the session is over then.
  public mutating func consume(_ bytes: some Sequence<UInt8>) throws(BabyError) -> ImportBatch {
    var bytes = Array(bytes)
    if source == nil {
      guard let first = bytes.first(where: { !isBlank($0) }) else { return ImportBatch() }
      if bytes.starts(with: Self.databaseBeginning) {
        throw .importInvalid(
          "The file is a backup of a whole database. To replace everything with it, use bbctl restore.")
      }
      if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
        if bytes.starts(with: byteOrderMark) { bytes.removeFirst(byteOrderMark.count) }
        source = .records(JSONRecordReader())
      } else {
        source = .table(CSVReader())
      }
    }
    switch source {
    case .table(var reader):
      source = nil
      let records = reader.consume(bytes)
      source = .table(reader)
      return try batch(of: records)
    case .records(var reader):
      source = nil
      let parts = try reader.consume(bytes)
      source = .records(reader)
      return try batch(of: parts)
    case nil: return ImportBatch()
    }
  }

  /// Returns what the end of the file completes. The summary is whole after it.
  /// - Throws: as `consume`; `BabyError.importFormatUnknown` for an empty file.
  public mutating func finish() throws(BabyError) -> ImportBatch {
    var batch = ImportBatch()
    switch source {
    case .table(var reader): batch = try self.batch(of: reader.finish())
    case .records(let reader): try reader.finish()
    case nil: break
    }
    if summary.format == nil { throw .importFormatUnknown("an empty file") }
    neighbours.flag(in: &summary)
    return batch
  }

  // MARK: Tables

  private mutating func batch(of records: [CSVReader.Record]) throws(BabyError) -> ImportBatch {
    var batch = ImportBatch()
    for record in records {
      guard let format = summary.format else {
        summary.format = try recognise(record)
        continue
      }
      let target = try requiredTarget
      if format == .babyBasicsCSV {
        addOwn(line: record.line, to: &batch) { session throws(RowFault) in
          try session.entry(ExportedRow(record.fields.get()), of: target)
        }
        continue
      }
      addRow(line: record.line, to: &batch) { session throws(RowFault) in
        try session.readings(of: record.fields.get(), format, for: target)
      }
    }
    return batch
  }

  private mutating func recognise(_ header: CSVReader.Record) throws(BabyError) -> ImportFormat {
    switch header.fields {
    case .success(let fields):
      columns = fields.map(trimmed)
      return try ImportFormat.recognise(columns, among: expected)
    case .failure(let fault): throw .importFormatUnknown("a first line that \(fault)")
    }
  }

  // MARK: Records

  private mutating func batch(of parts: [JSONRecordReader.Part]) throws(BabyError) -> ImportBatch {
    var batch = ImportBatch()
    for part in parts {
      if summary.format == nil { summary.format = try recognise(part) }
      switch (summary.format, part) {
      case (.babyBasicsJSON, .member(let name, let value)): try archive.read(name, value)
      case (.babyBasicsJSON, .record("entries", let line, let json)):
        addOwn(line: line, to: &batch) { session throws(RowFault) in try session.archive.entry(json) }
      case (.babyBasicsJSON, .record(let list, let line, let json)):
        do throws(RowFault) { try archive.read(json, in: list, into: &batch.archive) } catch {
          summary.addBadRow(line: line, error)
        }
      case (_, .record(_, let line, let json)):
        let target = try requiredTarget
        addRow(line: line, to: &batch) { session throws(RowFault) in
          try session.readings(of: BabyBuddyRow(json), for: target)
        }
      // How many there are, and where the next ones would be.
      case (_, .member): break
      }
    }
    return batch
  }

  private func recognise(_ part: JSONRecordReader.Part) throws(BabyError) -> ImportFormat {
    let format: ImportFormat? =
      switch part {
      case .member("format", let value): value == .string(Archive.format) ? .babyBasicsJSON : nil
      case .member("count", _), .member("next", _), .member("previous", _), .record("results", _, _): .babyBuddyJSON
      case .record("", _, _): .babyBuddyJSON
      case .member, .record: nil
      }
    guard let format, expected.contains(format) else {
      throw .importFormatUnknown(format?.rawValue ?? "a JSON file of another kind")
    }
    return format
  }

  // MARK: Entries of this program's own

  private mutating func addOwn(
    line: Int, to batch: inout ImportBatch, _ read: (ImportSession) throws(RowFault) -> Entry
  ) {
    summary.rows += 1
    do throws(RowFault) {
      let entry = try read(self)
      batch.entries.append(entry)
      summary.add(entry)
    } catch {
      summary.addBadRow(line: line, error)
    }
  }

  private func entry(_ row: ExportedRow, of target: ImportTarget) throws(RowFault) -> Entry {
    let entry = try row.entry(of: target.child, now: now)
    do { try entry.validate(child: target.child, zone: target.zone, now: now) } catch { throw .invalid(error.fields) }
    return entry
  }

  // MARK: Rows of other apps

  private var requiredTarget: ImportTarget {
    get throws(BabyError) {
      guard let target else { throw .noChild }
      return target
    }
  }

  /// What a record says, and what makes it the same in another export.
  private typealias Readings = (readings: [RowReading], identity: [String])

  private mutating func readings(
    of fields: [String], _ format: ImportFormat, for target: ImportTarget
  ) throws(RowFault) -> Readings {
    switch format {
    case .babyBuddyCSV:
      guard fields.count == columns.count else { throw .fieldCount(fields.count, expected: columns.count) }
      let row = BabyBuddyRow(Dictionary(zip(columns, fields)) { first, _ in first })
      return try readings(of: row, for: target)
    case .huckleberryCSV:
      let row = try HuckleberryRow(NamedRow(fields, columns: columns))
      return (try row.readings(in: target.zone), ["Huckleberry"] + fields)
    case .naraCSV:
      let row = try NaraRow(NamedRow(fields, columns: columns))
      guard row.child.isEmpty || row.child.lowercased() == target.child.name.lowercased() else { throw .otherChild }
      return (try row.readings(in: target.zone), row.identity(of: fields))
    case .babyConnectCSV, .babyBasicsCSV, .babyBasicsJSON, .babyBuddyJSON:
      return ([try BabyConnectRow(fields).reading(in: target.zone)], fields)
    }
  }

  private mutating func readings(of row: BabyBuddyRow, for target: ImportTarget) throws(RowFault) -> Readings {
    try babyBuddy.check(row, isAbout: target.child)
    let reading = try row.reading(in: target.zone, units: target.units)
    return ([reading], row.identity(of: reading))
  }

  /// Adds all that a row says, or nothing of it.
  private mutating func addRow(
    line: Int, to batch: inout ImportBatch, _ read: (inout ImportSession) throws(RowFault) -> Readings
  ) {
    do throws(RowFault) {
      let (readings, identity) = try read(&self)
      let entries = try readings.enumerated().map { index, reading throws(RowFault) in
        try entry(reading, identity: index == 0 ? identity : identity + ["\(index)"])
      }
      if !readings.isEmpty { summary.rows += 1 }
      for (reading, entry) in zip(readings, entries) { add(entry, reading, line: line) }
      batch.entries += entries
    } catch {
      summary.rows += 1
      summary.addBadRow(line: line, error)
    }
  }

  private mutating func entry(_ reading: RowReading, identity: [String]) throws(RowFault) -> Entry {
    guard let target, let id = identities?.next(for: identity) else { throw .unreadable(column: "child") }
    let entry = Entry(
      id: id, childID: target.child.id, content: reading.content, start: reading.start, end: reading.end,
      endUnknown: reading.endUnknown, note: reading.note, author: reading.author, createdAt: now, updatedAt: now)
    do { try entry.validate(child: target.child, zone: target.zone, now: now) } catch { throw .invalid(error.fields) }
    return entry
  }

  private mutating func add(_ entry: Entry, _ reading: RowReading, line: Int) {
    summary.add(entry)
    if let activity = reading.keptAsNote { summary.keptAsNotes[activity, default: 0] += 1 }
    for flag in reading.flags { summary.addFlag(flag, line: line) }
    neighbours.add(entry, line: line)
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 || byteOrderMark.contains(byte) }
}

/// Whose log another app's file becomes.
public struct ImportTarget: Sendable {
  public var child: Child
  /// The zone of clock times that carry none.
  public var zone: ZoneRules
  /// The unit of amounts that carry none.
  public var units: VolumeUnit

  public init(child: Child, zone: ZoneRules, units: VolumeUnit) {
    self.child = child
    self.zone = zone
    self.units = units
  }
}

/// What some bytes of a file have become.
public struct ImportBatch: Hashable, Sendable {
  public var entries: [Entry] = []
  /// What a file of this program's own holds beside them.
  public var archive = Archive()

  public init() {}
}
