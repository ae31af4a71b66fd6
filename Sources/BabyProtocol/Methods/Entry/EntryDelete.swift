/// Deletes an entry; undo or entry.restore brings it back.
public enum EntryDelete: RPCMethod {
  public static let name = "entry.delete"
  public static let summary = "Deletes an entry; undo or entry.restore brings it back."
  public static let isWrite = true

  public typealias Params = EntryWriteParams
  public typealias Answer = EntryAnswer
}
