/// Ends a subscription of this connection.
public enum ChangesUnsubscribe: RPCMethod {
  public static let name = "changes.unsubscribe"
  public static let summary = "Ends a subscription; none of its events come after the answer."
  public static let access = MethodAccess.everybody

  public struct Params: WireObject {
    public var subscription: Int

    public init(subscription: Int) { self.subscription = subscription }

    public init(reading members: inout ObjectReader) throws(WireError) {
      subscription = try members.required("subscription", "Number of the subscription.")
    }

    public func write(to members: inout ObjectWriter) { members.field("subscription", subscription) }
  }

  public struct Answer: WireObject {
    public var hasEnded: Bool

    public init(hasEnded: Bool) { self.hasEnded = hasEnded }

    public init(reading members: inout ObjectReader) throws(WireError) {
      hasEnded = try members.required("ended", "False when there was no such subscription.")
    }

    public func write(to members: inout ObjectWriter) { members.field("ended", hasEnded) }
  }
}
