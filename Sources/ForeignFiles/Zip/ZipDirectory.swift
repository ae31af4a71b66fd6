/// Reads a zip's directory, which is what counts in it.
struct ZipDirectory {
  private static let fixedLength = 46

  private let bytes: [UInt8]
  private let end: ZipEnd
  private let limits: ForeignFileLimits
  private var place = 0

  init(_ spool: SpoolFile, _ end: ZipEnd) throws(ForeignFileError) {
    limits = spool.limits
    guard end.directory.count <= limits.directory else {
      throw ForeignFileError(.tooManyMembers(limit: limits.members))
    }
    bytes = try spool.read(at: end.directory.lowerBound, count: end.directory.count)
    self.end = end
  }

  /// All that are files, in the directory's order.
  mutating func members() throws(ForeignFileError) -> [ZipMember] {
    var members: [ZipMember] = []
    var count: UInt64 = 0
    while place < bytes.count {
      let member = try next()
      count += 1
      guard member.isWanted else { continue }
      guard members.count < limits.members else { throw ForeignFileError(.tooManyMembers(limit: limits.members)) }
      members.append(member)
    }
    // Older packers count modulo 65,536.
    guard count == end.count || count & 0xffff == end.count else {
      throw ForeignFileError(.zipDamaged("it says that it has \(end.count) files, and lists \(count)"))
    }
    return members
  }

  private mutating func next() throws(ForeignFileError) -> ZipMember {
    guard bytes.count - place >= Self.fixedLength else { throw Self.damaged }
    let record = LittleEndianRecord(bytes[place..<place + Self.fixedLength])
    guard record.word(at: 0) == 0x0201_4b50 else { throw Self.damaged }
    let (nameLength, extraLength, commentLength) = (record.short(at: 28), record.short(at: 30), record.short(at: 32))
    let nameStart = place + Self.fixedLength
    let extraStart = nameStart + nameLength
    let following = extraStart + extraLength + commentLength
    guard following <= bytes.count else { throw Self.damaged }
    place = following
    let flags = record.short(at: 8)
    let extra = ZipExtra(bytes[extraStart..<extraStart + extraLength])
    let name = ZipName(
      bytes[nameStart..<extraStart], isUTF8: flags & 0x800 != 0, unicode: extra.unicodeName
    ).text
    let sizes = extra.sizes(
      size: record.word(at: 24), packedSize: record.word(at: 20), header: record.word(at: 42))
    guard let sizes, let size = Int(exactly: sizes.size), let packedSize = Int(exactly: sizes.packedSize),
      sizes.header <= UInt64(end.directory.lowerBound), packedSize <= end.directory.lowerBound
    else {
      throw ForeignFileError(.zipDamaged("a file's size or place cannot be"))
    }
    let method = record.short(at: 10)
    var member = ZipMember(
      name: name, size: size, method: method, checksum: record.word(at: 16), packedSize: packedSize,
      header: Int(sizes.header) + end.shift, data: 0..<0)
    member.fault = fault(of: member, flags: flags)?.of(name)
    return member
  }

  private func fault(of member: ZipMember, flags: Int) -> ForeignFileError? {
    if flags & 1 != 0 { return ForeignFileError(.encrypted) }
    switch member.method {
    case ZipMember.stored:
      guard member.size == member.packedSize else {
        return ForeignFileError(.memberDamaged("its sizes contradict each other"))
      }
    case ZipMember.deflated: break
    default: return ForeignFileError(.packedUnknown(method: member.method))
    }
    if member.size > limits.file { return ForeignFileError(.fileTooLarge(limit: limits.file)) }
    if member.size > limits.ratioFloor, member.size / max(member.packedSize, 1) >= limits.ratio {
      return ForeignFileError(.expandsTooMuch(times: limits.ratio))
    }
    return nil
  }

  private static var damaged: ForeignFileError { ForeignFileError(.zipDamaged("its directory cannot be read")) }
}
