/// Reads the files of one import in the order in which they were sent: it opens zips, also one within a zip, and turns
/// databases into rows. The same files give the same pieces each time.
///
/// It returns one piece after another, and holds no more than one: 64 KiB of bytes, or a row.
public final class ForeignFileWalk {
  public enum Piece: Sendable {
    /// A file begins. Its pieces follow, up to `end` or `fault`. Folders and their zips are not counted.
    case file(name: String, number: Int)
    /// Of a file that is neither zip nor database; never empty.
    case bytes([UInt8])
    /// The first piece of a database: its tables, also those that cannot be read.
    case database([ForeignTable])
    /// The rows of a table follow.
    case table(ForeignTable)
    case row(DatabaseRow)
    /// The rest of the table cannot be read; the next one follows.
    case tableFault(name: String, ForeignFileError)
    case end
    /// The rest of the file cannot be read, and what was read of it is not used. A zip that cannot be opened is
    /// reported as a file with only this.
    case fault(ForeignFileError)
  }

  /// Where the walk is, innermost last: a zip, one in it, and a file's bytes or a database.
  private enum Place {
    case zip(ZipArchive, next: Int, name: String?)
    case bytes(ContentSource)
    case database(DatabaseSource)
  }

  private let folder: SpoolFolder
  private var files: ArraySlice<(name: String, spool: SpoolFile)>
  private var places: [Place] = []
  /// Pieces to return before the walk continues.
  private var pending: [Piece] = []
  private var count = 0
  private var unpacked = 0

  /// - Parameters:
  ///   - files: as they were sent, each with what it is called.
  ///   - folder: where zips and databases that are in zips lie while they are read.
  public init(_ files: [(name: String, spool: SpoolFile)], in folder: SpoolFolder) {
    self.files = files[...]
    self.folder = folder
  }

  /// - Returns: nil after the last file.
  /// - Throws: errors that end the import (`ForeignFileError.endsImport`). All others are pieces.
  public func next() throws(ForeignFileError) -> Piece? {
    while true {
      if !pending.isEmpty { return pending.removeFirst() }
      switch places.popLast() {
      case nil:
        guard let (name, spool) = files.popFirst() else { return nil }
        try begin(name, Opened(spool: spool))
      case .zip(let archive, let index, let name):
        guard index < archive.members.count else { continue }
        places.append(.zip(archive, next: index + 1, name: name))
        try begin(archive.members[index], of: archive, in: name)
      case .bytes(let source): try goOn(source)
      case .database(let source): try goOn(source)
      }
    }
  }

  /// Skips the rest of this table.
  public func skipTable() {
    guard case .database(let source)? = places.last else { return }
    source.skipTable()
  }

  /// Restricts the columns of this table, before its first row.
  public func readOnly(columns: Set<String>) {
    guard case .database(let source)? = places.last else { return }
    source.readOnly(columns: columns)
  }

  /// Skips the rest of this file; its `end` is not returned. Its bytes are not read, so they may be damaged.
  public func skipFile() {
    pending = []
    switch places.last {
    case .bytes, .database: places.removeLast()
    case .zip, nil: break
    }
  }
}

extension ForeignFileWalk {
  /// A file in a spool, or in a partly read zip.
  private struct Opened {
    var spool: SpoolFile
    /// In how many zips it is.
    var depth = 0
  }

  private func begin(_ name: String, _ file: Opened) throws(ForeignFileError) {
    do throws(ForeignFileError) {
      switch try FileContent(of: file.spool) {
      case .zip:
        guard file.depth < 2 else { throw ForeignFileError(.nestedTooDeep) }
        places.append(.zip(try ZipArchive(file.spool), next: 0, name: file.depth == 0 ? nil : name))
      case .database:
        let database = try ForeignDatabase(file.spool)
        tell(name, .database(database.tables))
        places.append(.database(DatabaseSource(database)))
      case .bytes:
        tell(name)
        places.append(.bytes(ContentSource(file.spool)))
      }
    } catch {
      if error.endsImport { throw error }
      tell(name, .fault(error.of(name)))
    }
  }

  private func begin(_ member: ZipMember, of archive: ZipArchive, in zip: String?) throws(ForeignFileError) {
    let name = zip.map { "\($0)/\(member.name)" } ?? member.name
    do throws(ForeignFileError) {
      let source = ContentSource(try archive.reader(of: member))
      let beginning = try source.peek()
      if FileContent(beginning: beginning ?? []) == .bytes {
        tell(name)
        places.append(.bytes(source))
      } else {
        let spool = try folder.makeFile()
        while let bytes = try read(source) { try spool.append(bytes) }
        try begin(name, Opened(spool: spool, depth: zip == nil ? 1 : 2))
      }
    } catch {
      if error.endsImport { throw error }
      tell(name, .fault(ForeignFileError(error.reason, file: name)))
    }
  }

