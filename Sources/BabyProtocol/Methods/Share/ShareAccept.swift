public import BabyModel

/// Shares the child that a code is for.
public enum ShareAccept: RPCMethod {
  public static let name = "share.accept"
  public static let summary = "Accepts a code and shares its child."
  public static let isWrite = true

  public struct Params: WireObject {
    public var code: String

    public init(code: String) { self.code = code }

    public init(reading members: inout ObjectReader) throws(WireError) {
      code = try members.required("code", "The code from share.create.")
    }

    public func write(to members: inout ObjectWriter) { members.field("code", code) }
  }

  public struct Answer: WireObject {
    public var child: ChildReference
    public var role: Role
    public var message: String

    public init(child: ChildReference, role: Role, message: String) {
      self.child = child
      self.role = role
      self.message = message
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      child = try members.required("child", "The child.")
      role = try members.required("role", "What the caller may do with the child.")
      message = try members.required("message", "What was done, in words.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("child", child)
      members.field("role", role)
      members.field("message", message)
    }
  }
}
