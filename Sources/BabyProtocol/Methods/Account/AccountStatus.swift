/// Who is logged in, and how the family server is reached, from memory.
public enum AccountStatus: RPCMethod {
  public static let name = "account.status"
  public static let summary = "Returns who is logged in and whether the family server answers, from memory."
  public static let access = MethodAccess.everybody

  public struct Params: WireObject {
    /// Has a token looked for again that could not be had, and counts what was logged without an account.
    public var isThorough: Bool

    public init(isThorough: Bool = false) { self.isThorough = isThorough }

    public init(reading members: inout ObjectReader) throws(WireError) {
      isThorough = try members.flag(
        "thorough", "Look again for a token that could not be read, and count what was logged without an account.")
    }

    public func write(to members: inout ObjectWriter) { members.flag("thorough", isThorough) }
  }

  public struct Answer: WireObject {
    public static var schemaName: String? { "AccountStatus" }

    public var account: AccountRecord
    public var connection: ConnectionRecord
    /// Until it is restored, or dismissed with the inbox.
    public var lostLog: LostLogRecord?

    public init(account: AccountRecord, connection: ConnectionRecord, lostLog: LostLogRecord? = nil) {
      self.account = account
      self.connection = connection
      self.lostLog = lostLog
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      account = try members.required("account", "Who is logged in.")
      connection = try members.required("connection", "The state of the connection to the server.")
      lostLog = try members.optional(
        "lostLog", "The damaged log that this one replaces, until it is restored or the inbox is dismissed.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("account", account)
      members.field("connection", connection)
      members.field("lostLog", lostLog)
    }
  }
}
