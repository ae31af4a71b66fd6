public import BabyModel
import BabyStore

/// A child's changes since a time, and what is needed to show them.
public struct ActivityView: Sendable {
  public var child: Child
  public var settings: Settings
  public var zone: ZoneRules
  /// Only what was done after it.
  public var since: Instant
  /// The caller's own entry at which it begins, if no time was given.
  public var anchor: Entry?
  /// Whether the change log only begins at `since`, later than requested.
  public var isShortened: Bool
  public var shares: [Activity.Share]
  /// Newest first, by the start of their entries.
  public var items: [Activity.Item]
  /// How many there are besides.
  public var leftOut: Int
  /// People who joined, left or got another role since then; the latest first.
  public var members: [Activity.MemberItem]
  /// The child's timers.
  public var running: [Entry]
}

/// The last change to a child.
public struct LatestActivity: Sendable {
  /// Of an entry; nil if nothing was done as far back as the change log goes.
  public var item: Activity.Item?
  /// The last change of members; nil if there is none.
  public var member: Activity.MemberItem?
}

extension LogbookReader {
  /// Entries among which the caller's last one is looked for.
  private static let recentEntries = 1_000

  /// What was logged, changed and deleted since a time.
  ///
  /// Entries that were logged since and have been deleted or undone are left out. So are older entries that a new
  /// machine has only just received.
  ///
  /// - Parameters:
  ///   - since: in words; nil is since the caller's last visit, or the last 12 hours if there are no other people.
  ///   - account: the name of the machine's account.
  ///   - limit: how many items at most.
  public func activity(
    of reference: String?, since: String?, account: String?, limit: Int
  ) throws -> ActivityView {
    let child = try child(reference)
    let settings = try settings(of: child)
    let zone = try zone(child.zone)
    var anchor: (entry: Entry, at: Instant)?
    let wanted: Instant
    if let since {
      wanted = try TimeExpression.resolveBoundary(since, isEnd: false, now: now, settings: settings, zone: zone)
    } else {
      anchor = try self.anchor(of: child, account: account)
      wanted = anchor?.at ?? now - Activity.usualTime
    }
    // Include the first change in the log.
    let begin = try transaction.changeLogBegin().map { $0 - .milliseconds(1) }
    let since = max(wanted, begin ?? wanted)
    let items = try transaction.entryTraces(of: child.id, after: since)
      .compactMap { $0.item(since: since, account: account) }
      .sorted { ($0.entry.start, $0.entry.id) > ($1.entry.start, $1.entry.id) }
    let shown = Self.page(of: items, limit: limit)
    return ActivityView(
      child: child, settings: settings, zone: zone, since: since, anchor: anchor?.entry, isShortened: since > wanted,
      shares: Activity.shares(of: items), items: shown, leftOut: items.count - shown.count,
      members: try transaction.memberEvents(of: child.id, after: since, limit: MemberEvent.mostOfChild)
        .map { Activity.MemberItem($0, account: account) },
      running: try transaction.running(child: child.id))
  }

  /// The last change to a child, by any person.
  ///
  /// - Parameter account: the name of the machine's account.
  public func latestActivity(of child: Child, account: String?) throws -> LatestActivity {
    let before = Instant.plausible.lowerBound
    return LatestActivity(
      item: try transaction.latestEntryTrace(of: child.id)?.item(since: before, account: account),
      member: try transaction.memberEvents(of: child.id, after: before, limit: 1).first
        .map { Activity.MemberItem($0, account: account) })
  }

  private func anchor(of child: Child, account: String?) throws -> (entry: Entry, at: Instant)? {
    let logged = try transaction.loggedEntries(of: child.id, limit: Self.recentEntries)
    return Activity.anchor(
      among: logged.map { logged in
        let person = Activity.Person(author: logged.entry.author, isHere: logged.isHere, account: account)
        return (logged.entry, person, logged.at)
      }, now: now)
  }

  /// As many as fit in an answer, and one in any case.
  private static func page(of items: [Activity.Item], limit: Int) -> [Activity.Item] {
    var rest = EntryQuery.answerRoom
    return Array(
      items.prefix(limit).enumerated().prefix { index, item in
        rest -= item.entry.wireSize
        return rest >= 0 || index == 0
      }.map(\.element))
  }
}

extension EntryTrace {
  /// The last other person who changed the entry and is worth naming.
  private func changer(besides author: Activity.Person, account: String?) -> Activity.Person? {
    let change = steps.last { $0.operation != .insert }
    guard change != nil || entry.changedBy != nil else { return nil }
    let changer = Activity.Person(author: entry.changedBy, isHere: change?.isHere ?? false, account: account)
    return changer == author || changer == .unknown ? nil : changer
  }

  /// The visible change to the entry; nil if there is none.
  fileprivate func item(since: Instant, account: String?) -> Activity.Item? {
    guard let last = steps.last else { return nil }
    if let insert = steps.first(where: { $0.operation == .insert }) {
      guard entry.deletedAt == nil, insert.isHere || entry.createdAt > since else { return nil }
      let person = Activity.Person(author: entry.author, isHere: insert.isHere, account: account)
      return Activity.Item(
        entry: entry, deed: .logged, person: person, changer: changer(besides: person, account: account))
    }
    let deed: Activity.Deed =
      entry.deletedAt != nil ? .deleted : last.operation == .restore ? .restored : .changed
    // The last person to do it: here, or as named by the server.
    let person = Activity.Person(author: entry.changedBy, isHere: last.isHere, account: account)
    return Activity.Item(entry: entry, deed: deed, person: person)
  }
}
