/// The end of a zip, which has the position of its directory.
struct ZipEnd {
  /// Bytes from the file's beginning, and of the directory.
  let directory: Range<Int>
  let count: UInt64
  /// By how much all places are off, since something stands before the zip's beginning.
  let shift: Int

  private static let length = 22
  private static let locatorLength = 20
  private static let longLength = 56

  /// - Throws: `.zipTruncated`, `.zipDamaged`, `.zipInParts`.
  init(of spool: SpoolFile) throws(ForeignFileError) {
    let tailStart = max(0, spool.size - Self.length - 0xffff)
    let tail = try spool.read(at: tailStart, count: Self.length + 0xffff)
    guard let place = Self.place(in: tail) else { throw ForeignFileError(.zipTruncated) }
    let end = LittleEndianRecord(tail[place..<place + Self.length])
    guard end.short(at: 4) == 0 || end.short(at: 4) == 0xffff else { throw ForeignFileError(.zipInParts) }
    var count = UInt64(end.short(at: 10))
    var size = UInt64(end.word(at: 12))
    var offset = UInt64(end.word(at: 16))
    var directoryEnd = tailStart + place
    if count == 0xffff || size == 0xffff_ffff || offset == 0xffff_ffff,
      let (long, start) = try Self.longEnd(before: directoryEnd, in: spool)
    {
      guard long.word(at: 16) == 0 else { throw ForeignFileError(.zipInParts) }
      (count, size, offset) = (long.long(at: 32), long.long(at: 40), long.long(at: 48))
      directoryEnd = start
    }
    guard size <= UInt64(directoryEnd), offset <= UInt64(directoryEnd) - size else {
      throw ForeignFileError(.zipDamaged("its directory is not where it says"))
    }
    let start = directoryEnd - Int(size)
    directory = start..<directoryEnd
    shift = start - Int(offset)
    self.count = count
  }

  /// The last place whose comment ends with the file; else the last one at all, after which something was appended.
  private static func place(in tail: [UInt8]) -> Int? {
    guard tail.count >= length else { return nil }
    var last: Int?
    for place in stride(from: tail.count - length, through: 0, by: -1)
    where tail[place] == 0x50 && tail[place + 1] == 0x4b && tail[place + 2] == 5 && tail[place + 3] == 6 {
      let comment = LittleEndianRecord(tail[place..<place + length]).short(at: 20)
      if place + length + comment == tail.count { return place }
      if last == nil, place + length + comment < tail.count { last = place }
    }
    return last
  }

  /// The record for large zips, and where it begins. It stands right before what points to it, whatever that says.
  private static func longEnd(
    before end: Int, in spool: SpoolFile
  ) throws(ForeignFileError) -> (LittleEndianRecord, Int)? {
    let start = end - locatorLength - longLength
    guard start >= 0 else { return nil }
    let bytes = try spool.read(at: start, count: longLength + locatorLength)
    guard bytes.count == longLength + locatorLength else { return nil }
    let locator = LittleEndianRecord(bytes[longLength...])
    guard locator.word(at: 0) == 0x0706_4b50 else { return nil }
    let record = LittleEndianRecord(bytes[..<longLength])
    guard record.word(at: 0) == 0x0606_4b50 else {
      throw ForeignFileError(.zipDamaged("its directory is not where it says"))
    }
    return (record, start)
  }
}
