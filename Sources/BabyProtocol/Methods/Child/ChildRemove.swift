/// Removes a child; its entries are kept, and child.restore brings it back.
public enum ChildRemove: WriteMethod {
  public static let name = "child.remove"
  public static let summary = "Removes a child; its entries are kept, and child.restore brings it back."
  public static let access = MethodAccess.everybody

  public typealias Params = ChildWriteParams
  public typealias Answer = ChildAnswer
}
