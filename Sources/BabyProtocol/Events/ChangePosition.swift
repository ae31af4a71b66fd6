/// A place in the history of a database: where a client's knowledge ends.
@WireMembers("ChangePosition")
public struct ChangePosition: Hashable, WireObject {
  /// UUID of the database that the number belongs to.
  ///
  /// Numbers of another database mean nothing.
  public var instance: String
  /// Number of the last change that is known.
  public var seq: Int

  public func checkMembers() throws(WireError) {
    if seq < 0 { throw WireError(path: "seq", message: "must not be negative") }
  }
}
