public import BabyModel

/// The brief wakings within a sleep.
@WireMembers("Wakings")
public struct WakingsRecord: Hashable, WireObject {
  /// How many.
  public var count: Int
  /// Time awake, in seconds.
  public var awakeSeconds: Int
}

extension WakingsRecord {
  public init(_ wakings: BriefWakings) {
    self.init(count: wakings.count, awakeSeconds: Int(wakings.awake.components.seconds))
  }

  public var wakings: BriefWakings { BriefWakings(count: count, awake: .seconds(awakeSeconds)) }
}
