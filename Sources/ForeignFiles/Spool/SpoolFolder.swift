import Synchronization

/// Where the files of one import lie while they are read: a folder on the disk, and what they may take there together.
public final class SpoolFolder: Sendable {
  public let path: String
  public let limits: ForeignFileLimits
  private let taken = Mutex(0)

  /// - Parameter path: an existing folder that only this user can write to. Not a `tmpfs`, which is memory.
  public init(path: String, limits: ForeignFileLimits = ForeignFileLimits()) {
    self.path = path
    self.limits = limits
  }

  /// Bytes of all files there.
  public var size: Int { taken.withLock { $0 } }

  /// An empty file without a name.
  ///
  /// - Throws: `.diskFull`, `.notKept`.
  public func makeFile() throws(ForeignFileError) -> SpoolFile {
    SpoolFile(descriptor: try SpoolFile.open(in: path), folder: self)
  }

  /// - Throws: `.importTooLarge`; nothing is taken then.
  func take(_ count: Int) throws(ForeignFileError) {
    let fits = taken.withLock { taken in
      guard count <= limits.total - taken else { return false }
      taken += count
      return true
    }
    if !fits { throw ForeignFileError(.importTooLarge(limit: limits.total)) }
  }

  func giveBack(_ count: Int) { taken.withLock { $0 -= count } }
}
