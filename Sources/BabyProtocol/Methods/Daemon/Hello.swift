/// Optional first call: says who calls, and learns whom they talk to.
public enum Hello: RPCMethod {
  public static let name = "hello"
  public static let summary = "Names the client, and returns the daemon's version, database and capabilities."
  public static let access = MethodAccess.everybody

  /// The versions of the protocol that this code speaks.
  public static let protocolVersions = 1...1

  @WireMembers
  public struct Params: WireObject {
    /// Name of the calling program, at most 60 characters.
    public var client: String?
    /// Lowest and highest protocol version that the caller speaks.
    @Wire("protocol") public var protocolVersions: [Int]?

    public func checkMembers() throws(WireError) {
      if let client, !(1...60).contains(client.unicodeScalars.count) {
        throw WireError(path: "client", message: "must have 1 to 60 characters")
      }
      if let versions = protocolVersions, versions.count != 2 || versions[0] > versions[1] {
        throw WireError(path: "protocol", message: "must be the lowest and the highest version, such as [1, 1]")
      }
    }
  }

  @WireMembers
  public struct Answer: WireObject {
    /// Name of the daemon.
    public var server: String
    /// Version of the daemon.
    public var version: String
    /// Version of the protocol used from now on.
    @Wire("protocol") public var protocolVersion: Int
    /// UUID of the database; if it differs from before, forget everything you know.
    public var instance: String
    /// Number of the database's last change.
    public var seq: Int
    /// The daemon's features beyond version 1 of the protocol.
    public var capabilities: [String]
  }
}
