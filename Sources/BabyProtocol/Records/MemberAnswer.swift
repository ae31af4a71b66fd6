public import BabyModel

/// The answer to every call that changes who shares a child.
@WireMembers("MemberAnswer")
public struct MemberAnswer: WireObject {
  /// The child.
  public var child: ChildReference
  /// Whom it is about, as they shared the child before.
  public var member: Member
  /// The result, in words.
  public var message: String
  /// True when nothing was changed.
  public var isDryRun: Bool = false
}
