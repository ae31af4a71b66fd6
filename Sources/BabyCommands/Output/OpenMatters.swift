import BabyClient
import BabyModel
import BabyProtocol

/// Open matters that need a person and are not in a dashboard.
struct OpenMatters {
  /// Undecided conflicts in the inbox.
  var conflicts = 0
  /// Reminders of the child that were sent and are not done.
  var reminders: [ReminderRecord] = []
}

extension CommandSession {
  /// Requested only for people, because it costs extra calls. Missing answers are left out.
  func attention(for child: ChildReference, _ sync: AccountStatus.Answer?) -> OpenMatters {
    var attention = OpenMatters()
    guard surroundings.outputIsTerminal else { return attention }
    if sync?.account.state != .onboarding, let inbox = try? call(InboxList.self, .init()) {
      attention.conflicts = inbox.items.count { $0.kind == .conflict && !$0.isDismissed }
    }
    attention.reminders = (try? call(ReminderList.self, .init(childID: "\(child.id)")).open) ?? []
    return attention
  }
}

extension Page {
  /// Matters that concern all children.
  mutating func attention(_ sync: AccountStatus.Answer?, _ attention: OpenMatters) {
    if let connection = sync?.connection, connection.failed > 0, let waiting = connection.waiting {
      line(.init(waiting, .severity(.error)), .init("  (bbctl queue)", .faint))
    }
    if attention.conflicts > 0 {
      line(.init(Words.conflicts(attention.conflicts), .severity(.warning)), .init("  (bbctl inbox)", .faint))
    }
  }

  /// Overdue matters of a child: from the dashboard, and reminders of anything else.
  mutating func late(_ lines: DashboardLines, _ attention: OpenMatters, now: Instant) {
    for (_, text) in lines.overdue { line(.init(text, .overdue)) }
    for reminder in attention.reminders where reminder.kind == .custom {
      let name = (reminder.name ?? reminder.id).shellQuoted
      let text = reminder.text + Words.separator + Words.ago(reminder.due, now: now)
      line(.init(text, .severity(.warning)), .init("  (bbctl remind dismiss \(name))", .faint))
    }
  }

  /// Why nothing on the page is about today.
  mutating func old(_ last: LocalTime) {
    let (date, today) = (last.local.date, last.today)
    line(
      .init(Words.nothingSince(date, today: today), .severity(.warning)),
      .init("  (bbctl history \(date.description.prefix(7)))", .faint))
  }
}
