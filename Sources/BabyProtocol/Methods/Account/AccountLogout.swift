/// Ends the session. What was not sent is kept for the next login.
public enum AccountLogout: RPCMethod {
  public static let name = "account.logout"
  public static let summary = "Ends the session; unsent changes are kept until the next login."
  public static let isWrite = true

  public struct Params: WireObject {
    /// Forget the session without telling the server, which may not be reached.
    public var isLocal: Bool

    public init(isLocal: Bool = false) { self.isLocal = isLocal }

    public init(reading members: inout ObjectReader) throws(WireError) {
      isLocal = try members.flag("local", "End the session here without telling the server.")
    }

    public func write(to members: inout ObjectWriter) { members.flag("local", isLocal) }
  }

  public typealias Answer = AccountAnswer
}
