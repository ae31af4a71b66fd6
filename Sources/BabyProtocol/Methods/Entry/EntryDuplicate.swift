/// Logs an entry's content again as of now.
public enum EntryDuplicate: RPCMethod {
  public static let name = "entry.duplicate"
  public static let summary = "Logs an entry's content again as of now."
  public static let isWrite = true

  public typealias Params = EntryWriteParams
  public typealias Answer = EntryAnswer
}
