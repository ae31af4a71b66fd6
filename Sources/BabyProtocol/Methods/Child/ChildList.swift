/// The children, in the order in which they were added.
public enum ChildList: RPCMethod {
  public static let name = "child.list"
  public static let summary = "Lists the children in the order they were added."
  public static let access = MethodAccess.everybody

  @WireMembers
  public struct Params: WireObject {
    /// Also list removed children.
    @Wire("includeRemoved") public var includesRemoved: Bool = false
  }

  @WireMembers("ChildList")
  public struct Answer: Hashable, WireObject {
    /// The children.
    public var children: [ChildRecord]
  }
}
