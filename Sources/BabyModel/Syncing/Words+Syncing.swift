extension Words {
  // Banners about changes that are being sent to the family server. Entries stay here whatever the result.

  /// After the first attempt to send it has failed.
  public static let savedHere = "Saved here · couldn't sync · will retry"

  /// After a retry was requested.
  public static let retrying = "Retrying…"

  /// When such a try has succeeded.
  public static let saved = "Saved"

  /// When all attempts have failed: "Couldn't sync left breast · Retry"
  public static func couldntSync(_ entry: Entry) -> String { couldntSync(pending(entry)) }

  /// After requested retries have failed, too: "Still couldn't sync left breast · Retry"
  public static func stillCouldntSync(_ entry: Entry) -> String { stillCouldntSync(pending(entry)) }

  public static func couldntSync(_ child: Child) -> String { couldntSync(child.name) }

  public static func stillCouldntSync(_ child: Child) -> String { stillCouldntSync(child.name) }

  private static func couldntSync(_ what: String) -> String { line(["Couldn't sync \(what)", "Retry"]) }

  private static func stillCouldntSync(_ what: String) -> String { line(["Still couldn't sync \(what)", "Retry"]) }

  /// An entry within a sentence: "left breast", "deleted sleep"
  static func pending(_ entry: Entry) -> String {
    entry.deletedAt == nil ? noun(entry) : "deleted \(noun(entry))"
  }

  /// A change in the list of pending ones: "Left breast · 15 min", "Deleted sleep"
  public static func queued(_ entry: Entry, units: VolumeUnit) -> String {
    entry.deletedAt == nil ? line(entry, units: units) : "Deleted \(noun(entry))"
  }

  // Why something does not arrive (the app shell's table of errors).

  public static let noConnection = "No connection"
  public static let serverFailed = "Something went wrong"
  public static let tooManyRequests = "Too many requests. Please wait."
  public static let noAccess = "You don't have access to this baby"
  public static let pageTooLarge = "The family server's answer is too large"
  public static let emailTaken = "Email already registered"

  /// "No connection", "Something went wrong · 503"
  public static func reason(_ outage: Outage) -> String {
    switch outage {
    case .network, .timeout: noConnection
    case .server(let status): line([serverFailed, "\(status)"])
    case .badAnswer: "The answer is not a family server's"
    case .tooLarge: pageTooLarge
    }
  }

  // How the server is reached.

  /// "Offline · Showing last known data (synced 9:02 PM)"
  ///
  /// - Parameter clock: when the server last answered; nil when it never has.
  public static func stale(_ text: String, synced clock: String?) -> String {
    clock.map { "\(text) (\(synced($0)))" } ?? text
  }

  /// "2 unsent"
  public static func unsent(_ count: Int) -> String { "\(count) unsent" }

  /// "1 failed"
  public static func failed(_ count: Int) -> String { "\(count) failed" }

  /// "The server's clock is 2m ahead"
  ///
  /// - Parameter skew: by how much the server's clock is ahead; negative where it is behind.
  public static func clockSkew(_ skew: Duration) -> String {
    let isAhead = skew >= .zero
    return "The server's clock is \(duration(isAhead ? skew : .zero - skew)) \(isAhead ? "ahead" : "behind")"
  }

  /// Why what happens now cannot be sent now: "This machine's clock is 12m ahead of the family server's · what you log
  /// is sent when its time has come there · bbctl doctor says how to set it"
  public static func clockAhead(by skew: Duration) -> String {
    line([
      "This machine's clock is \(duration(skew)) ahead of the family server's",
      "what you log is sent once the server reaches that time", "bbctl doctor says how to set it",
    ])
  }

  // The inbox.

  /// Conflicts that need a decision: "1 conflict to decide"
  public static func conflicts(_ count: Int) -> String { "\(count) \(count == 1 ? "conflict" : "conflicts") to decide" }

  /// A change that arrived after it had failed: "Synced after all: left breast"
  public static func sentLate(_ entry: Entry) -> String { "Synced after all: \(pending(entry))" }

  /// A change to retry or discard: "Couldn't sync left breast · No connection"
  public static func failed(_ entry: Entry, reason: String) -> String {
    line(["Couldn't sync \(pending(entry))", reason])
  }

  /// "Couldn't sync Eva · No connection"
  public static func failed(_ child: Child, reason: String) -> String {
    line(["Couldn't sync \(child.name)", reason])
  }

  /// "Ben changed left breast meanwhile · your version is kept"; "Changed meanwhile: left breast · your version is kept"
  /// if it is not known who.
  ///
  /// - Parameter theirs: the server's version, which is the one on screen.
  public static func conflict(with theirs: Entry) -> String {
    let isDeleted = theirs.deletedAt != nil
    let what =
      if let person = theirs.changedBy {
        "\(person) \(isDeleted ? "deleted" : "changed") \(noun(theirs)) meanwhile"
      } else {
        "\(isDeleted ? "Deleted" : "Changed") meanwhile: \(noun(theirs))"
      }
    return line([what, "your version is kept"])
  }

  /// Two timers that were started on machines without a connection.
  public static func startedTwice(_ timer: TimerKey) -> String {
    line(["\(timer.title) was started twice", "the earlier start was kept"])
  }

  /// One of two such timers was stopped: it is the same, and the other one is gone.
  public static func stoppedElsewhere(_ timer: TimerKey) -> String {
    line(["\(timer.title) was started twice and stopped once", "the one that was stopped was kept"])
  }

  /// A timer that was started here and that another person has cancelled.
  public static func takenBack(_ timer: TimerKey) -> String {
    line(["\(timer.title) was taken back on another machine", "your version is kept"])
  }

  /// Parts of a child that were changed on two machines: "Eva was changed elsewhere too · yours: name Evi, born
  /// 2026-03-02"
  ///
  /// - Parameter theirs: the server's version, which is the one on screen.
  public static func conflict(of ours: Child, with theirs: Child, in fields: [ChildField]) -> String {
    let yours = fields.map { "\(label($0)) \(ours.text(of: $0))" }.joined(separator: ", ")
    return line(["\(theirs.name) was changed elsewhere too", "yours: \(yours)"])
  }

  /// "Eva's due date and weight at birth stay on this machine until the family server is updated"
  public static func birthFactsKept(of child: Child) -> String {
    let facts = [child.dueDate.map { _ in "due date" }, child.birthWeight.map { _ in "weight at birth" }]
      .compactMap(\.self)
    let verb = facts.count == 1 ? "stays" : "stay"
    return
      "\(child.name)'s \(facts.joined(separator: " and ")) \(verb) on this machine until the family server is updated"
  }

  /// A change of the child itself: "Not sent, only an owner may change Eva now · yours: name Evi", "… · yours: removed"
  ///
  /// - Parameters:
  ///   - theirs: as the server has it.
  ///   - fields: what differs.
  public static func notOwned(_ ours: Child, than theirs: Child, in fields: [ChildField]) -> String {
    let yours = fields.map { "\(label($0)) \(ours.text(of: $0))" } + (ours.removedAt == nil ? [] : ["removed"])
    let what = "Not sent, only an owner may change \(theirs.name) now"
    return line([what] + (yours.isEmpty ? [] : ["yours: \(yours.joined(separator: ", "))"]))
  }

  private static func label(_ field: ChildField) -> String {
    switch field {
    case .name: "name"
    case .born: "born"
    case .zone: "time zone"
    case .sex: "sex"
    case .feedingStyle: "feeding"
    case .dueDate: "due"
    case .birthWeight: "weight at birth"
    }
  }

  /// Another caregiver's change: "Ben logged left breast", "Ben deleted feed"
  public static func remote(_ entry: Entry, isNew: Bool) -> String {
    let verb = entry.deletedAt != nil ? "deleted" : isNew ? "logged" : "changed"
    return "\(entry.author ?? someone) \(verb) \(noun(entry))"
  }

  /// Entries that another caregiver has added together, such as an import: "Ben added 300 earlier entries"
  public static func added(by author: String, _ count: Int) -> String {
    "\(author) added \(count) earlier \(count == 1 ? "entry" : "entries")"
  }

  /// "2 entries of kinds that only newer versions know"
  public static func unknownKinds(_ count: Int) -> String {
    (count == 1 ? "1 entry of a kind" : "\(count) entries of kinds") + " that only newer versions know"
  }

  /// "From a newer version: bath"
  public static func unknown(_ entry: UnknownEntry) -> String { "From a newer version: \(entry.word)" }

  /// "Retrying 3 changes"
  public static func retrying(_ count: Int) -> String { "Retrying \(changes(count))" }

  /// "Discarded 1 change"
  public static func discarded(_ count: Int) -> String { "Discarded \(changes(count))" }

  /// "3 changes"
  public static func changes(_ count: Int) -> String { "\(count) \(count == 1 ? "change" : "changes")" }

  /// "Dismissed 2 items"
  public static func dismissed(_ count: Int) -> String { "Dismissed \(count) \(count == 1 ? "item" : "items")" }
}

extension Child {
  fileprivate func text(of field: ChildField) -> String {
    switch field {
    case .name: name
    case .born: "\(born)"
    case .zone: zone
    case .sex: sex?.rawValue ?? "none"
    case .feedingStyle: feedingStyle?.rawValue ?? "none"
    case .dueDate: dueDate.map { "\($0)" } ?? "none"
    case .birthWeight: birthWeight.map(Words.weight) ?? "none"
    }
  }
}
