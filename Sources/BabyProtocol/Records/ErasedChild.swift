/// A child that is erased on a family server with an account, because it has no other owner.
@WireMembers("ErasedChild")
public struct ErasedChild: WireObject, Hashable {
  /// The child's name.
  public var name: String
  /// How many others share it, who lose it too.
  public var others: Int
}
