/// Puts a backup in place of everything: one of the daemon's own by its name, or a file that the caller sends in chunks.
/// Each connection sends one at a time. Every connection ends with it, for the database is another one then.
public enum DataRestore: RPCMethod {
  public static let name = "data.restore"
  public static let summary = "Replaces the whole database with a backup, after backing up what was there."
  public static let isWrite = true

  public struct Params: WireObject {
    public var name: String?
    /// At most 512 KiB of text.
    public var chunk: String?
    public var end: Bool

    public init(name: String? = nil, chunk: String? = nil, end: Bool = false) {
      self.name = name
      self.chunk = chunk
      self.end = end
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      name = try members.optional("name", "One of the daemon's own backups; it is restored at once.")
      chunk = try members.optional("chunk", "The file's next bytes in base64.", longest: WireLimit.chunk)
      end = try members.flag("end", "True with the last chunk, or after it: the file is then restored.")
      if name != nil, chunk != nil || end { throw WireError(path: "name", message: "cannot be used with chunk or end") }
    }

    public func write(to members: inout ObjectWriter) {
      members.field("name", name)
      members.field("chunk", chunk)
      members.flag("end", end)
    }
  }

  public struct Answer: WireObject {
    /// Bytes of the file that have come.
    public var bytes: Int
    public var isRestored: Bool
    public var children: Int?
    public var entries: Int?
    /// The backup of what was there before.
    public var replaced: BackupRecord?

    public init(
      bytes: Int, isRestored: Bool = false, children: Int? = nil, entries: Int? = nil, replaced: BackupRecord? = nil
    ) {
      self.bytes = bytes
      self.isRestored = isRestored
      self.children = children
      self.entries = entries
      self.replaced = replaced
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      bytes = try members.required("bytes", "How many bytes of the file have arrived.")
      isRestored = try members.flag("restored", "True when the backup is in place.")
      children = try members.optional("children", "How many children the backup has.")
      entries = try members.optional("entries", "How many entries the backup has.")
      replaced = try members.optional("replaced", "The backup of what was there before, if anything was.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("bytes", bytes)
      members.flag("restored", isRestored)
      members.field("children", children)
      members.field("entries", entries)
      members.field("replaced", replaced)
    }
  }
}
