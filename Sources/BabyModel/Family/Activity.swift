/// The changes to a child's log since a time, for the handover between two caregivers.
///
/// Each entry names its author, and its last editor as far as the family server reports it.
public enum Activity {
  /// The person behind a change, as far as known.
  public enum Person: Hashable, Sendable {
    /// A person on this machine, or this account on another machine.
    case you
    /// The name of another account.
    case named(String)
    case unknown

    /// Derives the person behind a change.
    ///
    /// - Parameters:
    ///   - author: the name of the person who did it, as reported by the server.
    ///   - isHere: whether it was done on this machine.
    ///   - account: the name of this machine's account.
    public init(author: String?, isHere: Bool, account: String?) {
      guard !isHere, author == nil || author != account else {
        self = .you
        return
      }
      self = author.map { .named($0) } ?? .unknown
    }
  }

  /// What was done to an entry.
  public enum Action: String, CaseIterable, Sendable {
    case logged, changed, deleted, restored
  }

  /// The changes to one entry.
  public struct Item: Hashable, Sendable {
    /// As it is now.
    public var entry: Entry
    public var action: Action
    public var person: Person
    /// The last other person who changed a logged entry; nil if there is none or it is unknown.
    public var changer: Person?

    public init(entry: Entry, action: Action, person: Person, changer: Person? = nil) {
      self.entry = entry
      self.action = action
      self.person = person
      self.changer = changer
    }
  }

  /// A change to a person's share of the child.
  public struct MemberItem: Hashable, Sendable {
    public var event: MemberEvent
    public var person: Person
    /// Who made the change; nil if it is the same person or unknown.
    public var by: Person?

    /// - Parameter account: the name of this machine's account.
    public init(_ event: MemberEvent, account: String?) {
      self.event = event
      person = Person(author: event.name, isHere: false, account: account)
      by = event.by.map { Person(author: $0, isHere: false, account: account) }
    }
  }

  /// One person's part of the work.
  public struct Share: Hashable, Sendable {
    public var person: Person
    /// Entries that were logged and still exist.
    public var feeds = 0
    public var pumpings = 0
    public var diapers = 0
    public var sleeps = 0
    public var tummyTimes = 0
    public var notes = 0
    /// Entries of the other kinds.
    public var others = 0
    /// Entries of before that were changed, or brought back.
    public var changed = 0
    public var deleted = 0

    init(_ person: Person) { self.person = person }

    fileprivate mutating func add(_ item: Item) {
      switch (item.action, item.entry.content) {
      case (.deleted, _): deleted += 1
      case (.changed, _), (.restored, _): changed += 1
      case (.logged, .feeding(let feeding)) where !feeding.countsAsFeed: pumpings += 1
      case (.logged, .feeding): feeds += 1
      case (.logged, .diaper): diapers += 1
      case (.logged, .sleep): sleeps += 1
      case (.logged, .tummyTime): tummyTimes += 1
      case (.logged, .note): notes += 1
      case (.logged, .declared): others += 1
      }
    }

    fileprivate var size: Int { feeds + pumpings + diapers + sleeps + tummyTimes + notes + others + changed + deleted }
  }

  /// The default time span if no other person has logged anything.
  public static let usualTime: Duration = .hours(12)
  /// How long an entry by another person counts as news.
  private static let newsTime: Duration = .hours(24)

  /// The caller's last entry before the newest of another person's, if that is from the last 24 hours. Entries that the
  /// caller logged after it do not hide what others did before.
  ///
  /// - Parameter logged: entries with who logged them and when.
  public static func anchor(
    among logged: [(entry: Entry, person: Person, at: Instant)], now: Instant
  ) -> (entry: Entry, at: Instant)? {
    guard let theirs = logged.filter({ $0.person != .you }).map(\.at).max(), theirs > now - newsTime else { return nil }
    return logged.filter { $0.person == .you && $0.at < theirs }.max { $0.at < $1.at }.map { ($0.entry, $0.at) }
  }