  private func tell(_ name: String, _ piece: Piece? = nil) {
    pending.append(.file(name: name, number: count))
    count += 1
    if let piece { pending.append(piece) }
  }

  private func goOn(_ source: ContentSource) throws(ForeignFileError) {
    do throws(ForeignFileError) {
      guard let bytes = try read(source) else { return pending.append(.end) }
      pending.append(.bytes(bytes))
      places.append(.bytes(source))
    } catch {
      if error.endsImport { throw error }
      pending.append(.fault(error))
    }
  }

  /// The next bytes, counted when they are out of a zip.
  private func read(_ source: ContentSource) throws(ForeignFileError) -> [UInt8]? {
    guard let bytes = try source.next() else { return nil }
    if source.isPacked {
      guard bytes.count <= folder.limits.unpacked - unpacked else {
        throw ForeignFileError(.importTooLarge(limit: folder.limits.unpacked))
      }
      unpacked += bytes.count
    }
    return bytes
  }

  private func goOn(_ source: DatabaseSource) throws(ForeignFileError) {
    guard let piece = source.next() else { return pending.append(.end) }
    if case .fault = piece { return pending.append(piece) }
    pending.append(piece)
    places.append(.database(source))
  }
}

/// A file's bytes from its beginning to its end, out of a spool or a zip.
final class ContentSource {
  private let nextBytes: () throws(ForeignFileError) -> [UInt8]?
  private var peeked: [UInt8]??
  let isPacked: Bool

  init(_ spool: SpoolFile) {
    isPacked = false
    var place = 0
    nextBytes = { () throws(ForeignFileError) in
      let bytes = try spool.read(at: place, count: ZipMemberReader.chunk)
      place += bytes.count
      return bytes.isEmpty ? nil : bytes
    }
  }

  init(_ reader: ZipMemberReader) {
    isPacked = true
    nextBytes = { () throws(ForeignFileError) in try reader.next() }
  }

  /// The first bytes, which `next()` gives once more.
  func peek() throws(ForeignFileError) -> [UInt8]? {
    let bytes = try nextBytes()
    peeked = .some(bytes)
    return bytes
  }

  func next() throws(ForeignFileError) -> [UInt8]? {
    if let peeked {
      self.peeked = nil
      return peeked
    }
    return try nextBytes()
  }
}

/// The type of a file by its first bytes: its name does not matter.
public enum FileContent: Hashable, Sendable {
  case zip, database
  /// A text, a table, JSON, or anything else.
  case bytes

  /// How many bytes tell it.
  static let enough = 16

  /// - Parameter beginning: the first 16 bytes, or as many as there are.
  public init(beginning: some Sequence<UInt8>) {
    let bytes = Array(beginning.prefix(Self.enough))
    // The second is one without files.
    if [[0x50, 0x4b, 3, 4], [0x50, 0x4b, 5, 6]].contains(where: { bytes.starts(with: $0) }) {
      self = .zip
    } else if bytes == DatabaseHeader.beginning {
      self = .database
    } else {
      self = .bytes
    }
  }

  /// - Throws: `.notKept`.
  public init(of spool: SpoolFile) throws(ForeignFileError) {
    self.init(beginning: try spool.read(at: 0, count: Self.enough))
  }
}

/// The pieces of a database after its first: its tables, each with its rows.
final class DatabaseSource {
  private let database: ForeignDatabase
  private var tables: ArraySlice<ForeignTable>
  private var rows: (ForeignRows, table: ForeignTable)?

  init(_ database: ForeignDatabase) {
    self.database = database
    tables = database.tables[...]
  }

  func skipTable() { rows = nil }

  /// Leaves all other columns of the table unread whose first row is next. One that cannot be read has no rows.
  func readOnly(columns: Set<String>) {
    guard var table = rows?.table else { return }
    table.columns.removeAll { !columns.contains($0) }
    rows = (try? database.rows(of: table)).map { ($0, table) }
  }

  /// - Returns: nil at the end.
  func next() -> ForeignFileWalk.Piece? {
    if let (rows, table) = rows {
      do throws(ForeignFileError) {
        if let row = try rows.next() { return .row(row) }
        self.rows = nil
      } catch { return end(table.name, error) }
    }
    guard let table = tables.popFirst() else { return nil }
    do throws(ForeignFileError) {
      rows = (try database.rows(of: table), table)
      return .table(table)
    } catch { return end(table.name, error) }
  }

  private func end(_ table: String, _ error: ForeignFileError) -> ForeignFileWalk.Piece {
    rows = nil
    // The budget is for the whole of it.
    return error.reason == .databaseTooCostly ? .fault(error) : .tableFault(name: table, error)
  }
}
