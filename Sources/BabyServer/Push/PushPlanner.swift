import BabyEngine
import BabyModel
import BabyStore

/// Decides on the pushes for all browsers.
///
/// For each child and each account with a browser the time of the next push is cached until something of the child or
/// the account's settings changes: a check costs one query for each account, and more only if something has changed or
/// is due.
struct PushPlanner {
  private struct Place: Hashable {
    let user: UserID
    let child: ChildID
  }

  private struct NewsKey: Hashable {
    let session: SessionID
    let child: ChildID
  }

  private struct CachedPlan {
    /// Differs with every change of what reminders are made of.
    var change: String
    var browsers: [PushSubscriber]
    var next: Instant?
  }

  /// The result of a check.
  struct Check {
    var deliveries: [PushDelivery] = []
    /// The time of the next push; nil for never.
    var next: Instant?
    var hasSubscribers = false

    fileprivate mutating func wait(until time: Instant?) { next = [next, time].compactMap(\.self).min() }
  }

  private var known: [Place: CachedPlan] = [:]
  private var news: [NewsKey: PushNews] = [:]

  /// Finds out what to send now. Reminders are marked as sent first, for each browser: browsers get each reminder at
  /// most once, even across restarts.
  ///
  /// - Parameter freshEntries: what was logged since the last check.
  /// - Throws: database errors. No reminder is sent then; notifications about other people's entries may be lost.
  mutating func check(
    at now: Instant, _ store: ServerStore, _ zones: ZoneDatabase, freshEntries: [FreshEntry]
  ) async throws -> Check {
    // On one of the store's threads, which cannot change this one in place.
    let reviewed = try await store.read { [planner = self] reader in
      var (planner, check) = (planner, Check())
      let due = try planner.review(reader, zones, freshEntries, now: now, &check)
      return (planner: planner, check: check, due: due)
    }
    self = reviewed.planner
    var check = reviewed.check
    let due = reviewed.due
    guard !due.isEmpty else { return check }
    let pushes: [(deliveries: [PushDelivery], next: Instant?)]
    do {
      pushes = try await store.write(at: now) { writer in
        try due.map { place in try Self.tell(place.child, place.user, writer, zones) }
      }
    } catch {
      // To be checked again.
      for place in due { known[place] = nil }
      throw error
    }
    for (place, push) in zip(due, pushes) {
      check.deliveries += push.deliveries
      known[place]?.next = push.next
      check.wait(until: push.next)
    }
    return check
  }

  /// - Returns: for whom and whom of something is due.
  private mutating func review(
    _ reader: ServerReader, _ zones: ZoneDatabase, _ freshEntries: [FreshEntry], now: Instant, _ check: inout Check
  ) throws -> [Place] {
    let people = Dictionary(grouping: try reader.pushSubscribers(now: now), by: \.user)
    let fresh = try freshEntries.compactMap { fresh in try reader.entry(fresh.entry).map { (fresh, $0) } }
      .filter { $0.1.deletedAt == nil }
    check.hasSubscribers = !people.isEmpty
    var due: [Place] = []
    var current: [Place: CachedPlan] = [:]
    var currentNews: [NewsKey: PushNews] = [:]
    for (user, browsers) in people {
      let visibility = try reader.visibility(of: user)
      for membership in visibility.memberships {
        let child = membership.child
        let place = Place(user: user, child: child.id)
        let change = "\(visibility.epoch) \(max(membership.changeSeq, visibility.settingSeq))"
        let entry: CachedPlan
        if let known = known[place], known.change == change, known.browsers == browsers,
          known.next.map({ $0 > now }) ?? true
        {
          entry = known
        } else {
          let plans = try Self.plans(of: child, for: user, browsers, reader, zones, now: now).plans
          if plans.contains(where: { !$0.due.isEmpty || !$0.passed.isEmpty }) { due.append(place) }
          entry = CachedPlan(change: change, browsers: browsers, next: plans.compactMap(\.next).min())
        }
        current[place] = entry
        check.wait(until: entry.next)
        try followNews(
          browsers, fresh.filter { $0.0.child == child.id && $0.0.user != user }.map(\.1), child, reader, zones,
          now: now, into: &currentNews, &check)
      }
    }
    (known, news) = (current, currentNews)
    return due
  }

