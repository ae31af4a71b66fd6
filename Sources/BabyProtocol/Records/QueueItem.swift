public import BabyModel

/// A change that the family server has not confirmed yet.
public struct QueueItem: Hashable, WireObject {
  public static var schemaName: String? { "QueueItem" }

  /// UUID of the entry or, where there is none, of the child that was changed.
  public var id: String
  public var child: ChildReference
  /// Nil for a change of the child itself.
  public var entry: EntryRecord?
  /// What is on its way: "Left breast · 15 min", "Deleted sleep", "Eva".
  public var text: String
  /// `waiting`, `sending` or `failed`.
  public var state: QueueState
  /// How often it has been sent since it was logged or retried.
  public var attempts: Int
  /// When it is sent next by itself.
  public var nextAt: Instant?
  /// Why the last attempt failed.
  public var reason: String?
  /// When the change was made.
  public var at: Instant

  public init(
    id: String, child: ChildReference, entry: EntryRecord?, text: String, state: QueueState, attempts: Int,
    nextAt: Instant? = nil, reason: String? = nil, at: Instant
  ) {
    self.id = id
    self.child = child
    self.entry = entry
    self.text = text
    self.state = state
    self.attempts = attempts
    self.nextAt = nextAt
    self.reason = reason
    self.at = at
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    id = try members.required("id", "UUID of the entry or, if there is none, of the child.")
    child = try members.required("child", "The child.")
    entry = try members.optional("entry", "The entry as it will be; left out for a change to the child itself.")
    text = try members.required("text", "What is waiting to be sent, in words.")
    state = try members.required("state", "failed: it is waiting for somebody to retry or discard it.")
    attempts = try members.required("attempts", "How many times it was sent since it was logged or retried.")
    nextAt = try members.optional("nextAt", "When it will be sent next.")
    reason = try members.optional("reason", "Why the last attempt failed.")
    at = try members.required("at", "When the change was made.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("id", id)
    members.field("child", child)
    members.field("entry", entry)
    members.field("text", text)
    members.field("state", state)
    members.field("attempts", attempts)
    members.field("nextAt", nextAt)
    members.field("reason", reason)
    members.field("at", at)
  }
}

/// The answer to `queue.retry` and `queue.discard`.
public struct QueueAnswer: WireObject {
  public static var schemaName: String? { "QueueAnswer" }

  public var count: Int
  public var message: String
  public var seq: Int
  public var isDryRun: Bool

  public init(count: Int, message: String, seq: Int, isDryRun: Bool) {
    self.count = count
    self.message = message
    self.seq = seq
    self.isDryRun = isDryRun
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    count = try members.required("count", "How many changes were affected.")
    message = try members.required("message", "What was done, in words.")
    seq = try members.required("seq", "Number of the database's last change.")
    isDryRun = try members.flag("dryRun", "True when nothing was changed.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("count", count)
    members.field("message", message)
    members.field("seq", seq)
    members.flag("dryRun", isDryRun)
  }
}
