/// A child that is shared with an account and was removed for everybody, until an owner brings it back.
public struct RemovedChild: Hashable, Sendable {
  public var childID: ChildID
  /// The owner who removed it, by their name at that time; nil if unknown.
  public var by: String?

  public init(childID: ChildID, by: String? = nil) {
    self.childID = childID
    self.by = by
  }
}
