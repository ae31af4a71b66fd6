/// Takes what was logged without an account into the account. Doing it twice doubles nothing.
public enum AccountUpload: RPCMethod {
  public static let name = "account.upload"
  public static let summary = "Adds the entries from before the account to the account; doing it twice adds nothing."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofChild + .ofServer + [.childNameTaken, .importInvalid]

  @WireMembers
  public struct Params: WireObject {
    /// UUID or name of a child that was logged for without an account; default: all.
    public var childID: String?
    /// UUID or name of the account's child to add the entries to; default: the one with the same name, or a new one.
    public var into: String?
    /// Answer as if it were done, but change nothing.
    public var isDryRun: Bool = false
  }

  @WireMembers
  public struct Answer: WireObject {
    /// How many children are new in the account.
    public var children: Int
    /// How many entries are new in the account.
    public var entries: Int
    /// The result, in words.
    public var message: String
    /// True when nothing was changed.
    public var isDryRun: Bool = false
  }
}
