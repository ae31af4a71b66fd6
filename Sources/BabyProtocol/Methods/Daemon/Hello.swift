/// Optional first call: says who calls, and learns whom they talk to.
public enum Hello: RPCMethod {
  public static let name = "hello"
  public static let summary = "Names the client, and returns the daemon's version, database and capabilities."
  public static let access = MethodAccess.everybody

  /// The versions of the protocol that this code speaks.
  public static let protocolVersions = 1...1

  public struct Params: WireObject {
    public var client: String?
    public var protocolVersions: [Int]?

    public init(client: String? = nil, protocolVersions: [Int]? = nil) {
      self.client = client
      self.protocolVersions = protocolVersions
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      client = try members.optional("client", "Name of the calling program, at most 60 characters.")
      protocolVersions = try members.optional("protocol", "Lowest and highest protocol version that the caller speaks.")
      if let client, !(1...60).contains(client.unicodeScalars.count) {
        throw WireError(path: "client", message: "must have 1 to 60 characters")
      }
      if let versions = protocolVersions, versions.count != 2 || versions[0] > versions[1] {
        throw WireError(path: "protocol", message: "must be the lowest and the highest version, such as [1, 1]")
      }
    }

    public func write(to members: inout ObjectWriter) {
      members.field("client", client)
      members.field("protocol", protocolVersions)
    }
  }

  public struct Answer: WireObject {
    public var server: String
    public var version: String
    public var protocolVersion: Int
    public var instance: String
    public var seq: Int
    public var capabilities: [String]

    public init(
      server: String, version: String, protocolVersion: Int, instance: String, seq: Int, capabilities: [String]
    ) {
      self.server = server
      self.version = version
      self.protocolVersion = protocolVersion
      self.instance = instance
      self.seq = seq
      self.capabilities = capabilities
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      server = try members.required("server", "Name of the daemon.")
      version = try members.required("version", "Version of the daemon.")
      protocolVersion = try members.required("protocol", "Version of the protocol used from now on.")
      instance = try members.required(
        "instance", "UUID of the database; if it differs from before, forget everything you know.")
      seq = try members.required("seq", "Number of the database's last change.")
      capabilities = try members.required("capabilities", "What the daemon supports beyond version 1 of the protocol.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("server", server)
      members.field("version", version)
      members.field("protocol", protocolVersion)
      members.field("instance", instance)
      members.field("seq", seq)
      members.field("capabilities", capabilities)
    }
  }
}
