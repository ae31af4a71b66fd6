public import BabyModel

/// Changes fields of an entry; what is left out stays.
public enum EntryUpdate: WriteMethod {
  public static let name = "entry.update"
  public static let summary = "Changes fields of an entry; fields that are left out stay the same."
  public static let access = MethodAccess.everybody

  public struct Params: WriteParams {
    public var id: String
    public var method: FeedingMethod?
    public var startedSide: Nullable<Side>?
    public var breasts: Nullable<Breasts>?
    public var amount: Nullable<Double>?
    public var unit: VolumeUnit?
    public var type: DiaperType?
    public var category: NoteCategory?
    public var note: Nullable<String>?
    public var time: TimeWords
    public var options: WriteOptions

    public init(
      id: String, method: FeedingMethod? = nil, startedSide: Nullable<Side>? = nil, breasts: Nullable<Breasts>? = nil,
      amount: Nullable<Double>? = nil, unit: VolumeUnit? = nil, type: DiaperType? = nil, category: NoteCategory? = nil,
      note: Nullable<String>? = nil, time: TimeWords = .init(), options: WriteOptions = .init()
    ) {
      self.id = id
      self.method = method
      self.startedSide = startedSide
      self.breasts = breasts
      self.amount = amount
      self.unit = unit
      self.type = type
      self.category = category
      self.note = note
      self.time = time
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      id = try members.required(
        "id", "UUID of the entry, its last 4 or more characters, or \"last\" for the latest one logged.")
      method = try members.optional("method", "Feeding: how.")
      startedSide = try members.nullable("startedSide", "Feeding: the breast it began with; null clears it.")
      breasts = try members.nullable("breasts", "Feeding: one breast or both; null clears it.")
      amount = try members.nullable("amount", "Feeding: how much; null clears it.")
      unit = try members.optional("unit", "Feeding: the amount's unit.")
      type = try members.optional("type", "Diaper: what was in it.")
      category = try members.optional("category", "Note: what it is about.")
      note = try members.nullable("note", "Free text; null clears it.", longest: WireLimit.note)
      time = try TimeWords(reading: &members)
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("id", id)
      members.field("method", method)
      if let startedSide { members.nullable("startedSide", startedSide.value) }
      if let breasts { members.nullable("breasts", breasts.value) }
      if let amount { members.nullable("amount", amount.value) }
      members.field("unit", unit)
      members.field("type", type)
      members.field("category", category)
      if let note { members.nullable("note", note.value) }
      time.write(to: &members)
      options.write(to: &members)
    }
  }

  public typealias Answer = EntryAnswer
}
