/// Does again what the caller undid last.
public enum Redo: RPCMethod {
  public static let name = "redo"
  public static let summary = "Does again what the caller undid last."
  public static let isWrite = true

  public typealias Params = WriteOptions
  public typealias Answer = Undo.Answer
}
