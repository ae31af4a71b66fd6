/// Removes a child; its entries are kept, and child.restore brings it back.
public enum ChildRemove: WriteMethod {
  public static let name = "child.remove"
  public static let summary = "Removes a child; its entries are kept, and child.restore brings it back."

  public struct Params: WriteParams {
    public var childID: String
    public var options: WriteOptions

    public init(childID: String, options: WriteOptions = .init()) {
      self.childID = childID
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      childID = try members.required("childId", "UUID or name of the child.")
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("childId", childID)
      options.write(to: &members)
    }
  }

  public typealias Answer = ChildAnswer
}
