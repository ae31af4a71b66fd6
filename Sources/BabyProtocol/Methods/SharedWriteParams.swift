public import BabyModel

// Params that several methods take, word for word.

/// Starting a sleep or tummy time.
@WireMembers
public struct TimerStartParams: WriteParams {
  /// UUID or name of the child; default: the caller's current child.
  public var childID: String?
  /// When, in words or RFC 3339; default: now.
  public var at: String?
  /// Free text.
  @Wire(longest: WireLimit.note) public var note: String?
  /// UUID for the new entry; logging it again with the same UUID changes nothing.
  public var id: EntryID?
  @Flattened public var options: WriteOptions = .init()
}

/// Something that happens to a running feed.
@WireMembers
public struct FeedingStepParams: WriteParams {
  /// UUID or name of the child; default: the caller's current child.
  public var childID: String?
  /// When, in words or RFC 3339; default: now.
  public var at: String?
  @Flattened public var options: WriteOptions = .init()
}

/// Ending a feed, sleep or tummy time.
@WireMembers
public struct TimerStopParams: WriteParams {
  /// UUID or name of the child; default: the caller's current child.
  public var childID: String?
  /// When it ended, in words or RFC 3339; default: now.
  public var at: String?
  /// Free text.
  @Wire(longest: WireLimit.note) public var note: String?
  @Flattened public var options: WriteOptions = .init()
}

/// Logging a sleep or tummy time that is over.
@WireMembers
public struct FinishedTimerParams: WriteParams {
  /// UUID or name of the child; default: the caller's current child.
  public var childID: String?
  /// Free text.
  @Wire(longest: WireLimit.note) public var note: String?
  /// UUID for the new entry; logging it again with the same UUID changes nothing.
  public var id: EntryID?
  @Flattened public var time: TimeWords = .init()
  @Flattened public var options: WriteOptions = .init()
}

/// A member's share of a child that ends or becomes another.
@WireMembers
public struct MemberParams: WireObject {
  /// The member: a name, an e-mail address, or a UUID.
  public var member: String
  /// UUID or name of the child; default: the caller's current child.
  public var childID: String?
  /// Answer as if it were done, but change nothing.
  public var isDryRun: Bool = false
}

/// The child of a write.
@WireMembers
public struct ChildWriteParams: WriteParams {
  /// UUID or name of the child.
  public var childID: String
  @Flattened public var options: WriteOptions = .init()
}

/// About changes that are on their way to the family server.
@WireMembers
public struct QueueParams: WriteParams {
  /// UUID of the entry or child, or its last 4 or more characters; default: all that have failed.
  public var id: String?
  @Flattened public var options: WriteOptions = .init()
}
