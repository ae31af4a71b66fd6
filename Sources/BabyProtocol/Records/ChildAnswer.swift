/// The answer to every call that changes a child.
@WireMembers("ChildAnswer")
public struct ChildAnswer: PressAnswer {
  /// The child as it is now.
  public var child: ChildRecord
  /// The result, in words.
  public var message: String
  /// Number of the database's last change.
  public var seq: Int
  /// True when nothing was changed.
  public var isDryRun: Bool = false
  /// True when the same call came within the second before: it was done once.
  public var isRepeated: Bool = false
}
