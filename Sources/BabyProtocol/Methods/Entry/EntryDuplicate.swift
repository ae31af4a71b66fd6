/// Logs an entry's content again as of now.
public enum EntryDuplicate: WriteMethod {
  public static let name = "entry.duplicate"
  public static let summary = "Logs an entry's content again as of now."

  public typealias Params = EntryWriteParams
  public typealias Answer = EntryAnswer
}
