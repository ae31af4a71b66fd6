public import BabyModel

/// Deletes entries together; one undo brings them all back.
public enum EntryDeleteSeveral: WriteMethod {
  public static let name = "entry.deleteSeveral"
  public static let summary = "Deletes entries together, all of them or none; one undo brings them all back."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofEntry + [.entryInvalid, .entryDeleted]

  @WireMembers
  public struct Params: WriteParams {
    /// The entries, 1 to 100: for each its UUID, its last 4 or more characters, or "last" for the latest one logged.
    public var ids: [String]
    @Flattened public var options: WriteOptions = .init()

    public func checkMembers() throws(WireError) {
      guard ids.count <= 100 else { throw WireError(path: "ids", message: "must be at most 100") }
    }
  }

  @WireMembers
  public struct Answer: PressAnswer {
    /// The entries as they are now.
    public var entries: [EntryRecord]
    /// The children they are for.
    public var children: [ChildReference]
    /// How to write clock times.
    public var timeFormat: TimeFormat
    /// The result, in words.
    public var message: String
    /// Number of the database's last change.
    public var seq: Int
    /// True when nothing was changed.
    public var isDryRun: Bool = false
    /// True when the same call came within the second before: it was done once.
    public var isRepeated: Bool = false
  }
}
