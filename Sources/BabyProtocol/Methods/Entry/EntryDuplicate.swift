/// Logs an entry's content again as of now.
public enum EntryDuplicate: WriteMethod {
  public static let name = "entry.duplicate"
  public static let summary = "Logs a copy of an entry, as of now."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] =
    .ofEntry + [.entryInvalid, .entryDeleted, .timerRunning]

  public typealias Params = EntryWriteParams
  public typealias Answer = EntryAnswer
}
