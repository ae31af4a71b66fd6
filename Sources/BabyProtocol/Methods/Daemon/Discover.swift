/// The protocol's own description.
public enum Discover: RPCMethod {
  public static let name = "rpc.discover"
  public static let summary = "Returns this protocol as an OpenRPC document."
  public static let access = MethodAccess.everybody

  public typealias Params = NoParams

  /// The document; see https://spec.open-rpc.org.
  public struct Answer: WireObject {
    public var openrpc: String
    public var info: JSON
    public var methods: [JSON]
    public var components: JSON

    public init(openrpc: String, info: JSON, methods: [JSON], components: JSON) {
      self.openrpc = openrpc
      self.info = info
      self.methods = methods
      self.components = components
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      openrpc = try members.required("openrpc", "Version of the OpenRPC specification.")
      info = try members.required("info", "Title and version.")
      methods = try members.required("methods", "The methods.")
      components = try members.required("components", "Schemas and errors that the methods share.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("openrpc", openrpc)
      members.field("info", info)
      members.field("methods", methods)
      members.field("components", components)
    }
  }
}
