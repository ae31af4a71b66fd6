/// Erases everything, for good, and logs out first; what a family server keeps stays there. Every connection ends with it, for the database is another one then.
public enum DataErase: RPCMethod {
  public static let name = "data.erase"
  public static let summary = "Erases the whole database with its history and backups; nothing can bring it back."
  public static let isWrite = true

  /// What `confirm` has to be.
  public static let word = "DELETE"

  public struct Params: WireObject {
    public var confirm: String?

    public init(confirm: String? = nil) { self.confirm = confirm }

    public init(reading members: inout ObjectReader) throws(WireError) {
      confirm = try members.optional("confirm", "The word DELETE, so that nobody calls this by mistake.")
    }

    public func write(to members: inout ObjectWriter) { members.field("confirm", confirm) }
  }

  public struct Answer: WireObject {
    /// Backups and other copies that went too.
    public var removedFiles: Int

    public init(removedFiles: Int) { self.removedFiles = removedFiles }

    public init(reading members: inout ObjectReader) throws(WireError) {
      removedFiles = try members.required("removedFiles", "How many backups and other copies went with it.")
    }

    public func write(to members: inout ObjectWriter) { members.field("removedFiles", removedFiles) }
  }
}
