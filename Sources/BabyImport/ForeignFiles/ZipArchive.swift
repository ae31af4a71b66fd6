import CSystemLibraries

/// A zip in a spool: its files are listed when it is opened, and read one after another.
///
/// Nothing in it is trusted: sizes, positions and counts are checked against each other and the limits before anything
/// is read, and no two files may share bytes, so that the work is bounded by the upload.
public struct ZipArchive: Sendable {
  /// Without folders, what begins with a dot, and what macOS adds for itself.
  public private(set) var members: [ZipMember]
  let spool: SpoolFile

  /// - Throws: `.zipTruncated`, `.zipDamaged`, `.zipInParts`, `.tooManyMembers`, `.membersOverlap`, `.officeDocument`,
  ///   `.notKept`. What is wrong with one file only is that file's `fault`.
  public init(_ spool: SpoolFile) throws(ForeignFileError) {
    self.spool = spool
    let end = try ZipEnd(of: spool)
    var directory = try ZipDirectory(spool, end)
    members = try directory.members()
    // Documents of Microsoft's, of OpenDocument's, and of Apple's programs have these.
    if members.contains(where: {
      ["[Content_Types].xml", "mimetype", "Index.zip", "Index/Document.iwa"].contains($0.name)
    }) {
      throw ForeignFileError(.officeDocument)
    }
    for index in members.indices { try locate(&members[index], before: end.directory.lowerBound) }
    try verifyPlaces()
  }

  /// - Throws: why it cannot be read, as far as that is known in advance.
  public func reader(of member: ZipMember) throws(ForeignFileError) -> ZipMemberReader {
    try ZipMemberReader(member, in: spool)
  }

  /// Its bytes begin after a separate header, with a name and other data of any length.
  private func locate(_ member: inout ZipMember, before end: Int) throws(ForeignFileError) {
    let length = 30
    let bytes = try spool.read(at: member.header, count: length)
    guard bytes.count == length else { throw ForeignFileError(.zipDamaged("a file is not where it says")) }
    let header = LittleEndianRecord(bytes[...])
    guard header.word(at: 0) == 0x0403_4b50 else { throw ForeignFileError(.zipDamaged("a file is not where it says")) }
    let start = member.header + length + header.short(at: 26) + header.short(at: 28)
    guard start <= end, member.packedSize <= end - start else {
      throw ForeignFileError(.zipDamaged("a file reaches into the directory"))
    }
    member.data = start..<start + member.packedSize
    if header.short(at: 8) != member.method, member.fault == nil {
      member.fault = ForeignFileError(.memberDamaged("the zip names two compression methods for it"), file: member.name)
    }
  }

  private func verifyPlaces() throws(ForeignFileError) {
    let inOrder = members.sorted { $0.header < $1.header }
    for (member, following) in zip(inOrder, inOrder.dropFirst()) where following.header < member.data.upperBound {
      throw ForeignFileError(.membersOverlap)
    }
  }
}

/// A file in a zip.
public struct ZipMember: Sendable {
  /// As its packer called it, with slashes between folders: words to be shown, and never a path.
  public let name: String
  /// Bytes, as the zip says it.
  public let size: Int
  /// Why it cannot be read, according to the zip's directory.
  public internal(set) var fault: ForeignFileError?

  let method: Int
  let checksum: UInt32
  let packedSize: Int
  /// Where its header begins.
  let header: Int
  /// Its bytes in the zip.
  var data: Range<Int>

  static let stored = 0
  static let deflated = 8

  /// Neither a folder, nor what macOS and others add for themselves.
  var isWanted: Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard let last = parts.last, !last.isEmpty, !last.hasPrefix(".") else { return false }
    return !parts.contains("__MACOSX")
  }
}

/// Reads a file in a zip from its beginning to its end, in bounded memory.
public final class ZipMemberReader {
  /// Bytes of a chunk at most.
  static let chunk = 64 << 10

  private let spool: SpoolFile
  private let member: ZipMember
  private let inflater: Inflater?
  /// Where the next packed bytes are.
  private var place: Int
  private var count = 0
  private var checksum = Checksum()
  private var isAtEnd = false

  init(_ member: ZipMember, in spool: SpoolFile) throws(ForeignFileError) {
    if let fault = member.fault { throw fault }
    self.spool = spool
    self.member = member
    place = member.data.lowerBound
    inflater = member.method == ZipMember.deflated ? Inflater() : nil
  }

