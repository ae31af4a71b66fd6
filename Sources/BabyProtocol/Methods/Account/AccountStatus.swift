/// Who is logged in, and how the family server is reached. Asks the server nothing.
public enum AccountStatus: RPCMethod {
  public static let name = "account.status"
  public static let summary = "Who is logged in, and how the family server is reached; asks the server nothing."

  public typealias Params = NoParams

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
