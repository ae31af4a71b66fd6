// Params that several methods take, word for word.

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
