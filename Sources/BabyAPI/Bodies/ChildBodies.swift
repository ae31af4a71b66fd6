public import BabyModel
public import BabyProtocol

/// A child as somebody who shares it sees it.
public struct SharedChild: Hashable, WireObject {
  public static var schemaName: String? { "Child" }

  public var child: Child
  public var role: Role

  public init(_ child: Child, role: Role) {
    self.child = child
    self.role = role
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    role = try members.required("role", "What the caller may do with the child.")
    child = try ChildRecord(reading: &members).child
  }

  public func write(to members: inout ObjectWriter) {
    members.field("role", role)
    ChildRecord(child, isCurrent: false).write(to: &members)
  }
}

public struct SharedChildList: WireObject {
  public var children: [SharedChild]

  public init(children: [SharedChild]) { self.children = children }

  public init(reading members: inout ObjectReader) throws(WireError) {
    children = try members.required("children", "In the order they were added.")
  }

  public func write(to members: inout ObjectWriter) { members.field("children", children) }
}

public struct NewChild: WireObject {
  public static var schemaName: String? { "NewChild" }

  public var id: ChildID?
  public var name: String
  public var born: LocalDate
  public var zone: String
  public var sex: Sex?
  public var feedingStyle: FeedingStyle?

  public init(
    id: ChildID? = nil, name: String, born: LocalDate, zone: String, sex: Sex? = nil, feedingStyle: FeedingStyle? = nil
  ) {
    self.id = id
    self.name = name
    self.born = born
    self.zone = zone
    self.sex = sex
    self.feedingStyle = feedingStyle
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    id = try members.optional("id", "UUID for the child; adding it again with the same UUID changes nothing.")
    name = try members.required("name", "Name, 1 to 60 characters.")
    born = try members.required("born", "Date of birth.")
    zone = try members.required("zone", "IANA time zone of the child's days.")
    sex = try members.optional("sex", "Sex.")
    feedingStyle = try members.optional("feedingStyle", "How the child is mostly fed.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("id", id)
    members.field("name", name)
    members.field("born", born)
    members.field("zone", zone)
    members.field("sex", sex)
    members.field("feedingStyle", feedingStyle)
  }
}

/// What is to be changed of a child. What is left out stays; null clears.
public struct ChildPatch: WireObject {
  public static var schemaName: String? { "ChildPatch" }

  public var name: String?
  public var born: LocalDate?
  public var zone: String?
  public var sex: Nullable<Sex>?
  public var feedingStyle: Nullable<FeedingStyle>?

  public init(
    name: String? = nil, born: LocalDate? = nil, zone: String? = nil, sex: Nullable<Sex>? = nil,
    feedingStyle: Nullable<FeedingStyle>? = nil
  ) {
    self.name = name
    self.born = born
    self.zone = zone
    self.sex = sex
    self.feedingStyle = feedingStyle
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    name = try members.optional("name", "Name, 1 to 60 characters.")
    born = try members.optional("born", "Date of birth.")
    zone = try members.optional("zone", "IANA time zone of the child's days.")
    sex = try members.nullable("sex", "Sex; null clears it.")
    feedingStyle = try members.nullable("feedingStyle", "How the child is mostly fed; null clears it.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("name", name)
    members.field("born", born)
    members.field("zone", zone)
    if let sex { members.nullable("sex", sex.value) }
    if let feedingStyle { members.nullable("feedingStyle", feedingStyle.value) }
  }
}
