/// Brings a removed child back.
public enum ChildRestore: WriteMethod {
  public static let name = "child.restore"
  public static let summary = "Brings a removed child back."
  public static let access = MethodAccess.everybody

  public typealias Params = ChildWriteParams
  public typealias Answer = ChildAnswer
}
