/// What became of a child's log since a time, as one caregiver tells it the next.
///
/// Who logged an entry, it says itself, and who changed or deleted it last, as far as the family server tells it.
public enum Activity {
  /// Who did something, as far as it is known.
  public enum Person: Hashable, Sendable {
    /// Somebody on this machine, or its account's person on another.
    case you
    /// The name of somebody else's account.
    case named(String)
    case unknown

    /// Who has done something.
    ///
    /// - Parameters:
    ///   - author: the name that is told of whoever did it.
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

  public enum Deed: String, CaseIterable, Sendable {
    case logged, changed, deleted, restored
  }

  /// What became of one entry.
  public struct Item: Hashable, Sendable {
    /// As it is now.
    public var entry: Entry
    public var deed: Deed
    public var person: Person
    /// Who else has changed it last, of what was logged; nil where nobody else has, and where nobody knows.
    public var changer: Person?

    public init(entry: Entry, deed: Deed, person: Person, changer: Person? = nil) {
      self.entry = entry
      self.deed = deed
      self.person = person
      self.changer = changer
    }
  }

  /// What became of somebody's share of the child.
  public struct MemberItem: Hashable, Sendable {
    public var event: MemberEvent
    public var person: Person
    /// Who has done it; nil where it is the same person, and where nobody knows.
    public var by: Person?

    /// - Parameter account: the name of this machine's account.
    public init(_ event: MemberEvent, account: String?) {
      self.event = event
      person = Person(author: event.name, isHere: false, account: account)
      by = event.by.map { Person(author: $0, isHere: false, account: account) }
    }
  }

  /// How much somebody did.
  public struct Share: Hashable, Sendable {
    public var person: Person
    /// What was logged and is still there.
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
      switch (item.deed, item.entry.content) {
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

  /// How far back it goes where nobody says so and nobody else has logged anything.
  public static let usualTime: Duration = .hours(12)
  /// For so long somebody else's entry is news.
  static let newsTime: Duration = .hours(24)

  /// The entry with which the caller was last here: their last one before the newest of somebody else's, if that is of the
  /// last 24 hours. What they have logged after it does not hide what others did before.
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
