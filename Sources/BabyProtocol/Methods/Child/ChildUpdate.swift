public import BabyModel

/// Changes a child; what is left out stays.
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
