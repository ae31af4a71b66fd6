/// Puts a backup in place of everything: one of the daemon's own by its name, or a file that the caller sends in chunks.
/// Each connection sends one at a time. Every connection ends with it, for the database is another one then.
public enum DataRestore: RPCMethod {
  public static let name = "data.restore"
  public static let summary = "Replaces the whole database with a backup, after backing up what was there."
  public static let isWrite = true
  public static let errors: [ErrorCode] = [.backupNotFound, .restoreInvalid, .restoreOfOtherLog]

  @WireMembers
  public struct Params: WireObject {
    /// One of the daemon's own backups; it is restored at once.
    public var name: String?
    /// The file's next bytes in base64.
    ///
    /// At most 512 KiB of text.
    @Wire(longest: WireLimit.chunk) public var chunk: String?
    /// True with the last chunk, or after it: the file is then restored.
    public var end: Bool = false
    /// True to take a backup of another log too: of another account, of a machine without one, or with children that have
    /// never been in this one.
    public var otherLog: Bool = false

    public func checkMembers() throws(WireError) {
      if name != nil, chunk != nil || end { throw WireError(path: "name", message: "cannot be used with chunk or end") }
    }
  }

  @WireMembers
  public struct Answer: WireObject {
    /// How many bytes of the file have arrived.
    public var bytes: Int
    /// True when the backup is in place.
    public var isRestored: Bool = false
    /// How many children the backup has.
    public var children: Int?
    /// How many entries the backup has.
    public var entries: Int?
    /// The backup of what was there before, if anything was.
    public var replaced: BackupRecord?
  }
}
