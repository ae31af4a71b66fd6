/// The answer to every call that changes a child.
public struct ChildAnswer: PressAnswer {
  public static var schemaName: String? { "ChildAnswer" }

  public var child: ChildRecord
  public var message: String
  public var seq: Int
  public var isDryRun: Bool
  public var isRepeated = false

  public init(child: ChildRecord, message: String, seq: Int, isDryRun: Bool) {
    self.child = child
    self.message = message
    self.seq = seq
    self.isDryRun = isDryRun
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    child = try members.required("child", "The child as it is now.")
    message = try members.required("message", "What was done, in words.")
    seq = try members.required("seq", "Number of the database's last change.")
    isDryRun = try members.flag("dryRun", "True when nothing was changed.")
    isRepeated = try members.repetition()
  }

  public func write(to members: inout ObjectWriter) {
    members.field("child", child)
    members.field("message", message)
    members.field("seq", seq)
    members.flag("dryRun", isDryRun)
    members.flag("repeated", isRepeated)
  }
}
