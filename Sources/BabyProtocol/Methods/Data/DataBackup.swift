public import BabyModel

/// Makes a backup in the daemon's own folder, or reads one, for a client that wants it elsewhere.
public enum DataBackup: RPCMethod {
  public static let name = "data.backup"
  public static let summary = "Makes a backup of the database or, given a name, returns the bytes of one."
  public static let errors: [ErrorCode] = [.backupNotFound]

  @WireMembers
  public struct Params: WireObject {
    /// The backup to read; default: make a new one.
    public var name: String?
    /// The byte to start from; default: the first.
    public var offset: Int?

    public func checkMembers() throws(WireError) {
      if let offset, offset < 0 || name == nil {
        throw WireError(path: "offset", message: name == nil ? "needs name" : "must not be negative")
      }
    }
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The backup.
    public var backup: BackupRecord
    /// If a name was given: the bytes from the offset on, in base64.
    public var chunk: String?
    /// True at the end.
    public var isEnd: Bool = false
  }
}

/// The backups that there are.
public enum DataBackups: RPCMethod {
  public static let name = "data.backups"
  public static let summary = "Lists the backups in the daemon's folder, newest first."
  public static let access = MethodAccess.everybody

  public typealias Params = NoParams

  @WireMembers
  public struct Answer: WireObject {
    /// Where they are, on the daemon's machine.
    public var folder: String
    /// The backups.
    public var backups: [BackupRecord]
  }
}

/// A backup in the daemon's folder.
@WireMembers("Backup")
public struct BackupRecord: Hashable, WireObject {
  /// The file's name.
  public var name: String
  /// When it was made.
  public var at: Instant
  /// How large it is.
  public var bytes: Int
}
