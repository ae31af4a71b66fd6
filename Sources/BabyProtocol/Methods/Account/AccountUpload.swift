/// Takes what was logged without an account into the account. Doing it twice doubles nothing.
public enum AccountUpload: RPCMethod {
  public static let name = "account.upload"
  public static let summary = "Adds what was logged without an account to the account; doing it twice adds nothing."
  public static let isWrite = true

  public struct Params: WireObject {
    /// Id or name of a child that was logged for without an account.
    public var childID: String?
    /// Id or name of a child of the account.
    public var into: String?
    public var isDryRun: Bool

    public init(childID: String? = nil, into: String? = nil, isDryRun: Bool = false) {
      self.childID = childID
      self.into = into
      self.isDryRun = isDryRun
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      childID = try members.optional(
        "childId", "UUID or name of a child that was logged for without an account; default: all.")
      into = try members.optional(
        "into",
        "UUID or name of the account's child to add the entries to; default: the one with the same name, or a new one.")
      isDryRun = try members.flag("dryRun", "Answer as if it were done, but change nothing.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("childId", childID)
      members.field("into", into)
      members.flag("dryRun", isDryRun)
    }
  }

  public struct Answer: WireObject {
    public var children: Int
    public var entries: Int
    public var message: String
    public var isDryRun: Bool

    public init(children: Int, entries: Int, message: String, isDryRun: Bool) {
      self.children = children
      self.entries = entries
      self.message = message
      self.isDryRun = isDryRun
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      children = try members.required("children", "How many children are new in the account.")
      entries = try members.required("entries", "How many entries are new in the account.")
      message = try members.required("message", "What was done, in words.")
      isDryRun = try members.flag("dryRun", "True when nothing was changed.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("children", children)
      members.field("entries", entries)
      members.field("message", message)
      members.flag("dryRun", isDryRun)
    }
  }
}
