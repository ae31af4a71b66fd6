/// Brings a removed child back.
public enum ChildRestore: WriteMethod {
  public static let name = "child.restore"
  public static let summary = "Brings a removed child back."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = [
    .childNotFound, .childNotRemoved, .childNameTaken, .childNotOwner, .childNotShared,
  ]

  public typealias Params = ChildWriteParams
  public typealias Answer = ChildAnswer
}
