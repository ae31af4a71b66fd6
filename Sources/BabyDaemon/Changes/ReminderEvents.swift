import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

extension LogbookReader {
  /// The event of a reminder's change: the last of those that were sent together gets an event for all.
  ///
  /// Only reminders that are still open: a client that was away does not need finished ones.
  func reminderEvent(of changes: [LoggedEvent], at index: Int) throws -> FeedEvent? {
    guard let child = changes[index].told?.child else { return nil }
    if changes.indices.contains(index + 1), changes[index + 1].isTold(with: changes[index]) { return nil }
    let first = changes[...index].lastIndex { !$0.isTold(with: changes[index]) }.map { $0 + 1 } ?? 0
    let rules = Set(changes[first...index].compactMap { $0.told?.rule })
    let view = try reminders(of: anyChild("\(child)"))
    let open = view.plan.open.filter { rules.contains($0.rule.key) && $0.toldAt == changes[index].at }
    guard !open.isEmpty else { return nil }
    let notice = ReminderNotice(child: ChildReference(view.child), reminders: open.reversed().map(view.record))
    return FeedEvent(
      seq: changes[index].seq, at: changes[index].at, content: .reminder(child: child, data: notice.encoded))
  }
}

extension LoggedEvent {
  /// The rule whose reminder was sent.
  fileprivate var told: (rule: String, child: ChildID)? {
    if case .reminder(let rule, let child) = subject, operation == .insert { (rule, child) } else { nil }
  }

  /// Whether a reminder of the same child was sent in the same transaction.
  fileprivate func isTold(with other: LoggedEvent) -> Bool {
    guard let told, let otherTold = other.told else { return false }
    return told.child == otherTold.child && at == other.at
  }
}
