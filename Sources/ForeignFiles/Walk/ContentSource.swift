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
