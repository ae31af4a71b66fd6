/// Deletes an entry; undo or entry.restore brings it back.
public enum EntryDelete: WriteMethod {
  public static let name = "entry.delete"
  public static let summary = "Deletes an entry; undo or entry.restore brings it back."

  public typealias Params = EntryWriteParams
  public typealias Answer = EntryAnswer
}
