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
