public import BabyModel

/// Who shares a child.
public enum ShareMembers: RPCMethod {
  public static let name = "share.members"
  public static let summary = "Lists who shares the child."
  public static let access = MethodAccess.everybody

  public typealias Params = ChildParams

  public struct Answer: WireObject {
    public var child: ChildReference
    public var members: [Member]
    /// The caller's own account.
    public var you: UserID

    public init(child: ChildReference, members: [Member], you: UserID) {
      self.child = child
      self.members = members
      self.you = you
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      child = try members.required("child", "The child.")
      self.members = try members.required("members", "The owner first, then the others in the order they joined.")
      you = try members.required("you", "UUID of the caller's own account.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("child", child)
      members.field("members", self.members)
      members.field("you", you)
    }
  }
}
