public import BabyModel

/// Changes a child; what is left out stays.
public enum ChildUpdate: WriteMethod {
  public static let name = "child.update"
  public static let summary = "Changes a child; fields that are left out stay the same."
  public static let access = MethodAccess.everybody

  public struct Params: WriteParams {
    public var childID: String
    public var name: String?
    public var born: LocalDate?
    public var zone: String?
    public var sex: Nullable<Sex>?
    public var feedingStyle: Nullable<FeedingStyle>?
    public var options: WriteOptions

    public init(
      childID: String, name: String? = nil, born: LocalDate? = nil, zone: String? = nil, sex: Nullable<Sex>? = nil,
      feedingStyle: Nullable<FeedingStyle>? = nil, options: WriteOptions = .init()
    ) {
      self.childID = childID
      self.name = name
      self.born = born
      self.zone = zone
      self.sex = sex
      self.feedingStyle = feedingStyle
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      childID = try members.required("childId", "UUID or name of the child.")
      name = try members.optional("name", "Name, 1 to 60 characters.")
      born = try members.optional("born", "Date of birth.")
      zone = try members.optional("zone", "IANA time zone; past entries keep their instants.")
      sex = try members.nullable("sex", "Sex; null clears it.")
      feedingStyle = try members.nullable("feedingStyle", "How the child is mostly fed; null clears it.")
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("childId", childID)
      members.field("name", name)
      members.field("born", born)
      members.field("zone", zone)
      if let sex { members.nullable("sex", sex.value) }
      if let feedingStyle { members.nullable("feedingStyle", feedingStyle.value) }
      options.write(to: &members)
    }
  }

  public typealias Answer = ChildAnswer
}
