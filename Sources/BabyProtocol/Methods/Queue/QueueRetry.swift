/// Gives failed changes five more attempts. One that is on its way is left alone.
public enum QueueRetry: WriteMethod {
  public static let name = "queue.retry"
  public static let summary = "Gives failed changes five more attempts; one that is on its way is left alone."

  static let idSummary = "UUID of the entry or child, or its last 4 or more characters"

  public struct Params: WriteParams {
    /// Nil for all that have failed.
    public var id: String?
    public var options: WriteOptions

    public init(id: String? = nil, options: WriteOptions = .init()) {
      self.id = id
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      id = try members.optional("id", QueueRetry.idSummary + "; left out, all that have failed.")
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("id", id)
      options.write(to: &members)
    }
  }

  public typealias Answer = QueueAnswer
}
