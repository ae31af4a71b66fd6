/// How much an SQLite file declares, seen before SQLite reads it: SQLite parses all of it, in memory that nothing else
/// bounds, and may find the same bytes any number of times.
///
/// Declarations are the rows of a table that begins on the first page; a row says its length at its beginning.
struct SchemaMeasure {
  private(set) var objects = 0
  private(set) var bytes = 0

  /// - Throws: `.schemaTooLarge`, `.databaseDamaged`.
  init(of spool: SpoolFile, _ header: DatabaseHeader) throws(ForeignFileError) {
    let limits = spool.limits
    var pending = [1]
    var visited = 0
    while let number = pending.popLast() {
      visited += 1
      guard visited + pending.count <= limits.schemaObjects else { throw ForeignFileError(.schemaTooLarge) }
      let start = number == 1 ? DatabaseHeader.length : 0
      let (offset, isOverflowing) = (number - 1).multipliedReportingOverflow(by: header.pageSize)
      guard number > 0, !isOverflowing else { throw ForeignFileError(.databaseDamaged) }
      let page = try spool.read(at: offset, count: header.pageSize)
      guard page.count == header.pageSize else { throw ForeignFileError(.databaseDamaged) }
      let isLeaf = page[start] == 13
      guard isLeaf || page[start] == 5 else { throw ForeignFileError(.databaseDamaged) }
      if !isLeaf { pending.append(Int(page.number(at: start + 8, 4))) }
      let pointers = start + (isLeaf ? 8 : 12)
      let cells = Int(page.number(at: start + 3, 2))
      guard pointers + 2 * cells <= page.count else { throw ForeignFileError(.databaseDamaged) }
      for index in 0..<cells {
        let cell = Int(page.number(at: pointers + 2 * index, 2))
        guard cell + 5 <= page.count else { throw ForeignFileError(.databaseDamaged) }
        if isLeaf {
          objects += 1
          bytes += try Self.length(in: page, at: cell)
        } else {
          pending.append(Int(page.number(at: cell, 4)))
        }
        guard objects <= limits.schemaObjects, bytes <= limits.schema, pending.count <= limits.schemaObjects else {
          throw ForeignFileError(.schemaTooLarge)
        }
      }
    }
  }

  /// Seven bits a byte, the highest first. No real length has more than five bytes.
  private static func length(in page: [UInt8], at place: Int) throws(ForeignFileError) -> Int {
    var length = 0
    for byte in page[place..<place + 5] {
      length = length << 7 | Int(byte & 0x7f)
      if byte < 0x80 { return length }
    }
    throw ForeignFileError(.databaseDamaged)
  }
}
