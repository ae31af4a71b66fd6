/// Brings a deleted entry back.
public enum EntryRestore: WriteMethod {
  public static let name = "entry.restore"
  public static let summary = "Brings a deleted entry back."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofEntry + [.entryNotDeleted, .timerRunning]

  public typealias Params = EntryWriteParams
  public typealias Answer = EntryAnswer
}
