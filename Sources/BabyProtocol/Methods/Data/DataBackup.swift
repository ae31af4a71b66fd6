public import BabyModel

/// Makes a backup in the daemon's own folder, or reads one, for a client that wants it elsewhere.
public enum DataBackup: RPCMethod {
  public static let name = "data.backup"
  public static let summary = "Makes a backup of the database or, given a name, returns the bytes of one."

  public struct Params: WireObject {
    public var name: String?
    public var offset: Int?

    public init(name: String? = nil, offset: Int? = nil) {
      self.name = name
      self.offset = offset
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      name = try members.optional("name", "The backup to read; default: make a new one.")
      offset = try members.optional("offset", "The byte to start from; default: the first.")
      if let offset, offset < 0 || name == nil {
        throw WireError(path: "offset", message: name == nil ? "needs name" : "must not be negative")
      }
    }

    public func write(to members: inout ObjectWriter) {
      members.field("name", name)
      members.field("offset", offset)
    }
  }

  public struct Answer: WireObject {
    public var backup: BackupRecord
    public var chunk: String?
    public var isEnd: Bool

    public init(backup: BackupRecord, chunk: String? = nil, isEnd: Bool = false) {
      self.backup = backup
      self.chunk = chunk
      self.isEnd = isEnd
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      backup = try members.required("backup", "The backup.")
      chunk = try members.optional("chunk", "If a name was given: the bytes from the offset on, in base64.")
      isEnd = try members.flag("end", "True when there is no more.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("backup", backup)
      members.field("chunk", chunk)
      members.flag("end", isEnd)
    }
  }
}

/// The backups that there are.
public enum DataBackups: RPCMethod {
  public static let name = "data.backups"
  public static let summary = "Lists the backups in the daemon's folder, newest first."
  public static let access = MethodAccess.everybody

  public typealias Params = NoParams

  public struct Answer: WireObject {
    public var folder: String
    public var backups: [BackupRecord]

    public init(folder: String, backups: [BackupRecord]) {
      self.folder = folder
      self.backups = backups
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      folder = try members.required("folder", "Where they are, on the daemon's machine.")
      backups = try members.required("backups", "The backups.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("folder", folder)
      members.field("backups", backups)
    }
  }
}

/// A backup in the daemon's folder.
public struct BackupRecord: Hashable, WireObject {
  public static var schemaName: String? { "Backup" }

  public var name: String
  public var at: Instant
  public var bytes: Int

  public init(name: String, at: Instant, bytes: Int) {
    self.name = name
    self.at = at
    self.bytes = bytes
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    name = try members.required("name", "The file's name.")
    at = try members.required("at", "When it was made.")
    bytes = try members.required("bytes", "How large it is.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("name", name)
    members.field("at", at)
    members.field("bytes", bytes)
  }
}
