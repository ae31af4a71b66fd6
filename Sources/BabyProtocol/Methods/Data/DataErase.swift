/// Erases everything, for good, and logs out first, so that polling brings nothing back. Every connection ends with it,
/// for the database is another one then.
public enum DataErase: RPCMethod {
  public static let name = "data.erase"
  public static let summary = "Erases the whole database with its history and backups. This cannot be undone."
  public static let isWrite = true

  /// What `confirm` has to be.
  public static let word = "DELETE"

  public struct Params: WireObject {
    public var confirm: String?
    /// Erases the account on the family server too.
    public var onServer: Bool

    public init(confirm: String? = nil, onServer: Bool = false) {
      self.confirm = confirm
      self.onServer = onServer
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      confirm = try members.optional("confirm", "The word DELETE, so that this is not called by mistake.")
      onServer = try members.flag(
        "onServer",
        "First erase the account on the family server and the children it owns, also for those who share them.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("confirm", confirm)
      members.flag("onServer", onServer)
    }
  }

  public struct Answer: WireObject {
    /// Backups and other copies that went too.
    public var removedFiles: Int
    /// Host of the server that the account was erased on.
    public var server: String?

    public init(removedFiles: Int, server: String? = nil) {
      self.removedFiles = removedFiles
      self.server = server
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      removedFiles = try members.required("removedFiles", "How many backups and other copies were erased with it.")
      server = try members.optional("server", "Host of the family server where the account was also erased.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("removedFiles", removedFiles)
      members.field("server", server)
    }
  }
}
