/// Deletes an entry; undo or entry.restore brings it back.
public enum EntryDelete: WriteMethod {
  public static let name = "entry.delete"
  public static let summary = "Deletes an entry; undo or entry.restore brings it back."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true
  public static let errors: [ErrorCode] = .ofEntry + [.entryDeleted]

  public typealias Params = EntryWriteParams
  public typealias Answer = EntryAnswer
}
