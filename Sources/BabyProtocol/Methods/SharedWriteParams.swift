public import BabyModel

// Params that several methods take, word for word.

/// Starting a sleep or tummy time.
public struct TimerStartParams: WriteParams {
  public var childID: String?
  public var at: String?
  public var note: String?
  public var id: EntryID?
  public var options: WriteOptions

  public init(
    childID: String? = nil, at: String? = nil, note: String? = nil, id: EntryID? = nil,
    options: WriteOptions = .init()
  ) {
    self.childID = childID
    self.at = at
    self.note = note
    self.id = id
    self.options = options
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    childID = try members.optional("childId", "UUID or name of the child; default: the caller's current child.")
    at = try members.optional("at", "When, in words or RFC 3339; default: now.")
    note = try members.optional("note", "Free text.", longest: WireLimit.note)
    id = try members.optional("id", "UUID for the new entry; logging it again with the same UUID changes nothing.")
    options = try WriteOptions(reading: &members)
  }

  public func write(to members: inout ObjectWriter) {
    members.field("childId", childID)
    members.field("at", at)
    members.field("note", note)
    members.field("id", id)
    options.write(to: &members)
  }
}

/// Ending a sleep or tummy time.
public struct TimerStopParams: WriteParams {
  public var childID: String?
  public var at: String?
  public var note: String?
  public var options: WriteOptions

  public init(childID: String? = nil, at: String? = nil, note: String? = nil, options: WriteOptions = .init()) {
    self.childID = childID
    self.at = at
    self.note = note
    self.options = options
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    childID = try members.optional("childId", "UUID or name of the child; default: the caller's current child.")
    at = try members.optional("at", "When it ended, in words or RFC 3339; default: now.")
    note = try members.optional("note", "Free text.", longest: WireLimit.note)
    options = try WriteOptions(reading: &members)
  }

  public func write(to members: inout ObjectWriter) {
    members.field("childId", childID)
    members.field("at", at)
    members.field("note", note)
    options.write(to: &members)
  }
}

/// Logging a sleep or tummy time that is over.
public struct FinishedTimerParams: WriteParams {
  public var childID: String?
  public var note: String?
  public var id: EntryID?
  public var time: TimeWords
  public var options: WriteOptions

  public init(
    childID: String? = nil, note: String? = nil, id: EntryID? = nil, time: TimeWords = .init(),
    options: WriteOptions = .init()
  ) {
    self.childID = childID
    self.note = note
    self.id = id
    self.time = time
    self.options = options
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    childID = try members.optional("childId", "UUID or name of the child; default: the caller's current child.")
    note = try members.optional("note", "Free text.", longest: WireLimit.note)
    id = try members.optional("id", "UUID for the new entry; logging it again with the same UUID changes nothing.")
    time = try TimeWords(reading: &members)
    options = try WriteOptions(reading: &members)
  }

  public func write(to members: inout ObjectWriter) {
    members.field("childId", childID)
    members.field("note", note)
    members.field("id", id)
    time.write(to: &members)
    options.write(to: &members)
  }
}

/// Which child a write is about.
public struct ChildWriteParams: WriteParams {
  public var childID: String
  public var options: WriteOptions

  public init(childID: String, options: WriteOptions = .init()) {
    self.childID = childID
    self.options = options
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    childID = try members.required("childId", "UUID or name of the child.")
    options = try WriteOptions(reading: &members)
  }

  public func write(to members: inout ObjectWriter) {
    members.field("childId", childID)
    options.write(to: &members)
  }
}

/// About changes that are on their way to the family server.
public struct QueueParams: WriteParams {
  /// Nil for all that have failed.
  public var id: String?
  public var options: WriteOptions

  public init(id: String? = nil, options: WriteOptions = .init()) {
    self.id = id
    self.options = options
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    id = try members.optional(
      "id", "UUID of the entry or child, or its last 4 or more characters; default: all that have failed.")
    options = try WriteOptions(reading: &members)
  }

  public func write(to members: inout ObjectWriter) {
    members.field("id", id)
    options.write(to: &members)
  }
}
