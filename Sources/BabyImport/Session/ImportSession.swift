public import BabyModel

/// Reads one file for one child: bytes in, entries out, and at the end a summary. It reads no file and no clock.
///
/// A row that cannot be read is listed in the summary with its line and costs no other row. A row that looks doubtful is
/// kept and flagged. Rows get ids of their content, so that reading a file again yields the same entries.
public struct ImportSession: Sendable {
  private let expected: [ImportFormat]
  private let child: Child
  private let zone: ZoneRules
  private let now: Instant
  private var reader = CSVReader()
  private var identities: RowIdentities
  private var neighbours = Neighbours()
  /// What has been found so far. Near-duplicates and overlaps are found at the end of the file.
  public private(set) var summary = ImportSummary()

  /// - Parameters:
  ///   - format: the one that the file must have; nil recognises it.
  ///   - zone: the zone of the file's clock times.
  ///   - now: when the entries are made; rows after it are refused.
  public init(format: ImportFormat?, child: Child, zone: ZoneRules, now: Instant) {
    expected = format.map { [$0] } ?? ImportFormat.allCases
    self.child = child
    self.zone = zone
    self.now = now
    identities = RowIdentities(childID: child.id)
  }

  /// Takes the file's next bytes and returns the entries that they complete, in the file's order.
  /// - Throws: `BabyError.importFormatUnknown`; the session is over then.
  public mutating func consume(_ bytes: some Sequence<UInt8>) throws(BabyError) -> [Entry] {
    try entries(of: reader.consume(bytes))
  }

  /// Returns the entries that the end of the file completes. The summary is whole after it.
  /// - Throws: `BabyError.importFormatUnknown` when there was no header.
  public mutating func finish() throws(BabyError) -> [Entry] {
    let entries = try entries(of: reader.finish())
    if summary.format == nil { throw .importFormatUnknown("an empty file") }
    neighbours.flag(in: &summary)
    return entries
  }

  private mutating func entries(of records: [CSVReader.Record]) throws(BabyError) -> [Entry] {
    var entries: [Entry] = []
    for record in records {
      guard let format = summary.format else {
        summary.format = try recognise(record)
        continue
      }
      summary.rows += 1
      do throws(RowFault) {
        entries.append(try entry(of: record, in: format))
      } catch {
        summary.addBadRow(line: record.line, error)
      }
    }
    return entries
  }

  private func recognise(_ header: CSVReader.Record) throws(BabyError) -> ImportFormat {
    switch header.fields {
    case .success(let columns): try ImportFormat.recognise(columns, among: expected)
    case .failure(let fault): throw .importFormatUnknown("a first line that \(fault)")
    }
  }

  private mutating func entry(of record: CSVReader.Record, in format: ImportFormat) throws(RowFault) -> Entry {
    let fields = try record.fields.get()
    let reading =
      switch format {
      case .babyConnectCSV: try BabyConnectRow(fields).reading(in: zone)
      }
    let entry = Entry(
      id: identities.next(for: fields), childID: child.id, content: reading.content, start: reading.start,
      end: reading.end, endUnknown: reading.endUnknown, note: reading.note, author: reading.author, createdAt: now,
      updatedAt: now)
    do { try entry.validate(child: child, zone: zone, now: now) } catch { throw .invalid(error.fields) }
    summary.add(entry)
    if let activity = reading.keptAsNote { summary.keptAsNotes[activity, default: 0] += 1 }
    for flag in reading.flags { summary.addFlag(flag, line: record.line) }
    neighbours.add(entry, line: record.line)
    return entry
  }
}
