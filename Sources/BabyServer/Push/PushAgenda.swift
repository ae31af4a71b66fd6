import BabyEngine
import BabyModel
import BabyStore

/// Decides on the pushes for all browsers.
///
/// For each child and each account with a browser the time of the next push is cached until something of the child or
/// the account's settings changes: a check costs one query for each account, and more only if something has changed or
/// is due.
struct PushAgenda {
  private struct Place: Hashable {
    let user: UserID
    let child: ChildID
  }

  private struct NewsPlace: Hashable {
    let session: SessionID
    let child: ChildID
  }

  private struct Known {
    /// Differs with every change of what reminders are made of.
    var change: String
    var browsers: [PushSubscriber]
    var next: Instant?
  }

  /// The result of a check.
  struct Look {
    var posts: [PushPost] = []
    /// The time of the next push; nil for never.
    var next: Instant?
    var hasSubscribers = false

    fileprivate mutating func wait(until time: Instant?) { next = [next, time].compactMap(\.self).min() }
  }

  private var known: [Place: Known] = [:]
  private var news: [NewsPlace: PushNews] = [:]

  /// Finds out what to send now. Reminders are marked as sent first, for each browser: browsers get each reminder at
  /// most once, even across restarts.
  ///
  /// - Parameter notes: what was logged since the last look.
  /// - Throws: database errors. No reminder is sent then; notifications about other people's entries may be lost.
  mutating func look(
    at now: Instant, _ store: ServerStore, _ zones: ZoneDatabase, notes: [LoggedNote]
  ) async throws -> Look {
    // On one of the store's threads, which cannot change this one in place.
    let reviewed = try await store.read { [agenda = self] reader in
      var (agenda, look) = (agenda, Look())
      let due = try agenda.review(reader, zones, notes, now: now, &look)
      return (agenda: agenda, look: look, due: due)
    }
    self = reviewed.agenda
    var look = reviewed.look
    let due = reviewed.due
    guard !due.isEmpty else { return look }
    let told: [(posts: [PushPost], next: Instant?)]
    do {
      told = try await store.write(at: now) { writer in
        try due.map { place in try Self.tell(place.child, place.user, writer, zones) }
      }
    } catch {
      // To be looked at again.
      for place in due { known[place] = nil }
      throw error
    }
    for (place, told) in zip(due, told) {
      look.posts += told.posts
      known[place]?.next = told.next
      look.wait(until: told.next)
    }
    return look
  }

  /// - Returns: for whom and whom of something is due.
  private mutating func review(
    _ reader: ServerReader, _ zones: ZoneDatabase, _ notes: [LoggedNote], now: Instant, _ look: inout Look
  ) throws -> [Place] {
    let people = Dictionary(grouping: try reader.pushSubscribers(now: now), by: \.user)
    let fresh = try notes.compactMap { note in try reader.entry(note.entry).map { (note, $0) } }
      .filter { $0.1.deletedAt == nil }
    look.hasSubscribers = !people.isEmpty
    var due: [Place] = []
    var current: [Place: Known] = [:]
    var currentNews: [NewsPlace: PushNews] = [:]
    for (user, browsers) in people {
      let sight = try reader.sight(of: user)
      for membership in sight.memberships {
        let child = membership.child
        let place = Place(user: user, child: child.id)
        let change = "\(sight.epoch) \(max(membership.changeSeq, sight.settingSeq))"
        let entry: Known
        if let known = known[place], known.change == change, known.browsers == browsers,
          known.next.map({ $0 > now }) ?? true
        {
          entry = known
        } else {
          let plans = try Self.plans(of: child, for: user, browsers, reader, zones, now: now).plans
          if plans.contains(where: { !$0.due.isEmpty || !$0.passed.isEmpty }) { due.append(place) }
          entry = Known(change: change, browsers: browsers, next: plans.compactMap(\.next).min())
        }
        current[place] = entry
        look.wait(until: entry.next)
        try followNews(
          browsers, fresh.filter { $0.0.child == child.id && $0.0.user != user }.map(\.1), child, reader, zones,
          now: now, into: &currentNews, &look)
      }
    }
    (known, news) = (current, currentNews)
    return due
  }

