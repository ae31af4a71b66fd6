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
