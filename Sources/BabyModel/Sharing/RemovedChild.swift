/// A child that is shared with an account and was removed for everybody, until an owner brings it back.
public struct RemovedChild: Hashable, Sendable {
  public var childID: ChildID
  /// Which owner has removed it, as they were called then; nil if that is unknown.
  public var by: String?

  public init(childID: ChildID, by: String? = nil) {
    self.childID = childID
    self.by = by
  }
}
