public import BabyModel

/// Logs a feed at the breast or from a bottle, or a pumping session.
public enum FeedingLog: WriteMethod {
  public static let name = "feeding.log"
  public static let summary = "Logs a feed at the breast or from a bottle, or a pumping session."
  public static let access = MethodAccess.everybody
  public static let coalescesPresses = true

  public struct Params: WriteParams {
    public var childID: String?
    public var method: FeedingMethod?
    public var startedSide: Side?
    public var breasts: Breasts?
    public var amount: Double?
    public var unit: VolumeUnit?
    public var note: String?
    public var id: EntryID?
    public var time: TimeWords
    public var options: WriteOptions

    public init(
      childID: String? = nil, method: FeedingMethod? = nil, startedSide: Side? = nil, breasts: Breasts? = nil,
      amount: Double? = nil, unit: VolumeUnit? = nil, note: String? = nil, id: EntryID? = nil,
      time: TimeWords = .init(), options: WriteOptions = .init()
    ) {
      self.childID = childID
      self.method = method
      self.startedSide = startedSide
      self.breasts = breasts
      self.amount = amount
      self.unit = unit
      self.note = note
      self.id = id
      self.time = time
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      childID = try members.optional("childId", "UUID or name of the child; default: the caller's current child.")
      method = try members.optional("method", "How; default: taken from the other params or the child's feeding style.")
      startedSide = try members.optional("startedSide", "The breast it began with; default: the suggested side.")
      breasts = try members.optional("breasts", "One breast, or both with a switch; default: one.")
      amount = try members.optional("amount", "How much; default for a bottle: as much as last time.")
      unit = try members.optional("unit", "The amount's unit; default: the one in the settings.")
      note = try members.optional("note", "Free text.", longest: WireLimit.note)
      id = try members.optional("id", "UUID for the new entry; logging it again with the same UUID changes nothing.")
      time = try TimeWords(reading: &members)
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("childId", childID)
      members.field("method", method)
      members.field("startedSide", startedSide)
      members.field("breasts", breasts)
      members.field("amount", amount)
      members.field("unit", unit)
      members.field("note", note)
      members.field("id", id)
      time.write(to: &members)
      options.write(to: &members)
    }
  }

  public typealias Answer = EntryAnswer
}
