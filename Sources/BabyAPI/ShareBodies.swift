public import BabyModel
public import BabyProtocol

@WireMembers("NewShare")
public struct NewShare: WireObject {
  /// caregiver or viewer.
  public var role: SharedRole
}

@WireMembers
public struct CreatedShare: WireObject {
  /// The share.
  public var share: Share
  /// For the person to share the child with; it is only given here, and works once.
  public var code: String
  /// For a page: an address at which that person's phone opens the page with the code in it.
  public var qr: DrawnCode?
}

/// A QR code to be drawn, with a margin of four squares around it.
@WireMembers("QRCode")
public struct DrawnCode: WireObject {
  /// How many squares a side has.
  public var size: Int
  /// From the top, a line of 0 and 1 for each row; a dark square is 1.
  public var rows: [String]
}

@WireMembers
public struct OpenShares: WireObject {
  /// The shares that can still be accepted, in the order they were made.
  public var shares: [Share]
}

@WireMembers("ShareCode")
public struct ShareCode: WireObject {
  /// The code of a share.
  public var code: String
}

@WireMembers
public struct MemberList: WireObject {
  /// The owners first, then the others in the order they joined.
  public var members: [Member]
}

@WireMembers("MemberPatch")
public struct MemberPatch: WireObject {
  /// Their new role. There can be several owners.
  public var role: Role
}

@WireMembers("NewOwner")
public struct NewOwner: WireObject {
  /// UUID of a member.
  public var user: UserID
}
