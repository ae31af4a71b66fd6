/// Gives up changes that were not sent: the entry becomes what the server has.
public enum QueueDiscard: WriteMethod {
  public static let name = "queue.discard"
  public static let summary = "Gives up changes that were not sent: the entry becomes what the server has."

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
