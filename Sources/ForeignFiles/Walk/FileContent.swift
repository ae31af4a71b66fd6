/// The type of a file by its first bytes: its name does not matter.
public enum FileContent: Hashable, Sendable {
  case zip, database
  /// A text, a table, JSON, or anything else.
  case bytes

  /// How many bytes tell it.
  static let enough = 16

  /// - Parameter beginning: the first 16 bytes, or as many as there are.
  public init(beginning: some Sequence<UInt8>) {
    let bytes = Array(beginning.prefix(Self.enough))
    // The second is one without files.
    if [[0x50, 0x4b, 3, 4], [0x50, 0x4b, 5, 6]].contains(where: { bytes.starts(with: $0) }) {
      self = .zip
    } else if bytes == DatabaseHeader.beginning {
      self = .database
    } else {
      self = .bytes
    }
  }

  /// - Throws: `.notKept`.
  public init(of spool: SpoolFile) throws(ForeignFileError) {
    self.init(beginning: try spool.read(at: 0, count: Self.enough))
  }
}