  /// How much each did: others first, those who did most before the rest, and the caller last.
  public static func shares(of items: [Item]) -> [Share] {
    var shares: [Person: Share] = [:]
    for item in items { shares[item.person, default: Share(item.person)].add(item) }
    return shares.values.sorted { one, other in
      if one.person.rank != other.person.rank { return one.person.rank < other.person.rank }
      return (other.size, one.person.name) < (one.size, other.person.name)
    }
  }
}

extension Activity.Person {
  fileprivate var rank: Int {
    switch self {
    case .named: 0
    case .unknown: 1
    case .you: 2
    }
  }

  fileprivate var name: String { if case .named(let name) = self { name } else { "" } }
}

// The handover between two caregivers.
extension Words {
  public static let you = "You"
  /// The author of a change that the family server reports without a name.
  public static let someone = "Someone"
  public static let nothingDone = "Nothing was logged, changed or deleted"
  public static let logBegins = "Older changes are no longer kept."

  /// "Since you logged the bottle at 11:40 AM", "Since you logged the diaper yesterday 11:40 PM", "Since 11:40 AM"
  ///
  /// - Parameter anchor: the reader's own entry with which it begins.
  public static func since(_ local: LocalDateTime, today: LocalDate, format: TimeFormat, anchor: Entry?) -> String {
    let clock = dateTime(local, today: today, format: format)
    guard let anchor else { return "Since \(clock)" }
    return "Since you logged the \(plainNoun(anchor)) \(local.date == today ? "at " : "")\(clock)"
  }

  /// "Asleep since 1:05 PM", "Feeding since 1:05 PM", "Bath since 1:05 PM"
  public static func runningSince(_ timer: TimerKey, _ clock: String) -> String {
    switch timer.kind {
    case .sleep: "Asleep since \(clock)"
    case .feeding: "Feeding since \(clock)"
    case .diaper, .tummyTime, .note, .declared: "\(timer.title) since \(clock)"
    }
  }

  /// "by Ben", "changed by you", "changed"; nil for the reader's own entries, and if unknown.
  public static func done(_ action: Activity.Action, by person: Activity.Person) -> String? {
    let name: String? =
      switch person {
      case .you: action == .logged ? nil : "by you"
      case .named(let name): "by \(name)"
      case .unknown: nil
      }
    let words = [action == .logged || action == .deleted ? nil : action.rawValue, name].compactMap(\.self)
    return words.isEmpty ? nil : line(words, separator: " ")
  }

  /// "Omar joined as a caregiver", "Sam left", "Sam was removed · by you", "You are now a viewer · by Ann"
  public static func member(
    _ action: MemberEvent.Action, _ person: Activity.Person, as role: Role?, by owner: Activity.Person?
  ) -> String {
    let what: String
    switch action {
    case .joined: what = "joined" + (role.map { " as \(article($0))" } ?? "")
    case .left: what = "left"
    case .removed: what = person == .you ? "were removed" : "was removed"
    case .role: what = (person == .you ? "are now " : "is now ") + (role.map(article) ?? "another person")
    }
    return line(["\(name(of: person)) \(what)", owner.map { "by \(nameWithin($0))" }].compactMap(\.self))
  }

  /// "an owner", "a viewer"
  static func article(_ role: Role) -> String { role == .owner ? "an owner" : "a \(role.rawValue)" }

  /// "Omar", "You"
  public static func name(of person: Activity.Person) -> String {
    switch person {
    case .you: you
    case .named(let name): name
    case .unknown: someone
    }
  }

  private static func nameWithin(_ person: Activity.Person) -> String {
    if case .named(let name) = person { name } else { name(of: person).lowercased() }
  }

  /// "1 changed", "2 deleted"
  public static func count(_ number: Int, _ action: Activity.Action) -> String { "\(number) \(action.rawValue)" }

  private static func plainNoun(_ entry: Entry) -> String {
    if case .feeding(let feeding) = entry.content {
      switch feeding.method {
      case .breast: return "breast feed"
      case .bottle: return "bottle"
      case .pumping: return "pumping"
      }
    }
    return entry.timer.noun
  }
}
