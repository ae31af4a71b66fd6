/// Takes a call back that is waiting or running on the same connection; it overtakes the calls before it.
public enum Cancel: RPCMethod {
  public static let name = "cancel"
  public static let summary = "Cancels a call on the same connection that has not been answered yet."
  public static let access = MethodAccess.everybody

  public struct Params: WireObject {
    /// The id that the call was sent with: a string or a whole number.
    public var id: JSON

    public init(id: JSON) { self.id = id }

    public init(reading members: inout ObjectReader) throws(WireError) {
      id = try members.required("id", "The id of the call, as it was sent.")
    }

    public func write(to members: inout ObjectWriter) { members.field("id", id) }
  }

  public struct Answer: WireObject {
    public var isCancelled: Bool

    public init(isCancelled: Bool) { self.isCancelled = isCancelled }

    public init(reading members: inout ObjectReader) throws(WireError) {
      isCancelled = try members.required("cancelled", "False when no such call was waiting or running.")
    }

    public func write(to members: inout ObjectWriter) { members.field("cancelled", isCancelled) }
  }
}
