/// The changes on the family server after a position.
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
  /// Children that are no longer shared with the account, as reported by the server: a child that is missing without
  /// this may also have been removed for everybody, or lost when a server was restored from a backup.
  public var ended: Set<ChildID>
  /// Missing children that an owner has removed, as far as the server reports it.
  public var removed: [RemovedChild]
  /// People who joined or left, the earliest first; some may have been delivered before.
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

/// Changed values other than entries and children: settings, reminders, and the state of their occasions.
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
  /// False from a server without due dates and birth weights: `child` then has none.
  public var keepsBirth: Bool
  /// The account's name among those who share the child, if a number distinguishes it from another account's.
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
  /// The unknown kind, for a person: "bath".
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

/// The result of polling for changes.
public enum PollResult: Hashable, Sendable {
  /// Nothing has changed since the tag.
  case unchanged
  /// A page, and the tag to ask with the next time.
  case page(RemotePage, tag: String?)
  /// The page has more bytes than are taken: fewer entries may do.
  case tooLarge
  /// The position belongs to another database, or to this one's future: the server's data was replaced or restored.
  case positionUnknown
}

/// The number of entries to request at a time: fewer after a page that was too large, and more again after one that was
/// not.
public struct PageLength: Hashable, Sendable {
  public static let longest = 500

  public private(set) var entries = longest

  public init() {}

  /// - Returns: false when a page cannot have fewer.
  public mutating func shrink() -> Bool {
    guard entries > 1 else { return false }
    entries /= 2
    return true
  }

  /// Doubles the number, up to `longest`.
  public mutating func grow() { entries = min(entries * 2, Self.longest) }
}
