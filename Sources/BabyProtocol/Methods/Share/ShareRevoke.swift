/// Makes a code for sharing a child worthless.
public enum ShareRevoke: RPCMethod {
  public static let name = "share.revoke"
  public static let summary = "Cancels a code for sharing the child."
  public static let isWrite = true

  public struct Params: WireObject {
    public var id: String
    public var childID: String?

    public init(id: String, childID: String? = nil) {
      self.id = id
      self.childID = childID
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      id = try members.required("id", "UUID of the share, or its last 4 or more characters.")
      childID = try members.optional("childId", "UUID or name of the child; default: the caller's current child.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("id", id)
      members.field("childId", childID)
    }
  }

  public struct Answer: WireObject {
    public var child: ChildReference
    public var message: String

    public init(child: ChildReference, message: String) {
      self.child = child
      self.message = message
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      child = try members.required("child", "The child.")
      message = try members.required("message", "What was done, in words.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("child", child)
      members.field("message", message)
    }
  }
}
