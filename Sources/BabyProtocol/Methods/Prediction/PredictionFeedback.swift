public import BabyModel

/// Keeps what a caregiver says of a prediction; backtests show it.
public enum PredictionFeedback: WriteMethod {
  public static let name = "prediction.feedback"
  public static let summary = "Records whether a prediction was too early, right or too late; backtests show it."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true

  public struct Params: WriteParams {
    public var kind: PredictionKind
    public var verdict: PredictionVerdict
    public var childID: String?
    public var options: WriteOptions

    public init(
      kind: PredictionKind, verdict: PredictionVerdict, childID: String? = nil, options: WriteOptions = .init()
    ) {
      self.kind = kind
      self.verdict = verdict
      self.childID = childID
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      kind = try members.required("kind", "What was predicted.")
      verdict = try members.required("verdict", "How the predicted time was.")
      childID = try members.optional("childId", "UUID or name of the child; default: the caller's current child.")
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("kind", kind)
      members.field("verdict", verdict)
      members.field("childId", childID)
      options.write(to: &members)
    }
  }

  public struct Answer: WireObject {
    public var child: ChildReference
    public var message: String
    public var seq: Int
    public var isDryRun: Bool

    public init(child: ChildReference, message: String, seq: Int, isDryRun: Bool) {
      self.child = child
      self.message = message
      self.seq = seq
      self.isDryRun = isDryRun
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      child = try members.required("child", "The child.")
      message = try members.required("message", "What was done, in words.")
      seq = try members.required("seq", "Number of the database's last change.")
      isDryRun = try members.flag("dryRun", "True when nothing was changed.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("child", child)
      members.field("message", message)
      members.field("seq", seq)
      members.flag("dryRun", isDryRun)
    }
  }
}

/// What caregivers have said of predictions of one kind.
public struct PredictionFeedbackCount: Hashable, WireObject {
  public static var schemaName: String? { "PredictionFeedbackCount" }

  public var kind: PredictionKind
  public var tooEarly: Int
  public var justRight: Int
  public var tooLate: Int

  public init(kind: PredictionKind, tooEarly: Int, justRight: Int, tooLate: Int) {
    self.kind = kind
    self.tooEarly = tooEarly
    self.justRight = justRight
    self.tooLate = tooLate
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    kind = try members.required("kind", "What was predicted.")
    tooEarly = try members.required("tooEarly", "How often it was said to be too early.")
    justRight = try members.required("justRight", "How often it was said to be right.")
    tooLate = try members.required("tooLate", "How often it was said to be too late.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("kind", kind)
    members.field("tooEarly", tooEarly)
    members.field("justRight", justRight)
    members.field("tooLate", tooLate)
  }
}
