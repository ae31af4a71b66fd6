/// What has changed on the family server after a position.
public struct RemotePage: Hashable, Sendable {
  /// Where the next page begins; opaque.
  public var position: String
  public var hasMore: Bool
  /// All children that the account may see now; others are gone.
  public var children: [RemoteChild]
  /// Entries as they are now, tombstones included, each once.
  public var entries: [Entry]
  /// Entries that this version cannot read: kept as they came until one that can.
  public var unknown: [UnknownEntry]
  /// Nil from a server that keeps none for its clients' machines.
  public var settings: SettingNews?
  /// Children that were shared with the account and are no more, as the server says itself: what is missing without
  /// that may also have been removed for everybody, or lost by a server that was put back.
  public var ended: Set<ChildID>
  /// Children that are missing because an owner has removed them, as far as the server tells.
  public var removed: [RemovedChild]
  /// Who came and went, the earliest first; some may have come before.
  public var memberEvents: [MemberEvent]
  /// The account, as it is called now; nil from a server that does not tell it.
  public var user: User?

  public init(
    position: String, hasMore: Bool, children: [RemoteChild], entries: [Entry], unknown: [UnknownEntry] = [],
    settings: SettingNews? = nil, ended: Set<ChildID> = [], removed: [RemovedChild] = [],
    memberEvents: [MemberEvent] = [],
    user: User? = nil
  ) {
    self.position = position
    self.hasMore = hasMore
    self.children = children
    self.entries = entries
    self.unknown = unknown
    self.settings = settings
    self.ended = ended
    self.removed = removed
    self.memberEvents = memberEvents
    self.user = user
  }
}

/// What has changed of values beside entries and children: settings, reminders, what became of their occasions.
public struct SettingNews: Hashable, Sendable {
  /// Where the next ones come; opaque.
  public var position: String
  /// As they are now, in the order in which they were set.
  public var settings: [SharedSetting]

  public init(position: String, settings: [SharedSetting]) {
    self.position = position
    self.settings = settings
  }
}

/// A child, and what the account may do with it.
public struct RemoteChild: Hashable, Sendable {
  public var child: Child
  public var role: Role
  /// False from a server that does not know due dates and weights at birth: then there are none in `child`.
  public var keepsBirth: Bool
  /// What the account is called among those who share the child, if a number tells it from a namesake's.
  public var shownAs: String?

  public init(_ child: Child, role: Role, keepsBirth: Bool = true, shownAs: String? = nil) {
    self.child = child
    self.role = role
    self.keepsBirth = keepsBirth
    self.shownAs = shownAs
  }
}

/// An entry from a newer server, of a kind or with a word that is not known here.
public struct UnknownEntry: Hashable, Sendable {
  public var id: EntryID
  /// What is not known, for a person: "bath".
  public var word: String
  /// The entry as the server wrote it.
  public var json: String
  public var isDeleted: Bool

  public init(id: EntryID, word: String, json: String, isDeleted: Bool = false) {
    self.id = id
    self.word = word
    self.json = json
    self.isDeleted = isDeleted
  }
}

/// What became of asking for changes.
public enum PollResult: Hashable, Sendable {
  /// Nothing has changed since the tag.
  case unchanged
  /// A page, and the tag to ask with the next time.
  case page(RemotePage, tag: String?)
  /// The page has more bytes than are taken: fewer entries may do.
  case tooLarge
  /// The position belongs to another database, or to this one's future: the server's data was replaced or restored.
  case positionUnknown
  case unauthorized
  case rateLimited(retryAfter: Duration?)
  case refused(Refusal)
  case unavailable(Outage)
}
