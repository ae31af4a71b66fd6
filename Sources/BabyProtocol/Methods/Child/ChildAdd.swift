public import BabyModel

/// Adds a child and makes it the caller's current one.
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
