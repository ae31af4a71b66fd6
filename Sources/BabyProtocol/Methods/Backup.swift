public import BabyModel

/// Backups are in the daemon's own folder. A client that wants one elsewhere reads its bytes.
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

/// The backup is one of the daemon's own, by its name, or a file that the caller sends in chunks, one at a time on each
/// connection. All connections end with it, because the database is replaced.
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

/// The daemon logs out first, so that polling brings nothing back. All connections end, because the database is replaced.
public enum DataErase: RPCMethod {
  public static let name = "data.erase"
  public static let summary = "Erases the whole database with its history and backups. This cannot be undone."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofServer + [.eraseUnconfirmed, .wrongCredentials, .accountInvalid]

  /// The required value of `confirm`.
  public static let word = "DELETE"

  @WireMembers
  public struct Params: WireObject {
    /// The word DELETE, so that this is not called by mistake.
    public var confirm: String?
    /// First erase the account on the family server and the children that have no other owner, also for those who
    /// share them.
    public var onServer: Bool = false
    /// The account's password, which erasing it needs; it is sent to the server and not stored anywhere.
    public var password: String?
    /// Only list the children that would be erased on the family server with the account. Nothing is changed.
    public var dryRun: Bool = false
  }

  @WireMembers
  public struct Answer: WireObject {
    /// How many backups and other copies were erased with it.
    public var removedFiles: Int
    /// Host of the family server where the account was also erased.
    public var server: String?
    /// The children that were erased there with it, because they have no other owner; in a dry run, those that would be.
    public var children: [ErasedChild]?
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

/// A child that is erased on a family server with an account, because it has no other owner.
@WireMembers("ErasedChild")
public struct ErasedChild: WireObject, Hashable {
  /// The child's name.
  public var name: String
  /// How many others share it, who lose it too.
  public var others: Int
}
