import BabyEngine
import BabyModel
import BabyProtocol
import Testing

@Suite("Reminders in the log")
struct ReminderUseTests {
  /// Eva was fed three hours ago, which is when feeds remind.
  private func due() async throws -> Log {
    let log = try await Log()
    try await log.write { book in
      _ = try book.setSetting("feeding.interval", to: "3h", child: nil)
      try book.feed(.feeding(method: .bottle))
    }
    log.machine.pass(.hours(3))
    try await log.write { try $0.sendDueReminders() }
    return log
  }

  private func plan(_ log: Log) async throws -> ReminderPlan {
    try await log.read { [eva = log.eva] in try $0.reminders(of: eva).plan }
  }

  @Test("a due one is sent once, and is over when its entry is logged")
  func telling() async throws {
    let log = try await due()
    let open = try await plan(log).open
    #expect(open.map(\.rule.kind) == [.feeding] && open.map(\.toldAt) == [noon + .hours(3)])
    log.machine.pass(.minutes(1))
    try await log.write { try $0.sendDueReminders() }
    #expect(try await plan(log).open == open)
    try await log.write { try $0.feed() }
    #expect(try await plan(log).open == [])
  }

  @Test(
    "a reminder is not sent again when the feed that it counts from is deleted or restored",
    arguments: [false, true])
  func deletedAndUndone(isDismissed: Bool) async throws {
    let log = try await due()
    log.machine.pass(.minutes(1))
    // Another feed, whose reminder is due three hours later.
    try await log.write { try $0.feed(.feeding(method: .bottle)) }
    log.machine.pass(.hours(3))
    try await log.write { try $0.sendDueReminders() }
    let told = try await plan(log).open
    #expect(told.map(\.toldAt) == [noon + .minutes(361)])
    if isDismissed { try await log.write { _ = try $0.dismissReminder(nil, child: nil) } }
    for change in [{ book in _ = try book.delete("last") }, { book in _ = try book.undo() }] as [Change] {
      log.machine.pass(.minutes(1))
      try await log.write(change)
      #expect(try await plan(log).waiting == [])
      try await log.write { try $0.sendDueReminders() }
    }
    #expect(try await plan(log).open == (isDismissed ? [] : told))
    // The next one is due as ever.
    try await log.write { try $0.feed(.feeding(method: .bottle)) }
    #expect(try await plan(log).waiting.map(\.at) == [log.machine.now + .hours(3)])
  }

  private typealias Change = @Sendable (LogbookWriter) throws -> Void

  @Test("the last sent one is snoozed or dismissed if none is named; without one there is nothing to do")
  func answering() async throws {
    let log = try await due()
    let snoozed = try await log.write { try $0.snoozeReminder(.init(minutes: 30)) }
    #expect(snoozed.reminder.kind == .feeding)
    #expect(try await plan(log).waiting.map(\.due) == [noon + .minutes(210)])
    await #expect(throws: BabyError.noReminder) {
      try await log.write { _ = try $0.dismissReminder(nil, child: nil) }
    }
    try await log.write { _ = try $0.dismissReminder("feeding", child: "Eva") }
    #expect(try await plan(log).waiting == [])
    await #expect(throws: BabyError.reminderNotFound("feeding")) {
      try await log.write { _ = try $0.dismissReminder("feeding", child: nil) }
    }
  }

  @Test("one that is due later anyway is not snoozed")
  func notDue() async throws {
    let log = try await Log()
    try await log.write { _ = try $0.setReminder(.init(name: "Drops", every: "8h")) }
    await #expect(throws: BabyError.reminderNotDue(until: noon + .hours(8))) {
      try await log.write { _ = try $0.snoozeReminder(.init(id: "drops", minutes: 15)) }
    }
  }

  @Test("a custom one has one schedule; the same name replaces it")
  func custom() async throws {
    let log = try await Log()
    let first = try await log.write { try $0.setReminder(.init(name: "Drops", every: "8h")) }.reminder
    let second = try await log.write { try $0.setReminder(.init(name: " drops ", daily: "09:00")) }.reminder
    #expect(first.every == "8h" && first.daily == nil && second.every == nil && second.daily == "09:00")
    let all = try await log.read { [eva = log.eva] in try $0.reminders(of: eva).custom.map(\.name) }
    #expect(all == ["drops"])
    for (every, daily) in [("8h", "09:00"), (nil, nil), ("soon", nil), (nil, "25:00")] as [(String?, String?)] {
      await #expect(throws: BabyError.self) {
        try await log.write { _ = try $0.setReminder(.init(name: "Drops", every: every, daily: daily)) }
      }
    }
    try await log.write { _ = try $0.removeReminder("DROPS", child: nil) }
    await #expect(throws: BabyError.reminderNotFound("Drops")) {
      try await log.write { _ = try $0.removeReminder("Drops", child: nil) }
    }
  }

  @Test("a child has at most fifty of them")
  func limit() async throws {
    let log = try await Log()
    try await log.write { book in
      for number in 0..<CustomReminder.mostPerChild {
        _ = try book.setReminder(.init(name: "\(number)", every: "8h"))
      }
    }
    await #expect(throws: BabyError.self) {
      try await log.write { _ = try $0.setReminder(.init(name: "one more", every: "8h")) }
    }
    try await log.write { _ = try $0.setReminder(.init(name: "7", every: "4h")) }
  }
}
