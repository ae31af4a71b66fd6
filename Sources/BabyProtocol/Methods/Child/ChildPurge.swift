/// Deletes a removed child for good, with all that was logged of it.
public enum ChildPurge: WriteMethod {
  public static let name = "child.purge"
  public static let summary =
    "Deletes a removed child for good, with its entries, settings and history here. Undo does not bring it back."
  public static let errors: [ErrorCode] = [.childNotFound, .childNotRemoved, .childNotOwner, .childUnsent]

  public typealias Params = ChildWriteParams
  public typealias Answer = ChildAnswer
}
