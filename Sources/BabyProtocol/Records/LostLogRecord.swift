/// A log that was damaged, and in whose place the one in use was begun.
@WireMembers("LostLog")
public struct LostLogRecord: Hashable, WireObject {
  /// Where the damaged database is now.
  public var path: String?
  /// Name of the newest backup of it that can be restored.
  public var backup: String?

  /// The command that helps.
  public var remedy: String {
    if let backup { return "bbctl restore \(backup)" }
    return path.map { "sqlite3 '\($0)' .recover" } ?? "bbctl backup --list"
  }

  /// The explanation for a person.
  public static let sentence = "The log was damaged, so it was set aside and this new one was started."
}
