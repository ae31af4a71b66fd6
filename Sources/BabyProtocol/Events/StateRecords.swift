/// A child's sleep or tummy time.
@WireMembers("Timer")
public struct TimerRecord: Hashable, WireObject {
  /// The child.
  public var child: ChildReference
  /// The one that is running.
  @Wire(writesNull: true) public var running: EntryRecord?
  /// The latest one that has ended.
  @Wire(writesNull: true) public var last: EntryRecord?
}
