public import BabyModel
public import BabyProtocol

/// A child as one of its members sees it.
@WireMembers("Child")
public struct SharedChild: Hashable, WireObject {
  /// The caller's role.
  public var role: Role
  /// True: the server keeps dueDate and birthWeight, which earlier versions refuse.
  public var keepsBirth: Bool = false
  /// In a list of changes: the caller's name among those who share the child, as on entries, if a number distinguishes
  /// it from another caregiver's; left out otherwise.
  public var shownAs: String?
  @Flattened public var record: ChildRecord

  public var child: Child { record.child }

  public init(_ child: Child, role: Role, shownAs: String? = nil) {
    self.role = role
    keepsBirth = true
    self.shownAs = shownAs
    record = ChildRecord(child, isCurrent: false)
  }
}

@WireMembers
public struct SharedChildList: WireObject {
  /// In the order they were added.
  public var children: [SharedChild]
}

@WireMembers("NewChild")
public struct NewChild: WireObject {
  /// UUID for the child; adding it again with the same UUID changes nothing.
  public var id: ChildID?
  /// Name, 1 to 60 characters.
  public var name: String
  /// Date of birth.
  public var born: LocalDate
  /// IANA time zone of the child's days.
  public var zone: String
  /// Sex.
  public var sex: Sex?
  /// How the child is mostly fed.
  public var feedingStyle: FeedingStyle?
  /// When the child was due, for ages that are corrected by it.
  public var dueDate: LocalDate?
  /// Weight at birth.
  public var birthWeight: BodyWeight?
}

/// Changes to a child. Members that are left out stay; null clears.
@WireMembers("ChildPatch")
public struct ChildPatch: WireObject {
  /// Name, 1 to 60 characters.
  public var name: String?
  /// Date of birth.
  public var born: LocalDate?
  /// IANA time zone of the child's days.
  public var zone: String?
  /// Sex; null clears it.
  public var sex: Nullable<Sex>?
  /// How the child is mostly fed; null clears it.
  public var feedingStyle: Nullable<FeedingStyle>?
  /// When the child was due; null clears it.
  public var dueDate: Nullable<LocalDate>?
  /// Weight at birth; null clears it.
  public var birthWeight: Nullable<BodyWeight>?
}