  /// - Parameter entries: what others have logged of the child.
  private func followNews(
    _ browsers: [PushSubscriber], _ entries: [SharedEntry], _ child: Child, _ reader: ServerReader,
    _ zones: ZoneDatabase, now: Instant, into current: inout [NewsKey: PushNews], _ check: inout Check
  ) throws {
    for browser in browsers where browser.subscription.preferences.others {
      let place = NewsKey(session: browser.session, child: child.id)
      var news = news[place] ?? PushNews()
      for entry in entries { news.add(entry) }
      if news.count > 0 {
        let forecaster = try Self.forecaster(of: child, for: browser.user, reader, zones, now: now)
        let due = news.due(at: now, quiet: forecaster.settings.quietHours, zone: forecaster.zone)
        if let due, due > now {
          check.wait(until: due)
        } else {
          check.deliveries.append(PushDelivery(news, of: forecaster, to: browser))
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
  ) throws -> (deliveries: [PushDelivery], next: Instant?) {
    let (reader, now) = (writer.read, writer.now)
    // Read again: entries or sessions may have changed since the check.
    let browsers = try reader.pushSubscribers(now: now).filter { $0.user == user }
    guard !browsers.isEmpty, let membership = try reader.membership(of: user, in: child) else { return ([], nil) }
    let (inputs, plans) = try plans(of: membership.child, for: user, browsers, reader, zones, now: now)
    var deliveries: [PushDelivery] = []
    for (browser, plan) in zip(browsers, plans) {
      for reminder in plan.passed + plan.due {
        try writer.notePush(reminder.sent(at: now), rule: reminder.rule.key, of: child, to: browser.session)
      }
      deliveries += plan.due.map { PushDelivery($0, of: inputs, to: browser) }
    }
    // The push after that is computed later.
    let next = try Self.plans(of: membership.child, for: user, browsers, reader, zones, now: now).plans
    return (deliveries, next.compactMap(\.next).min())
  }

  private static func plans(
    of child: Child, for user: UserID, _ browsers: [PushSubscriber], _ reader: ServerReader, _ zones: ZoneDatabase,
    now: Instant
  ) throws -> (inputs: ReminderInputs, plans: [PushPlan]) {
    let inputs = try forecaster(of: child, for: user, reader, zones, now: now)
      .reminders(reader.customReminders(child: child.id))
    let shared = try reader.reminderMarks(child: child.id)
    let plans = try browsers.map { browser in
      let marks = ReminderMark.merging(try reader.pushMarks(of: browser.session, child: child.id), with: shared)
      return PushPlan(inputs.plan(marks), for: browser.subscription, now: now)
    }
    return (inputs, plans)
  }

  private static func forecaster(
    of child: Child, for user: UserID, _ reader: ServerReader, _ zones: ZoneDatabase, now: Instant
  ) throws -> Forecaster {
    Forecaster(
      of: child, reader.entries, settings: try reader.settings(of: child, for: user),
      zone: try zones.rules(for: child.zone), now: now)
  }

  /// Whether a message should still be sent: the browser is still subscribed to it, and what is due was not done,
  /// snoozed or dismissed.
  static func isWanted(
    _ delivery: PushDelivery, _ reader: ServerReader, _ zones: ZoneDatabase, now: Instant
  ) throws -> Bool {
    let (session, user) = (delivery.subscriber.session, delivery.subscriber.user)
    guard
      let preferences = try reader.pushSubscribers(now: now).first(where: {
        $0.session == session && $0.subscription.endpoint == delivery.subscriber.subscription.endpoint
      })?.subscription.preferences, let child = try reader.membership(of: user, in: delivery.child)?.child
    else { return false }
    guard case .reminder(_, let id) = delivery.subject else { return preferences.others }
    let inputs = try forecaster(of: child, for: user, reader, zones, now: now)
      .reminders(reader.customReminders(child: child.id))
    let marks = ReminderMark.merging(
      try reader.pushMarks(of: session, child: child.id), with: try reader.reminderMarks(child: child.id))
    return inputs.plan(marks).open.contains { $0.id == id && preferences.covers($0.rule.kind) }
  }
}
