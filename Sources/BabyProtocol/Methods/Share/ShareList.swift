public import BabyModel

/// Codes for sharing a child that nobody has accepted yet.
public enum ShareList: RPCMethod {
  public static let name = "share.list"
  public static let summary = "Lists the codes for sharing the child that have not been accepted yet."
  public static let access = MethodAccess.everybody

  public typealias Params = ChildParams

  public struct Answer: WireObject {
    public var child: ChildReference
    public var shares: [Share]

    public init(child: ChildReference, shares: [Share]) {
      self.child = child
      self.shares = shares
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      child = try members.required("child", "The child.")
      shares = try members.required("shares", "The shares, in the order they were made.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("child", child)
      members.field("shares", shares)
    }
  }
}
