/// Who is logged in, and how the family server is reached, from memory.
public enum AccountStatus: RPCMethod {
  public static let name = "account.status"
  public static let summary = "Who is logged in, and how the family server is reached, from memory."
  public static let access = MethodAccess.everybody

  public struct Params: WireObject {
    /// Has a token looked for again that could not be had, and counts what was logged without an account.
    public var isThorough: Bool

    public init(isThorough: Bool = false) { self.isThorough = isThorough }

    public init(reading members: inout ObjectReader) throws(WireError) {
      isThorough = try members.flag(
        "thorough", "Look again for a token that could not be had, and count what was logged without an account.")
    }

    public func write(to members: inout ObjectWriter) { members.flag("thorough", isThorough) }
  }

  public struct Answer: WireObject {
    public static var schemaName: String? { "AccountStatus" }

    public var account: AccountRecord
    public var connection: ConnectionRecord

    public init(account: AccountRecord, connection: ConnectionRecord) {
      self.account = account
      self.connection = connection
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      account = try members.required("account", "Who is logged in.")
      connection = try members.required("connection", "How the server is reached.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("account", account)
      members.field("connection", connection)
    }
  }
}
