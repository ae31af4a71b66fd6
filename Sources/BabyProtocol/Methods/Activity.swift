public import BabyModel

/// For the handover between two caregivers.
public enum ActivityList: RPCMethod {
  public static let name = "activity.list"
  public static let summary = """
    Lists what was logged, changed and deleted for a child since a time, and by whom, and who came to share it or left.
    """
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild + .ofTimes

  @WireMembers
  public struct Params: WireObject {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// Start of the time, in words or RFC 3339; default: the machine's own last entry before the newest of another
    /// person.
    ///
    /// If no other person has logged anything in the last 24 hours, or this machine nothing before, the last 12 hours.
    public var since: String?
    /// How many items to return at most, 1 to 1000; default: 100.
    @Wire(in: 1...1000) public var limit: Int?
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The child.
    public var child: ChildReference
    /// The unit to show amounts in.
    public var units: VolumeUnit
    /// How to write clock times.
    public var timeFormat: TimeFormat
    /// The theme set for the child.
    public var theme: Theme
    /// From when on; only what was done after it is in the answer.
    public var since: Instant
    /// The same time with the offset of the child's time zone.
    public var sinceLocal: String
    /// The machine's own entry with which it begins, if since was left out and there is one.
    public var anchor: EntryRecord?
    /// True if older changes are no longer kept, so that since is later than requested.
    public var isShortened: Bool = false
    /// How much each did, all items counted; the caller last.
    public var people: [ActivityShareRecord]
    /// The changes to each entry, by the start of the entries, newest first.
    public var items: [ActivityItemRecord]
    /// How many more items there are; left out if there are none.
    public var leftOut: Int?
    /// People who joined, left, were removed or got another role since then, the latest first; left out if there are
    /// none.
    public var members: [ActivityMemberRecord]?
    /// The child's timers, as they run now.
    public var running: [EntryRecord]
  }
}

/// The last change to a child, and its author.
@WireMembers("ActivityNews")
public struct ActivityNews: Hashable, WireObject {
  /// The child.
  public var child: ChildReference
  /// The last change of an entry; left out if there was none in the last 30 days.
  public var item: ActivityItemRecord?
  /// The last person who joined, left, was removed or got another role; left out if there was none in the last 30 days.
  public var member: ActivityMemberRecord?
}

/// One person's part of the work.
@WireMembers("ActivityShare")
public struct ActivityShareRecord: Hashable, WireObject {
  /// Name of the account; left out for the caller and if unknown.
  public var person: String?
  /// True for the caller: this machine, or its account's person on another.
  public var isYou: Bool = false
  /// Feeds logged; pumping does not count.
  public var feeds: Int
  /// Pumping sessions logged.
  public var pumpings: Int
  /// Diapers logged.
  public var diapers: Int
  /// Sleeps logged.
  public var sleeps: Int
  /// Tummy times logged.
  public var tummyTimes: Int
  /// Notes logged.
  public var notes: Int
  /// Entries of other kinds logged.
  public var others: Int
  /// Earlier entries changed or restored.
  public var changed: Int
  /// Earlier entries deleted.
  public var deleted: Int
}

/// A change to an entry.
@WireMembers("ActivityItem")
public struct ActivityItemRecord: Hashable, WireObject {
  /// The change.
  public var action: Activity.Action
  /// Name of the person who did it; left out for the caller and if unknown.
  ///
  /// For changes from an older family server, only the entry's author is known.
  public var person: String?
  /// True for the caller: this machine, or its account's person on another.
  public var isYou: Bool = false
  /// For entries that were logged, name of the last other person who changed it; left out for the caller, if there is
  /// none, and if unknown.
  public var changer: String?
  /// True if the caller was the last to change an entry of another person.
  public var changerIsYou: Bool = false
  /// The entry as it is now.
  public var entry: EntryRecord
}

/// A change to a person's share of a child.
@WireMembers("ActivityMember")
public struct ActivityMemberRecord: Hashable, WireObject {
  /// The change.
  public var action: MemberEvent.Action
  /// Name of whose share it is, as they were called then; left out for the caller.
  public var person: String?
  /// True if it is the caller's.
  public var isYou: Bool = false
  /// Their new role; left out if they are gone.
  public var role: Role?
  /// Name of the owner who did it; left out for the caller, and if the person did it themselves.
  public var by: String?
  /// True if the caller did it.
  public var byYou: Bool = false
  /// When it was, by the family server's clock.
  public var at: Instant
  /// The same time with the offset of the child's time zone.
  public var atLocal: String
}

extension Activity.Action: WireEnum {}

extension Activity.Person {
  /// - Parameters:
  ///   - name: as a record has it.
  ///   - isYou: as a record has it.
  public init(_ name: String?, isYou: Bool) { self = isYou ? .you : name.map { .named($0) } ?? .unknown }

  fileprivate var name: String? { if case .named(let name) = self { name } else { nil } }
}

extension ActivityShareRecord {
  public init(_ share: Activity.Share) {
    self.init(
      person: share.person.name, isYou: share.person == .you, feeds: share.feeds, pumpings: share.pumpings,
      diapers: share.diapers, sleeps: share.sleeps, tummyTimes: share.tummyTimes, notes: share.notes,
      others: share.others, changed: share.changed, deleted: share.deleted)
  }
}

extension ActivityMemberRecord {
  public init(_ item: Activity.MemberItem, in zone: ZoneRules) {
    let event = item.event
    self.init(
      action: event.action, person: item.person.name, isYou: item.person == .you, role: event.role, by: item.by?.name,
      byYou: item.by == .you, at: event.at, atLocal: event.at.text(in: zone))
  }
}

extension ActivityItemRecord {
  public init(_ item: Activity.Item, in zone: ZoneRules) {
    self.init(
      action: item.action, person: item.person.name, isYou: item.person == .you, changer: item.changer?.name,
      changerIsYou: item.changer == .you,
      entry: EntryRecord(item.entry, in: zone))
  }
}
