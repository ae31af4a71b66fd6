/// A child's sleep or tummy time.
public struct TimerRecord: Hashable, WireObject {
  public static var schemaName: String? { "Timer" }

  public var child: ChildReference
  public var running: EntryRecord?
  /// The latest one that is over.
  public var last: EntryRecord?

  public init(child: ChildReference, running: EntryRecord?, last: EntryRecord?) {
    self.child = child
    self.running = running
    self.last = last
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    child = try members.required("child", "The child.")
    running = try members.optional("running", "The one that is running.")
    last = try members.optional("last", "The latest one that has ended.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("child", child)
    members.nullable("running", running)
    members.nullable("last", last)
  }
}