  /// - Parameter entries: what others have logged of the child.
  private func followNews(
    _ browsers: [PushSubscriber], _ entries: [SharedEntry], _ child: Child, _ reader: ServerReader,
    _ zones: ZoneDatabase, now: Instant, into current: inout [NewsPlace: PushNews], _ look: inout Look
  ) throws {
    for browser in browsers where browser.subscription.wishes.others {
      let place = NewsPlace(session: browser.session, child: child.id)
      var news = news[place] ?? PushNews()
      for entry in entries { news.add(entry) }
      if news.count > 0 {
        let outlook = try Self.outlook(of: child, for: browser.user, reader, zones, now: now)
        let due = news.due(at: now, quiet: outlook.settings.quietHours, zone: outlook.zone)
        if let due, due > now {
          look.wait(until: due)
        } else {
          look.posts.append(PushPost(news, of: outlook, to: browser))
          news.tell(at: now)
        }
      }
      if !news.isOver(at: now) { current[place] = news }
    }
  }

  // MARK: Reminders

  /// Marks what is due now as sent.
  ///
  /// - Returns: what to send, and when to check again.
  private static func tell(
    _ child: ChildID, _ user: UserID, _ writer: ServerWriter, _ zones: ZoneDatabase
  ) throws -> (posts: [PushPost], next: Instant?) {
    let (reader, now) = (writer.read, writer.now)
    // Read again: entries or sessions may have changed since the check.
    let browsers = try reader.pushSubscribers(now: now).filter { $0.user == user }
    guard !browsers.isEmpty, let membership = try reader.membership(of: user, in: child) else { return ([], nil) }
    let (grounds, plans) = try plans(of: membership.child, for: user, browsers, reader, zones, now: now)
    var posts: [PushPost] = []
    for (browser, plan) in zip(browsers, plans) {
      for reminder in plan.passed + plan.due {
        try writer.notePush(reminder.told(at: now), rule: reminder.rule.key, of: child, to: browser.session)
      }
      posts += plan.due.map { PushPost($0, of: grounds, to: browser) }
    }
    // The push after that is computed later.
    let next = try Self.plans(of: membership.child, for: user, browsers, reader, zones, now: now).plans
    return (posts, next.compactMap(\.next).min())
  }

  private static func plans(
    of child: Child, for user: UserID, _ browsers: [PushSubscriber], _ reader: ServerReader, _ zones: ZoneDatabase,
    now: Instant
  ) throws -> (grounds: ReminderGrounds, plans: [PushPlan]) {
    let grounds = try outlook(of: child, for: user, reader, zones, now: now)
      .reminders(reader.customReminders(child: child.id))
    let shared = try reader.reminderMarks(child: child.id)
    let plans = try browsers.map { browser in
      let marks = ReminderMark.merging(try reader.pushMarks(of: browser.session, child: child.id), with: shared)
      return PushPlan(grounds.plan(marks), for: browser.subscription, now: now)
    }
    return (grounds, plans)
  }

  private static func outlook(
    of child: Child, for user: UserID, _ reader: ServerReader, _ zones: ZoneDatabase, now: Instant
  ) throws -> Outlook {
    Outlook(
      of: child, reader.entries, settings: try reader.settings(of: child, for: user),
      zone: try zones.rules(for: child.zone), now: now)
  }

  /// Whether a message should still be sent: the browser is still subscribed to it, and what is due was not done,
  /// snoozed or dismissed.
  static func isWanted(_ post: PushPost, _ reader: ServerReader, _ zones: ZoneDatabase, now: Instant) throws -> Bool {
    let (session, user) = (post.subscriber.session, post.subscriber.user)
    guard
      let wishes = try reader.pushSubscribers(now: now).first(where: {
        $0.session == session && $0.subscription.endpoint == post.subscriber.subscription.endpoint
      })?.subscription.wishes, let child = try reader.membership(of: user, in: post.child)?.child
    else { return false }
    guard case .reminder(_, let id) = post.subject else { return wishes.others }
    let grounds = try outlook(of: child, for: user, reader, zones, now: now)
      .reminders(reader.customReminders(child: child.id))
    let marks = ReminderMark.merging(
      try reader.pushMarks(of: session, child: child.id), with: try reader.reminderMarks(child: child.id))
    return grounds.plan(marks).open.contains { $0.id == id && wishes.covers($0.rule.kind) }
  }
}
