public import BabyModel

/// Adds a child and makes it the caller's current one.
public enum ChildAdd: WriteMethod {
  public static let name = "child.add"
  public static let summary = "Adds a child and makes it the caller's current one."
  public static let access = MethodAccess.everybody

  public struct Params: WriteParams {
    public var name: String
    public var born: LocalDate
    public var zone: String?
    public var sex: Sex?
    public var feedingStyle: FeedingStyle?
    public var id: ChildID?
    public var options: WriteOptions

    public init(
      name: String, born: LocalDate, zone: String? = nil, sex: Sex? = nil, feedingStyle: FeedingStyle? = nil,
      id: ChildID? = nil, options: WriteOptions = .init()
    ) {
      self.name = name
      self.born = born
      self.zone = zone
      self.sex = sex
      self.feedingStyle = feedingStyle
      self.id = id
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      name = try members.required("name", "Name, 1 to 60 characters.")
      born = try members.required("born", "Date of birth.")
      zone = try members.optional("zone", "IANA time zone; default: the system's.")
      sex = try members.optional("sex", "Sex.")
      feedingStyle = try members.optional("feedingStyle", "How the child is mostly fed.")
      id = try members.optional("id", "UUID for the new child; adding it again with the same UUID changes nothing.")
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("name", name)
      members.field("born", born)
      members.field("zone", zone)
      members.field("sex", sex)
      members.field("feedingStyle", feedingStyle)
      members.field("id", id)
      options.write(to: &members)
    }
  }

  public typealias Answer = ChildAnswer
}
