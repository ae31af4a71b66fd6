/// What every write takes beside its own params.
public struct WriteOptions: Hashable, Sendable {
  /// A call that is sent again with the same key gets the first call's answer and changes nothing.
  public var idempotencyKey: String?
  /// Answers as if the write had been done, and changes nothing.
  public var dryRun: Bool

  public init(idempotencyKey: String? = nil, dryRun: Bool = false) {
    self.idempotencyKey = idempotencyKey
    self.dryRun = dryRun
  }
}

extension WriteOptions: WriteParams {
  public var options: WriteOptions { self }

  public init(reading members: inout ObjectReader) throws(WireError) {
    idempotencyKey = try members.optional(
      "idempotencyKey", "1 to 200 characters; repeating the call with the same key changes nothing.")
    if let key = idempotencyKey, !(1...200).contains(key.unicodeScalars.count) {
      throw WireError(path: "idempotencyKey", message: "must have 1 to 200 characters")
    }
    dryRun = try members.flag("dryRun", "Answer as if it were done, but change nothing.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("idempotencyKey", idempotencyKey)
    members.flag("dryRun", dryRun)
  }
}

/// The time of what is logged, in words that the daemon resolves in the child's zone.
public struct TimeWords: Hashable, Sendable {
  public var at: String?
  public var `for`: String?
  public var from: String?
  public var to: String?

  public init(at: String? = nil, for duration: String? = nil, from: String? = nil, to: String? = nil) {
    self.at = at
    self.for = duration
    self.from = from
    self.to = to
  }
}

extension TimeWords: WireObject {
  public init(reading members: inout ObjectReader) throws(WireError) {
    at = try members.optional("at", "When: \"20m ago\", \"2:30am\", \"yesterday 22:10\", \"22:10-05:40\" or RFC 3339.")
    `for` = try members.optional("for", "How long: \"40m\", \"1h 20m\"; on its own, it ends now.")
    from = try members.optional("from", "When it began; use with to or for.")
    to = try members.optional("to", "When it ended; use with from or for.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("at", at)
    members.field("for", `for`)
    members.field("from", from)
    members.field("to", to)
  }
}

/// No params.
public struct NoParams: WireObject {
  public init() {}
  public init(reading members: inout ObjectReader) throws(WireError) {}
  public func write(to members: inout ObjectWriter) {}
}

/// Which child a call is about.
public struct ChildParams: WireObject {
  public var childID: String?

  public init(childID: String? = nil) { self.childID = childID }

  public init(reading members: inout ObjectReader) throws(WireError) {
    childID = try members.optional("childId", "UUID or name of the child; default: the caller's current child.")
  }

  public func write(to members: inout ObjectWriter) { members.field("childId", childID) }
}

/// Which entry a write is about.
public struct EntryWriteParams: WriteParams {
  /// An entry's id, its last characters, or `last`.
  public var id: String
  public var options: WriteOptions

  public init(id: String, options: WriteOptions = .init()) {
    self.id = id
    self.options = options
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    id = try members.required("id", Self.idSummary)
    options = try WriteOptions(reading: &members)
  }

  public func write(to members: inout ObjectWriter) {
    members.field("id", id)
    options.write(to: &members)
  }

  static let idSummary = "UUID of the entry, its last 4 or more characters, or \"last\" for the latest one logged."
}
