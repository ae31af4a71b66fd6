/// Removes a child; its entries are kept, and child.restore brings it back.
public enum ChildRemove: WriteMethod {
  public static let name = "child.remove"
  public static let summary = "Removes a child; its entries are kept, and child.restore brings it back."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild + [.childNotOwner]

  public typealias Params = ChildWriteParams
  public typealias Answer = ChildAnswer
}
