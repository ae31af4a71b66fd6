/// Brings a deleted entry back.
public enum EntryRestore: RPCMethod {
  public static let name = "entry.restore"
  public static let summary = "Brings a deleted entry back."
  public static let isWrite = true

  public typealias Params = EntryWriteParams
  public typealias Answer = EntryAnswer
}
