/// The children, in the order in which they were added.
public enum ChildList: RPCMethod {
  public static let name = "child.list"
  public static let summary = "Lists the children in the order they were added."
  public static let access = MethodAccess.everybody

  public struct Params: WireObject {
    public var includesRemoved: Bool

    public init(includesRemoved: Bool = false) {
      self.includesRemoved = includesRemoved
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      includesRemoved = try members.flag("includeRemoved", "Also list removed children.")
    }

    public func write(to members: inout ObjectWriter) {
      members.flag("includeRemoved", includesRemoved)
    }
  }

  public struct Answer: Hashable, WireObject {
    public static var schemaName: String? { "ChildList" }

    public var children: [ChildRecord]

    public init(children: [ChildRecord]) { self.children = children }

    public init(reading members: inout ObjectReader) throws(WireError) {
      children = try members.required("children", "The children.")
    }

    public func write(to members: inout ObjectWriter) { members.field("children", children) }
  }
}
