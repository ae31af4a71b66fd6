/// A zip in a spool: its files are listed when it is opened, and read one after another.
///
/// Nothing in it is trusted: sizes, places and counts are held against each other and the limits before anything is read,
/// and no two files may share bytes, so that the work is bounded by what was sent.
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

  /// - Throws: why it cannot be read, as far as that is known before.
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
      member.fault = ForeignFileError(.memberDamaged("the zip says two things of how it is packed"), file: member.name)
    }
  }

  private func verifyPlaces() throws(ForeignFileError) {
    let inOrder = members.sorted { $0.header < $1.header }
    for (member, following) in zip(inOrder, inOrder.dropFirst()) where following.header < member.data.upperBound {
      throw ForeignFileError(.membersOverlap)
    }
  }
}
