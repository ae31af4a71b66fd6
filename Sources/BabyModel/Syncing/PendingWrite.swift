/// A change of this machine's that the family server has not confirmed yet.
public struct PendingWrite: Hashable, Sendable, Identifiable {
  /// Its number in the outbox: a lower one was written earlier.
  public var id: Int64
  /// Sent along with every attempt, so that the server does it once however often it arrives.
  public var idempotencyKey: String
  public var content: Content

  /// What is sent.
  public enum Content: Hashable, Sendable {
    /// The current entry, or its tombstone.
    ///
    /// `base` is the `updatedAt` of the server's version that the change was made to; nil for an entry that the server
    /// does not know.
    case entry(Entry, base: Instant?)
    /// The current child, removed or not.
    ///
    /// `base` is the server's version that the change was made to; nil for a child that the server does not know, and
    /// where that version is not known any more: then all of the child is sent.
    case child(Child, isNew: Bool, base: Child?)
  }

  public init(id: Int64, idempotencyKey: String, content: Content) {
    self.id = id
    self.idempotencyKey = idempotencyKey
    self.content = content
  }
}

/// The result of one attempt to send a change.
public enum SendResult: Hashable, Sendable {
  /// The server has the entry; as it has it now.
  case accepted(Entry)
  /// The server has the child; as it has it now, nil once it is removed.
  case childAccepted(Child?)
  /// The entry has been changed or deleted on the server; this is its current version.
  case conflict(Entry)
  /// The child has been changed on the server; this is its current version.
  case childConflict(Child)
  /// The sleep or tummy time cannot run beside this one.
  case timerRunning(Entry)
  /// The server will not have it, however often it is sent.
  case refused(Refusal)
  /// The session is over.
  case unauthorized
  /// Rate limited; seconds to wait, if the server says so.
  case rateLimited(retryAfter: Duration?)
  /// It may have arrived or not, and is worth sending again.
  case unavailable(Outage)
}

/// Why a server refused something for good, in its words.
public struct Refusal: Error, Hashable, Sendable {
  /// HTTP status, 400 to 499.
  public var status: Int
  /// A sentence for a person.
  public var message: String
  public var details: [FieldError]

  public init(status: Int, message: String, details: [FieldError] = []) {
    self.status = status
    self.message = message
    self.details = details
  }
}

/// Why a server gave no answer that means anything.
public enum Outage: Error, Hashable, Sendable {
  /// No connection, or it broke off: what happened, for a person.
  case network(String)
  /// No whole answer within 30 seconds.
  case timeout
  /// A status of 500 or above.
  case server(status: Int)
  /// An invalid or incomplete answer, or one of another server: the reason.
  case badAnswer(String)
  /// The answer has more bytes than are taken.
  case tooLarge(limit: Int)
}

/// A value of this machine's that the family server has not confirmed yet.
public struct PendingSetting: Hashable, Sendable {
  /// Sent along with every attempt, so that the server does it once however often it arrives.
  public var idempotencyKey: String
  public var setting: SharedSetting
  /// Whether it was sent before and may have arrived: another person's value may have replaced it since, and the
  /// response does not show that.
  public var isRepeated: Bool

  public init(idempotencyKey: String, setting: SharedSetting, isRepeated: Bool) {
    self.idempotencyKey = idempotencyKey
    self.setting = setting
    self.isRepeated = isRepeated
  }
}
