public import BabyModel
public import BabyProtocol

public struct NewShare: WireObject {
  public static var schemaName: String? { "NewShare" }

  public var role: SharedRole

  public init(role: SharedRole) { self.role = role }

  public init(reading members: inout ObjectReader) throws(WireError) {
    role = try members.required("role", "caregiver or viewer.")
  }

  public func write(to members: inout ObjectWriter) { members.field("role", role) }
}

public struct CreatedShare: WireObject {
  public var share: Share
  public var code: String

  public init(share: Share, code: String) {
    self.share = share
    self.code = code
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    share = try members.required("share", "The share.")
    code = try members.required(
      "code", "For the person to share the child with; it is only given here, and works once.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("share", share)
    members.field("code", code)
  }
}

public struct OpenShares: WireObject {
  public var shares: [Share]

  public init(shares: [Share]) { self.shares = shares }

  public init(reading members: inout ObjectReader) throws(WireError) {
    shares = try members.required("shares", "The shares that can still be accepted, in the order they were made.")
  }

  public func write(to members: inout ObjectWriter) { members.field("shares", shares) }
}

public struct ShareCode: WireObject {
  public static var schemaName: String? { "ShareCode" }

  public var code: String

  public init(code: String) { self.code = code }

  public init(reading members: inout ObjectReader) throws(WireError) {
    code = try members.required("code", "The code of a share.")
  }

  public func write(to members: inout ObjectWriter) { members.field("code", code) }
}

public struct MemberList: WireObject {
  public var members: [Member]

  public init(members: [Member]) { self.members = members }

  public init(reading members: inout ObjectReader) throws(WireError) {
    self.members = try members.required("members", "The owner first, then the others in the order they joined.")
  }

  public func write(to members: inout ObjectWriter) { members.field("members", self.members) }
}
