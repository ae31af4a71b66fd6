import BabyEngine
import BabyModel
import BabyProtocol
import Testing

@testable import BabyServer
@testable import BabyStore

extension ForecastHandlerTests {
  @Test(
    "reminders are those of a daemon with the same entries and settings: due, held back, snoozed, dismissed and done")
  func daemonsReminders() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      var (eva, log) = try await eva(server, of: anna, days: 40)
      // So that nothing is due yet: she has just woken up.
      let start = server.now - .minutes(50)
      let nap = Entry(
        id: server.entry(1), childID: eva.id, content: .sleep, start: start, end: server.now, author: "Anna",
        createdAt: server.now, updatedAt: server.now)
      try await server.put(nap.id, server.sleep(eva, from: 50.0 / 60, to: 0), as: anna)
      log.append(nap)
      let machine = try await OfflineMachine(of: eva, log, in: server.directory, at: server.now)
      var seen: [[String]] = []
      func agree(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        machine.now = max(machine.now, server.now)
        let own = try await machine.reminders()
        let theirs = try await reminders(server, eva, as: anna)
        #expect(theirs.reminders == own, sourceLocation: sourceLocation)
        seen.append(own.map(\.kind.rawValue))
      }
      for (key, value) in [("feeding.interval", "3h"), ("reminders.nap", "15m"), ("diaper.interval", "4h")] {
        try await set(server, key, value, of: eva, as: anna)
        try await machine.set(key, value, of: eva.id)
      }
      try await set(server, "reminders.quiet", "22:00-06:00", as: anna)
      try await machine.set("reminders.quiet", "22:00-06:00", of: nil)
      try await machine.write { try $0.setReminder(.init(name: "Vitamin D", daily: "18:00", childID: "Eva")) }
      try await share(machine, with: server, of: eva, as: anna)
      try await agree()
      #expect(seen == [[]])
      // Noon in London is one o'clock in Berlin.
      for minutes in [60, 200, 299, 300, 301, 500] {
        try await pass(to: TestServer.noon + .minutes(minutes), server, machine)
        try await agree()
      }
      #expect(seen.last.map { Set($0) } == ["feeding", "nap", "diaper", "custom"])
      try await machine.write { try $0.snoozeReminder(.init(id: "feeding", minutes: 60, childID: "Eva")) }
      try await machine.write { try $0.dismissReminder("Vitamin D", child: "Eva") }
      try await machine.write { try $0.dismissReminder("diaper", child: "Eva") }
      try await share(machine, with: server, of: eva, as: anna)
      try await agree()
      #expect(seen.last == ["nap", "feeding"])
      // It comes back in quiet hours, which hold it.
      try await pass(to: TestServer.noon + .minutes(595), server, machine)
      try await agree()
      let held = try await reminders(server, eva, as: anna).reminders.map(\.heldUntil)
      #expect(held == [nil, TestServer.noon + .hours(17)])
      try await pass(to: TestServer.noon + .hours(17), server, machine)
      try await agree()
      #expect(seen.last == ["feeding", "nap"])
      #expect(try await reminders(server, eva, as: anna).reminders.first?.toldAt == server.now)
      try machine.close()
    }
  }

  /// Lets time pass on both, as on a running machine: due reminders are sent at their time.
  private func pass(to time: Instant, _ server: TestServer, _ machine: OfflineMachine) async throws {
    while let next = try await machine.engine.sendDueReminders().next, next <= time { machine.now = next }
    machine.now = time
    _ = try await machine.engine.sendDueReminders()
    server.now = time
  }

  /// Sends the server what a machine would send of reminders.
  private func share(_ machine: OfflineMachine, with server: TestServer, of eva: Child, as caller: Caller) async throws
  {
    let (custom, marks) = try await machine.engine.read(OfflineMachine.caller) {
      (try $0.transaction.customReminders(child: eva.id), try $0.transaction.reminderMarks(child: eva.id))
    }
    for reminder in custom {
      try await set(server, "reminder.\(reminder.id)", reminder.sharedText, of: eva, as: caller)
    }
    for (rule, mark) in marks {
      if let text = mark.sharedText { try await set(server, "occasion.\(rule)", text, of: eva, as: caller) }
    }
  }

  @Test("a snoozed reminder is listed until it returns; due ones are recomputed then")
  func time() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      try await set(server, "feeding.interval", "3h", of: eva, as: anna)
      let start = server.now - .hours(2)
      try await server.put(
        server.entry(1),
        [
          "childId": .string("\(eva.id)"), "kind": "feeding", "method": "bottle", "start": .string(start.utcText),
        ], as: anna)
      let first = try await reminders(server, eva, as: anna)
      #expect(first.reminders == [] && first.validUntil == start + .hours(3))
      server.now = start + .hours(3)
      let due = try #require(try await reminders(server, eva, as: anna).reminders.first)
      #expect(due.kind == .feeding && due.toldAt == server.now && due.text == "Fed about 3 hours ago")
      let until = server.now + .minutes(30)
      try await set(
        server, "occasion.feeding", "\(due.id) \(due.due.utcText) snoozed \(until.utcText)", of: eva, as: anna)
      let snoozed = try await reminders(server, eva, as: anna)
      #expect(snoozed.reminders.map(\.snoozedUntil) == [until] && snoozed.validUntil == until)
      #expect(snoozed.reminders.map(\.toldAt) == [nil])
      server.now = until
      #expect(try await reminders(server, eva, as: anna).reminders.map(\.toldAt) == [until])
      try await set(server, "reminders.enabled", "off", as: anna)
      #expect(try await reminders(server, eva, as: anna).reminders == [])
    }
  }
}
