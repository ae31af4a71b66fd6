/// Goes through all that was sent for one import, file by file and in the order in which it was sent: zips are opened, one in
/// a zip too, and databases become rows. The same files give the same pieces each time.
///
/// It returns one piece after another, and holds no more than one: 64 KiB of bytes, or a row.
public final class ForeignFileWalk {
  public enum Piece: Sendable {
    /// A file begins. Its pieces follow, up to `end` or `fault`. Folders and their zips are not counted.
    case file(name: String, number: Int)
    /// Of a file that is neither zip nor database; never empty.
    case bytes([UInt8])
    /// The first piece of a database: its tables, and those that cannot be read, with the reason.
    case database(ForeignDatabase.Summary)
    /// The rows of a table follow.
    case table(ForeignTable)
    case row(ForeignRow)
    /// The rest of the table cannot be read; the next one follows.
    case tableFault(name: String, ForeignFileError)
    case end
    /// The rest of the file cannot be read, and what came of it is not to be used. For a zip that cannot be opened there
    /// is a file that has nothing else.
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
  private var told: [Piece] = []
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
      if !told.isEmpty { return told.removeFirst() }
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

  /// Leaves out what is still to come of this table.
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
    told = []
    switch places.last {
    case .bytes, .database: places.removeLast()
    case .zip, nil: break
    }
  }
}

extension ForeignFileWalk {
  /// A file in a spool, or in a zip as far as it was read.
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
        let source = DatabaseSource(try ForeignDatabase(file.spool))
        tell(name, .database(source.summary))
        places.append(.database(source))
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
    told.append(.file(name: name, number: count))
    count += 1
    if let piece { told.append(piece) }
  }

  private func goOn(_ source: ContentSource) throws(ForeignFileError) {
    do throws(ForeignFileError) {
      guard let bytes = try read(source) else { return told.append(.end) }
      told.append(.bytes(bytes))
      places.append(.bytes(source))
    } catch {
      if error.endsImport { throw error }
      told.append(.fault(error))
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
    guard let piece = source.next() else { return told.append(.end) }
    if case .fault = piece { return told.append(piece) }
    told.append(piece)
    places.append(.database(source))
  }
}
