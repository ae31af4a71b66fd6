/// A log that was damaged, and in whose place the one in use was begun.
public struct LostLogRecord: Hashable, WireObject {
  public static var schemaName: String? { "LostLog" }

  public var path: String?
  public var backup: String?

  public init(path: String?, backup: String?) {
    self.path = path
    self.backup = backup
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    path = try members.optional("path", "Where the damaged database is now.")
    backup = try members.optional("backup", "Name of the newest backup of it that can be restored.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("path", path)
    members.field("backup", backup)
  }

  /// What helps, as a command.
  public var remedy: String {
    if let backup { return "bbctl restore \(backup)" }
    return path.map { "sqlite3 '\($0)' .recover" } ?? "bbctl backup --list"
  }

  /// What has happened, for a person.
  public static let sentence = "The log was damaged, so it was set aside and this new one was started."
}
