/// Hands a child over to another member.
public enum ShareTransfer: RPCMethod {
  public static let name = "share.transfer"
  public static let summary = "Makes a member the owner in place of the caller, who stays as a caregiver."
  public static let isWrite = true
  public static let errors: [ErrorCode] = .ofChild + .ofServer + .ofMembers

  public typealias Params = MemberParams
  public typealias Answer = MemberAnswer
}
