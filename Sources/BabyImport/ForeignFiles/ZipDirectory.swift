import CSystemLibraries

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
      throw ForeignFileError(.zipDamaged("it should have \(end.count) files, and lists \(count)"))
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
      throw ForeignFileError(.zipDamaged("a file's size or position is impossible"))
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

/// The end of a zip, which has the position of its directory.
struct ZipEnd {
  /// Bytes from the file's beginning, and of the directory.
  let directory: Range<Int>
  let count: UInt64
  /// The offset of all positions, if other data precedes the zip.
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

  /// The last position whose comment ends with the file; otherwise the last one at all, after which data was appended.
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

/// Additional data about a file in a zip's directory: sizes of large files, and names in Unicode.
struct ZipExtra {
  /// The field for large files.
  private var large: ArraySlice<UInt8>?
  /// In UTF-8, with the checksum of the name that it is for.
  private(set) var unicodeName: (bytes: ArraySlice<UInt8>, checksum: UInt32)?

  /// Unreadable data is ignored: untrusted programs may have written anything there.
  init(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while rest.count >= 4 {
      let head = LittleEndianRecord(rest)
      let (kind, length) = (head.short(at: 0), head.short(at: 2))
      rest = rest.dropFirst(4)
      guard length <= rest.count else { return }
      let field = rest.prefix(length)
      rest = rest.dropFirst(length)
      switch kind {
      case 0x0001: if large == nil { large = field }
      case 0x7075 where length > 5 && field.first == 1:
        unicodeName = (field.dropFirst(5), LittleEndianRecord(field).word(at: 1))
      default: break
      }
    }
  }

  /// - Returns: nil when a number should stand here and does not.
  func sizes(size: UInt32, packedSize: UInt32, header: UInt32) -> (size: UInt64, packedSize: UInt64, header: UInt64)? {
    var rest = large ?? []
    func value(_ short: UInt32) -> UInt64? {
      guard short == .max else { return UInt64(short) }
      guard rest.count >= 8 else { return nil }
      defer { rest = rest.dropFirst(8) }
      return LittleEndianRecord(rest).long(at: 0)
    }
    guard let size = value(size), let packedSize = value(packedSize), let header = value(header) else { return nil }
    return (size, packedSize, header)
  }
}

/// The name of a file in a zip for display: in UTF-8, or in the PC's code page.
struct ZipName {
  /// Bytes that are shown at most.
  private static let limit = 512

  let text: String

  /// - Parameter unicode: the name once more, with the checksum of the name that it is for.
  init(_ bytes: ArraySlice<UInt8>, isUTF8: Bool, unicode: (bytes: ArraySlice<UInt8>, checksum: UInt32)? = nil) {
    let decoded: String
    if let unicode, unicode.checksum == Checksum(of: bytes).value, let text = Self.utf8(unicode.bytes) {
      decoded = text
    } else if let text = Self.utf8(bytes) {
      // macOS writes UTF-8 without the flag; other text is hardly ever valid UTF-8 by chance.
      decoded = text
    } else if isUTF8 {
      decoded = String(decoding: bytes.prefix(Self.limit), as: UTF8.self)
    } else {
      decoded = String(String.UnicodeScalarView(bytes.prefix(Self.limit).map(Self.scalar)))
    }
    var shown = String.UnicodeScalarView()
    for scalar in decoded.unicodeScalars {
      // Windows' packers have written its own separator.
      if scalar == "\\" { shown.append("/") } else { shown.append(Self.isShown(scalar) ? scalar : "\u{fffd}") }
    }
    text = String(shown)
  }

  private static func utf8(_ bytes: ArraySlice<UInt8>) -> String? {
    bytes.count <= limit ? String(validating: bytes, as: UTF8.self) : nil
  }

  /// Nothing that moves a terminal's cursor or turns its text around.
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }

  private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    byte < 0x80 ? Unicode.Scalar(byte) : upperHalf[Int(byte) - 0x80]
  }

  /// Code page 437 from 0x80 on.
  private static let upperHalf = Array(
    ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
      + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}").unicodeScalars)
}

/// A record with numbers at known places, as zip has them. The caller has made sure of its length.
struct LittleEndianRecord {
  let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  private func number(at offset: Int, _ count: Int) -> UInt64 {
    let start = bytes.startIndex + offset
    return bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  func short(at offset: Int) -> Int { Int(number(at: offset, 2)) }
  func word(at offset: Int) -> UInt32 { UInt32(number(at: offset, 4)) }
  func long(at offset: Int) -> UInt64 { number(at: offset, 8) }
}
