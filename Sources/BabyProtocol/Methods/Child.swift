public import BabyModel

public enum ChildList: RPCMethod {
  public static let name = "child.list"
  public static let summary = "Lists the children in the order they were added."
  public static let access = MethodAccess.everybody

  @WireMembers
  public struct Params: WireObject {
    /// Also list removed children.
    @Wire("includeRemoved") public var includesRemoved: Bool = false
  }

  @WireMembers("ChildList")
  public struct Answer: Hashable, WireObject {
    /// The children.
    public var children: [ChildRecord]
  }
}

public enum ChildAdd: WriteMethod {
  public static let name = "child.add"
  public static let summary = "Adds a child and makes it the caller's current one."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = [.childInvalid, .childNameTaken, .zoneUnknown]

  @WireMembers
  public struct Params: WriteParams {
    /// Name, 1 to 60 characters.
    public var name: String
    /// Date of birth.
    public var born: LocalDate
    /// IANA time zone; default: the system's.
    public var zone: String?
    /// Sex.
    public var sex: Sex?
    /// How the child is mostly fed.
    public var feedingStyle: FeedingStyle?
    /// When the child was due, at most 140 days after the date of birth and at most 30 before it.
    public var dueDate: LocalDate?
    /// Weight at birth.
    public var birthWeight: BodyWeight?
    /// UUID for the new child; adding it again with the same UUID changes nothing.
    public var id: ChildID?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = ChildAnswer
}

public enum ChildUpdate: WriteMethod {
  public static let name = "child.update"
  public static let summary = "Changes a child; fields that are left out stay the same."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild + [.childInvalid, .childNameTaken, .childNotOwner]

  @WireMembers
  public struct Params: WriteParams {
    /// UUID or name of the child.
    public var childID: String
    /// Name, 1 to 60 characters.
    public var name: String?
    /// Date of birth.
    public var born: LocalDate?
    /// IANA time zone; past entries keep their instants.
    public var zone: String?
    /// Sex; null clears it.
    public var sex: Nullable<Sex>?
    /// How the child is mostly fed; null clears it.
    public var feedingStyle: Nullable<FeedingStyle>?
    /// When the child was due, at most 140 days after the date of birth and at most 30 before it; null clears it.
    public var dueDate: Nullable<LocalDate>?
    /// Weight at birth; null clears it.
    public var birthWeight: Nullable<BodyWeight>?
    @Flattened public var options: WriteOptions = .init()
  }

  public typealias Answer = ChildAnswer
}

public enum ChildRemove: WriteMethod {
  public static let name = "child.remove"
  public static let summary = "Removes a child; its entries are kept, and child.restore brings it back."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild + [.childNotOwner]

  public typealias Params = ChildWriteParams
  public typealias Answer = ChildAnswer
}

public enum ChildRestore: WriteMethod {
  public static let name = "child.restore"
  public static let summary = "Brings a removed child back."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = [
    .childNotFound, .childNotRemoved, .childNameTaken, .childNotOwner, .childNotShared,
  ]

  public typealias Params = ChildWriteParams
  public typealias Answer = ChildAnswer
}

public enum ChildPurge: WriteMethod {
  public static let name = "child.purge"
  public static let summary =
    "Deletes a removed child for good, with its entries, settings and history here. Undo does not bring it back."
  public static let errors: [ErrorCode] = [.childNotFound, .childNotRemoved, .childNotOwner, .childUnsent]

  public typealias Params = ChildWriteParams
  public typealias Answer = ChildAnswer
}

public enum ChildSelect: WriteMethod {
  public static let name = "child.select"
  public static let summary = "Selects the child that the caller's calls without a childId are about."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild

  public typealias Params = ChildWriteParams
  public typealias Answer = ChildAnswer
}

/// The child of a call.
@WireMembers
public struct ChildParams: WireObject {
  /// UUID or name of the child; default: the caller's current child.
  public var childID: String?
}

/// The child of a write.
@WireMembers
public struct ChildWriteParams: WriteParams {
  /// UUID or name of the child.
  public var childID: String
  @Flattened public var options: WriteOptions = .init()
}

/// The answer to every call that changes a child.
@WireMembers("ChildAnswer")
public struct ChildAnswer: WireObject {
  /// The child as it is now.
  public var child: ChildRecord
  /// The result, in words.
  public var message: String
  /// Number of the database's last change.
  public var seq: Int
  /// True when nothing was changed.
  public var isDryRun: Bool = false
}

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

extension BodyWeight: WireObject {
  public static var schemaName: String? { "BodyWeight" }

  public init(reading members: inout ObjectReader) throws(WireError) {
    self.init(
      try members.required("value", "The number as it was typed; 7 lb 4 oz is 7.25 lb."),
      try members.required("unit", "Its unit."))
  }

  public func write(to members: inout ObjectWriter) {
    members.field("value", value)
    members.field("unit", unit)
  }
}

extension RemovedChild: WireObject {
  public static var schemaName: String? { "RemovedChild" }

  public init(reading members: inout ObjectReader) throws(WireError) {
    self.init(
      childID: try members.required("childId", "UUID of the child."),
      by: try members.optional("by", "The owner who did it, by their name at that time; left out if unknown."))
  }

  public func write(to members: inout ObjectWriter) {
    members.field("childId", childID)
    members.field("by", by)
  }
}
