/// Erases everything, for good, and logs out first, so that polling brings nothing back. Every connection ends with it,
/// for the database is another one then.
public enum DataErase: RPCMethod {
  public static let name = "data.erase"
  public static let summary = "Erases the whole database with its history and backups. This cannot be undone."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofServer + [.eraseUnconfirmed, .wrongCredentials, .accountInvalid]

  /// The required value of `confirm`.
  public static let word = "DELETE"

  @WireMembers
  public struct Params: WireObject {
    /// The word DELETE, so that this is not called by mistake.
    public var confirm: String?
    /// First erase the account on the family server and the children that have no other owner, also for those who
    /// share them.
    public var onServer: Bool = false
    /// The account's password, which erasing it needs; it is sent to the server and not stored anywhere.
    public var password: String?
    /// Only list the children that would be erased on the family server with the account. Nothing is changed.
    public var dryRun: Bool = false
  }

  @WireMembers
  public struct Answer: WireObject {
    /// How many backups and other copies were erased with it.
    public var removedFiles: Int
    /// Host of the family server where the account was also erased.
    public var server: String?
    /// The children that were erased there with it, because they have no other owner; in a dry run, those that would be.
    public var children: [ErasedChild]?
  }
}
