import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

/// The event of a change, or of an error.
struct FeedEvent: Hashable, Sendable {
  var seq: Int64
  var at: Instant
  var content: Content

  enum Content: Hashable, Sendable {
    /// - Parameter child: the child that it is about; nil when it concerns everybody.
    case event(Topic, child: ChildID?, data: [UInt8])
    /// Timelines as clients know them are no longer right: a child, or which one is current, has changed.
    ///
    /// - Parameters:
    ///   - child: the changed child; nil if it is not a child.
    ///   - uid: whose current child it is; nil for everybody's.
    case timelineVoid(child: ChildID?, uid: UInt32?)
  }

  /// The event's data for a subscription.
  ///
  /// - Parameters:
  ///   - scope: the subscription's.
  ///   - child: the child that it means just now.
  func data(for topics: Set<Topic>, in scope: Scope, about child: ChildID?) -> (topic: Topic, data: [UInt8])? {
    guard case .event(let topic, let subject, let data) = content, topics.contains(topic) else { return nil }
    // A subscription that does not name a child gets the reminders of all children.
    let isAbout = topic == .reminder ? scope.child == nil || scope.child == subject : subject == nil || subject == child
    return isAbout ? (topic, data) : nil
  }

  /// In bytes.
  var size: Int {
    if case .event(_, _, let data) = content { data.count } else { 0 }
  }

  /// Whether it voids the timeline of a scope.
  func voidsTimeline(of scope: Scope) -> Bool {
    guard case .timelineVoid(let child, let uid) = content else { return false }
    guard let own = scope.child else { return uid == nil || uid == scope.uid }
    return own == child
  }
}

extension LogbookReader {
  /// The events of log topics for changes.
  ///
  /// - Parameter clients: who made the changes, where that is known from the commit.
  func events(of changes: [LoggedEvent], clients: [Int64: String] = [:]) throws -> [FeedEvent] {
    var events: [FeedEvent] = []
    for (index, change) in changes.enumerated() {
      guard case .entry(let id, let childID) = change.subject else {
        let event = try change.timelineVoid ?? change.queueEvent ?? reminderEvent(of: changes, at: index)
        if let event { events.append(event) }
        continue
      }
      let entry = try transaction.entry(id)
      if let entry {
        let record = try record(entry, of: anyChild("\(childID)"))
        let change = TimelineChange(operation: .init(change.operation), entry: record)
        events.append(changes[index].event(.timeline, childID, change))
      }
      if let step = change.step, changes.isLast(index), let logged = try transaction.step(step) {
        let banner = try banner(
          on: change, of: logged, kind: entry?.kind, client: clients[change.seq], alone: changes.isAlone(index))
        events.append(change.event(.banner, nil, banner))
      }
    }
    return events
  }

  /// - Parameter alone: whether the step has changed one entry only, which a banner can then name.
  private func banner(
    on change: LoggedEvent, of step: LoggedStep, kind: EntryKind?, client: String?, alone: Bool
  ) throws -> BannerRecord {
    guard case .entry(let entry, let child) = change.subject, let id = change.step else { preconditionFailure() }
    let text = !change.isReverting ? step.label : step.isUndone ? Words.undid(step.label) : Words.redid(step.label)
    return BannerRecord(
      id: change.isReverting ? "\(id).\(change.seq)" : "\(id)", severity: .success, text: text,
      action: change.isReverting || step.isUndone ? nil : .undo, entryID: alone ? entry : nil, kind: kind,
      child: ChildReference(try anyChild("\(child)")), client: client ?? (change.isReverting ? nil : step.client))
  }
}

extension LoggedEvent {
  fileprivate var isOfEntry: Bool { if case .entry = subject { true } else { false } }

  /// Whether both were made, or taken back, at once.
  fileprivate func goes(with other: LoggedEvent) -> Bool {
    step != nil && step == other.step && isReverting == other.isReverting
  }

  fileprivate func event(_ topic: Topic, _ child: ChildID?, _ data: some WireObject) -> FeedEvent {
    FeedEvent(seq: seq, at: at, content: .event(topic, child: child, data: data.encoded))
  }

  /// The state of an entry on its way to the family server. It is for everybody, like the snapshot's counts.
  fileprivate var queueEvent: FeedEvent? {
    guard case .outbox(let id?, child: _, let state) = subject else { return nil }
    return event(.queue, nil, QueueChange(entryID: id, state: state))
  }

  fileprivate var timelineVoid: FeedEvent? {
    switch subject {
    case .child(let id): FeedEvent(seq: seq, at: at, content: .timelineVoid(child: id, uid: nil))
    case .selection(let uid, _): FeedEvent(seq: seq, at: at, content: .timelineVoid(child: nil, uid: uid))
    case .entry, .setting, .reminder, .custom, .outbox, .inbox: nil
    }
  }
}

extension [LoggedEvent] {
  /// Whether the changes of entries end here that are a step's, or take it back.
  fileprivate func isLast(_ index: Int) -> Bool {
    !self[(index + 1)...].prefix { $0.goes(with: self[index]) }.contains(where: \.isOfEntry)
  }

  fileprivate func isAlone(_ index: Int) -> Bool {
    !self[..<index].reversed().prefix { $0.goes(with: self[index]) }.contains(where: \.isOfEntry)
  }
}

extension TimelineChange.Operation {
  fileprivate init(_ operation: ChangeOperation) {
    self =
      switch operation {
      case .insert: .insert
      case .update: .update
      case .delete: .delete
      case .restore: .restore
      }
  }
}

extension LogbookReader {
  /// The event of a reminder's change: the last of those that were sent together gets an event for all.
  ///
  /// Only reminders that are still open: a client that was away does not need finished ones.
  private func reminderEvent(of changes: [LoggedEvent], at index: Int) throws -> FeedEvent? {
    guard let child = changes[index].sentReminder?.child else { return nil }
    if changes.indices.contains(index + 1), changes[index + 1].isSent(with: changes[index]) { return nil }
    let first = changes[...index].lastIndex { !$0.isSent(with: changes[index]) }.map { $0 + 1 } ?? 0
    let rules = Set(changes[first...index].compactMap { $0.sentReminder?.rule })
    let view = try reminders(of: anyChild("\(child)"))
    let open = view.plan.open.filter { rules.contains($0.rule.key) && $0.toldAt == changes[index].at }
    guard !open.isEmpty else { return nil }
    let notice = ReminderNotice(child: ChildReference(view.child), reminders: open.reversed().map(view.record))
    return changes[index].event(.reminder, child, notice)
  }
}

extension LoggedEvent {
  /// The rule whose reminder was sent.
  fileprivate var sentReminder: (rule: String, child: ChildID)? {
    if case .reminder(let rule, let child) = subject, operation == .insert { (rule, child) } else { nil }
  }

  /// Whether a reminder of the same child was sent in the same transaction.
  fileprivate func isSent(with other: LoggedEvent) -> Bool {
    guard let sentReminder, let otherReminder = other.sentReminder else { return false }
    return sentReminder.child == otherReminder.child && at == other.at
  }
}
