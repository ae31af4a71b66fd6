import BabyModel

/// The last change to a child, and its author.
@WireMembers("ActivityNews")
public struct ActivityNews: Hashable, WireObject {
  /// The child.
  public var child: ChildReference
  /// The last change of an entry; left out if there was none in the last 30 days.
  public var item: ActivityItemRecord?
  /// The last person who joined, left, was removed or got another role; left out if there was none in the last 30 days.
  public var member: ActivityMemberRecord?
}

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
