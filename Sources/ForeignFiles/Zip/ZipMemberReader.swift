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
    return isRead ? nil : damaged("the disk does not give it back")
  }

  private func checkEnd() throws(ForeignFileError) {
    guard count == member.size else { throw damaged("it is smaller than the zip says") }
    guard checksum.value == member.checksum else { throw ForeignFileError(.checksumWrong, file: member.name) }
  }

  private func damaged(_ what: String) -> ForeignFileError { ForeignFileError(.memberDamaged(what), file: member.name) }
}
