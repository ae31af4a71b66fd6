public import BabyModel
public import BabyProtocol
import BabyStore

extension LogbookReader {
  /// Entries among which the caller's last one is looked for.
  private static let recentEntries = 1_000

  /// What was logged, changed and deleted since a time.
  ///
  /// Entries that were logged since and have been deleted or undone are left out. So are older entries that a new
  /// machine has only just received.
  ///
  /// - Parameter account: the name of the machine's account.
  public func activity(_ params: ActivityList.Params, account: String?) throws -> ActivityList.Answer {
    let child = try child(params.childID)
    let settings = try settings(of: child)
    let zone = try zone(child.zone)
    var anchor: (entry: Entry, at: Instant)?
    let wanted: Instant
    if let since = params.since {
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
    let shown = Self.page(of: items, limit: params.limit ?? 100)
    let members = try transaction.memberEvents(of: child.id, after: since, limit: MemberEvent.mostOfChild)
      .map { ActivityMemberRecord(Activity.MemberItem($0, account: account), in: zone) }
    return ActivityList.Answer(
      child: ChildReference(child), units: settings.units, timeFormat: settings.timeFormat, theme: settings.theme,
      since: since, sinceLocal: since.text(in: zone), anchor: anchor.map { EntryRecord($0.entry, in: zone) },
      isShortened: since > wanted, people: Activity.shares(of: items).map { ActivityShareRecord($0) },
      items: shown.map { ActivityItemRecord($0, in: zone) },
      leftOut: items.count > shown.count ? items.count - shown.count : nil, members: members.isEmpty ? nil : members,
      running: try transaction.running(child: child.id).map { EntryRecord($0, in: zone) })
  }

  /// The last change to a child, by any person.
  ///
  /// - Parameter account: the name of the machine's account.
  public func activityNews(of child: Child, account: String?) throws -> ActivityNews {
    let before = Instant.plausible.lowerBound
    let item = try transaction.latestEntryTrace(of: child.id)?.item(since: before, account: account)
    let member = try transaction.memberEvents(of: child.id, after: before, limit: 1).first
      .map { Activity.MemberItem($0, account: account) }
    let zone = try zone(child.zone)
    return ActivityNews(
      child: ChildReference(child), item: item.map { ActivityItemRecord($0, in: zone) },
      member: member.map { ActivityMemberRecord($0, in: zone) })
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
        entry: entry, action: .logged, person: person, changer: changer(besides: person, account: account))
    }
    let action: Activity.Action =
      entry.deletedAt != nil ? .deleted : last.operation == .restore ? .restored : .changed
    // The last person to do it: here, or as named by the server.
    let person = Activity.Person(author: entry.changedBy, isHere: last.isHere, account: account)
    return Activity.Item(entry: entry, action: action, person: person)
  }
}
