/// A place in the history of a database: where a client's knowledge ends.
public struct ChangePosition: Hashable, WireObject {
  public static var schemaName: String? { "ChangePosition" }

  /// The database. Numbers of another one mean nothing.
  public var instance: String
  /// Number of the last change that is known.
  public var seq: Int

  public init(instance: String, seq: Int) {
    self.instance = instance
    self.seq = seq
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    instance = try members.required("instance", "UUID of the database that the number belongs to.")
    seq = try members.required("seq", "Number of the last change that is known.")
    if seq < 0 { throw WireError(path: "seq", message: "must not be negative") }
  }

  public func write(to members: inout ObjectWriter) {
    members.field("instance", instance)
    members.field("seq", seq)
  }
}
