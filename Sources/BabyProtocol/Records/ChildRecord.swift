public import BabyModel

/// A child as it stands on the wire.
public struct ChildRecord: Hashable, Sendable {
  public var child: Child
  /// True for the child that calls without a `childId` mean.
  public var isCurrent: Bool

  public init(_ child: Child, isCurrent: Bool) {
    self.child = child
    self.isCurrent = isCurrent
  }
}

extension ChildRecord: WireObject {
  public static var schemaName: String? { "Child" }

  public init(reading members: inout ObjectReader) throws(WireError) {
    child = Child(
      id: try members.required("id", "UUID of the child."),
      name: try members.required("name", "Name, 1 to 60 characters."),
      born: try members.required("born", "Date of birth."),
      sex: try members.optional("sex", "Sex, when known."),
      zone: try members.required("zone", "IANA time zone of the child's days."),
      feedingStyle: try members.optional("feedingStyle", "How the child is mostly fed."),
      dueDate: try members.optional("dueDate", "When the child was due, for ages that are corrected by it."),
      birthWeight: try members.optional("birthWeight", "Weight at birth."),
      createdAt: try members.required("createdAt", "When the child was added."),
      updatedAt: try members.required("updatedAt", "When the child was last changed."),
      removedAt: try members.optional("removedAt", "When the child was removed."))
    isCurrent = try members.flag("current", "True for the child that calls without a childId are about.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("id", child.id)
    members.field("name", child.name)
    members.field("born", child.born)
    members.field("sex", child.sex)
    members.field("zone", child.zone)
    members.field("feedingStyle", child.feedingStyle)
    members.field("dueDate", child.dueDate)
    members.field("birthWeight", child.birthWeight)
    members.field("createdAt", child.createdAt)
    members.field("updatedAt", child.updatedAt)
    members.field("removedAt", child.removedAt)
    members.flag("current", isCurrent)
  }
}

/// The child that an answer is about.
@WireMembers("ChildReference")
public struct ChildReference: Hashable, Sendable, WireObject {
  /// UUID of the child.
  public var id: ChildID
  /// Name of the child.
  public var name: String
}

extension ChildReference {
  public init(_ child: Child) { self.init(id: child.id, name: child.name) }
}
