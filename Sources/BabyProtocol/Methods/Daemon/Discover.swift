/// The protocol's own description.
public enum Discover: RPCMethod {
  public static let name = "rpc.discover"
  public static let summary = "Returns this protocol as an OpenRPC document."
  public static let access = MethodAccess.everybody

  public typealias Params = NoParams

  /// The document; see https://spec.open-rpc.org.
  @WireMembers
  public struct Answer: WireObject {
    /// Version of the OpenRPC specification.
    public var openrpc: String
    /// Title and version.
    public var info: JSON
    /// The methods.
    public var methods: [JSON]
    /// Schemas and errors that the methods share.
    public var components: JSON
  }
}