  /// The next bytes, at most 65,536; nil at the end.
  ///
  /// Earlier bytes are verified only at the end: only then does a damaged file show.
  ///
  /// - Throws: `.memberDamaged`, `.checksumWrong`, `.notKept`.
  public func next() throws(ForeignFileError) -> [UInt8]? {
    while !isAtEnd {
      let bytes: [UInt8]
      if let inflater { bytes = try unpacked(inflater) } else { bytes = try stored() }
      count += bytes.count
      guard count <= member.size else { throw damaged("it is larger than the zip says") }
      bytes.withUnsafeBytes { checksum.add($0) }
      if isAtEnd { try checkEnd() }
      if !bytes.isEmpty { return bytes }
    }
    return nil
  }

  private func stored() throws(ForeignFileError) -> [UInt8] {
    let bytes = try spool.read(at: place, count: min(Self.chunk, member.data.upperBound - place))
    place += bytes.count
    isAtEnd = bytes.isEmpty || place == member.data.upperBound
    return bytes
  }

  private func unpacked(_ inflater: Inflater) throws(ForeignFileError) -> [UInt8] {
    var failure: ForeignFileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, filled in
      let room = UnsafeMutableRawBufferPointer(buffer)
      while filled < room.count, !isAtEnd, failure == nil {
        if inflater.waiting == 0 { failure = feed(inflater) }
        let (count, progress) = inflater.unpack(into: UnsafeMutableRawBufferPointer(rebasing: room[filled...]))
        filled += count
        switch progress {
        case .goesOn: break
        case .needsInput:
          if place == member.data.upperBound, inflater.waiting == 0 {
            failure = failure ?? damaged("its end is missing")
          }
        case .ended:
          isAtEnd = true
          if inflater.waiting > 0 || place < member.data.upperBound { failure = damaged("it ends too early") }
        case .damaged: failure = damaged("it cannot be unpacked")
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  private func feed(_ inflater: Inflater) -> ForeignFileError? {
    let isRead = inflater.feed(atMost: member.data.upperBound - place) { room in
      guard let count = spool.read(into: room, at: place) else { return nil }
      place += count
      return count
    }
    return isRead ? nil : damaged("it cannot be read from the disk")
  }

  private func checkEnd() throws(ForeignFileError) {
    guard count == member.size else { throw damaged("it is smaller than the zip says") }
    guard checksum.value == member.checksum else { throw ForeignFileError(.checksumWrong, file: member.name) }
  }

  private func damaged(_ what: String) -> ForeignFileError { ForeignFileError(.memberDamaged(what), file: member.name) }
}

/// Unpacks a deflated stream piece by piece, with zlib, in memory that does not depend on what comes.
final class Inflater {
  enum Progress {
    case goesOn, needsInput, ended, damaged
  }

  /// zlib looks whether it is still where it was.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 32 << 10)

  init() {
    stream.initialize(to: z_stream())
    let code = zlib_begin_raw_inflate(stream)
    precondition(code == Z_OK, "zlib has no 40 KiB of memory")
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    input.deallocate()
  }

  /// How many bytes it still has to read.
  var waiting: Int { Int(stream.pointee.avail_in) }

  /// Gives it more to read, once it has read what it had.
  ///
  /// - Parameter body: fills the room and says how much of it is filled; nil when that failed.
  /// - Returns: false when that failed.
  func feed(atMost count: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int?) -> Bool {
    let room = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(input).prefix(count))
    guard let filled = body(room) else { return false }
    stream.pointee.next_in = input.baseAddress
    stream.pointee.avail_in = CUnsignedInt(filled)
    return true
  }

  /// - Returns: how many bytes were written, and whether there are more.
  func unpack(into room: UnsafeMutableRawBufferPointer) -> (count: Int, Progress) {
    stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = CUnsignedInt(room.count)
    let code = inflate(stream, Z_NO_FLUSH)
    let count = room.count - Int(stream.pointee.avail_out)
    stream.pointee.next_out = nil
    switch code {
    case Z_STREAM_END: return (count, .ended)
    case Z_OK: return (count, waiting == 0 && count < room.count ? .needsInput : .goesOn)
    // Nothing could be done: it has read everything, or has no room.
    case Z_BUF_ERROR: return (count, .needsInput)
    default: return (count, .damaged)
    }
  }
}

/// CRC-32 of bytes, as zips have it.
struct Checksum {
  private(set) var value: UInt32 = 0

  init() {}

  init(of bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBufferPointer { add(UnsafeRawBufferPointer($0)) }
  }

  /// - Parameter bytes: fewer than 4 GiB.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    value = UInt32(
      crc32(CUnsignedLong(value), start.assumingMemoryBound(to: UInt8.self), CUnsignedInt(bytes.count)))
  }
}
