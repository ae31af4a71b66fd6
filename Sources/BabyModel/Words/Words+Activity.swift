// The handover between two caregivers.
extension Words {
  public static let you = "You"
  /// The author of a change that the family server reports without a name.
  public static let somebody = "Somebody"
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
  public static func done(_ deed: Activity.Deed, by person: Activity.Person) -> String? {
    let name: String? =
      switch person {
      case .you: deed == .logged ? nil : "by you"
      case .named(let name): "by \(name)"
      case .unknown: nil
      }
    let words = [deed == .logged || deed == .deleted ? nil : deed.rawValue, name].compactMap(\.self)
    return words.isEmpty ? nil : line(words, separator: " ")
  }

  /// "Omar joined as a caregiver", "Sam left", "Sam was removed · by you", "You are now a viewer · by Ann"
  public static func member(
    _ deed: MemberEvent.Deed, _ person: Activity.Person, as role: Role?, by owner: Activity.Person?
  ) -> String {
    let what: String
    switch deed {
    case .joined: what = "joined" + (role.map { " as \(article($0))" } ?? "")
    case .left: what = "left"
    case .removed: what = person == .you ? "were removed" : "was removed"
    case .role: what = (person == .you ? "are now " : "is now ") + (role.map(article) ?? "somebody else")
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
    case .unknown: somebody
    }
  }

  private static func nameWithin(_ person: Activity.Person) -> String {
    switch person {
    case .you: "you"
    case .named(let name): name
    case .unknown: "somebody"
    }
  }

  /// "1 changed", "2 deleted"
  public static func count(_ number: Int, _ deed: Activity.Deed) -> String { "\(number) \(deed.rawValue)" }

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
