import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import Testing

extension SettingSyncTests {
  private func plan(_ machine: SyncedMachine, _ eva: Child) async throws -> ReminderPlan {
    try await machine.engine.read(Caller(uid: 1000, client: "test")) {
      try $0.reminders(of: $0.anyChild("\(eva.id)")).plan
    }
  }

  @Test("a custom reminder is on every machine: when added, changed, done and removed")
  func reminder() async throws {
    let (first, second, server, eva) = try await machines()
    try await first.ask { _ = try $0.setReminder(.init(name: "Vitamin D", every: "8h", childID: eva.name)) }
    try await first.shareSettings(server)
    try await second.shareSettings(server)
    let added = try await second.store.read { try $0.customReminders(child: eva.id) }
    #expect(try await first.store.read { try $0.customReminders(child: eva.id) } == added)
    #expect(added.map(\.name) == ["Vitamin D"])
    // Told on both, and done on one.
    for machine in [first, second] {
      machine.pass(.hours(8))
      _ = try await machine.engine.sendDueReminders()
      #expect(try await plan(machine, eva).open.count == 1)
    }
    try await second.ask { _ = try $0.dismissReminder("Vitamin D", child: nil) }
    try await second.shareSettings(server)
    try await first.shareSettings(server)
    #expect(try await plan(first, eva).open.isEmpty)
    let plans = (try await plan(first, eva), try await plan(second, eva))
    #expect(plans.0 == plans.1)
    try await first.ask { _ = try $0.removeReminder("Vitamin D", child: nil) }
    try await first.shareSettings(server)
    try await second.shareSettings(server)
    #expect(try await second.store.read { try $0.customReminders(child: eva.id) }.isEmpty)
    #expect(try await plan(second, eva).waiting.isEmpty)
  }

  @Test("of two with one name that were added offline, the first to reach the server stays")
  func sameName() async throws {
    let (first, second, server, eva) = try await machines()
    try await first.ask { _ = try $0.setReminder(.init(name: "Drops", every: "8h")) }
    try await second.ask { _ = try $0.setReminder(.init(name: "Drops", daily: "09:00")) }
    for machine in [first, second, first] { try await machine.shareSettings(server) }
    for machine in [first, second] {
      #expect(
        try await machine.store.read { try $0.customReminders(child: eva.id) }.map(\.schedule) == [.every(.hours(8))])
    }
  }

  @Test("an unreadable one from a newer version changes nothing here, and is read once it can be")
  func newerReminder() async throws {
    let (first, _, server, eva) = try await machines()
    let place = SettingPlace.reminder(Identifier(high: 3, low: 3), of: eva.id)
    server.put(SharedSetting(place, "fullmoon 2026 Drops", changedAt: noon))
    #expect(try await first.shareSettings(server) == [])
    try await first.engine.readSettingsAgain()
    #expect(try await first.store.read { try $0.customReminders(child: eva.id) }.isEmpty)
    // As it is for a version that knows such.
    try await first.change { try $0.keepRemote(SharedSetting(place, "09:00 \(noon.utcText) Drops", changedAt: noon)) }
    for _ in 0..<2 { try await first.engine.readSettingsAgain() }
    #expect(try await first.store.read { try $0.customReminders(child: eva.id) }.map(\.name) == ["Drops"])
    #expect(try await first.shareSettings(server) == [], "it came from there")
  }

  /// Both got the reminder of a diaper.
  private func told() async throws -> (SyncedMachine, SyncedMachine, ModelServer, Child) {
    let (first, second, server, eva) = try await machines()
    try await set("diaper.interval", "3h", of: eva, on: first)
    try await first.log(of: eva)
    try await first.shareSettings(server)
    try await second.shareSettings(server)
    for machine in [first, second] {
      machine.pass(.hours(3))
      _ = try await machine.engine.sendDueReminders()
      #expect(try await plan(machine, eva).open.map(\.rule) == [.diaper])
    }
    return (first, second, server, eva)
  }

  @Test("snoozed on one machine it is silent on the other, and sent once on each at its time")
  func snoozed() async throws {
    let (first, second, server, eva) = try await told()
    try await first.ask { _ = try $0.snoozeReminder(.init(minutes: 15)) }
    try await first.shareSettings(server)
    try await second.shareSettings(server)
    for machine in [first, second] {
      #expect(try await plan(machine, eva).open.isEmpty)
      #expect(try await plan(machine, eva).waiting.map(\.due) == [machine.now + .minutes(15)])
      machine.pass(.minutes(15))
      for _ in 0..<2 { _ = try await machine.engine.sendDueReminders() }
      #expect(try await plan(machine, eva).open.map(\.toldAt) == [machine.now])
    }
    #expect(try await second.shareSettings(server) == [], "that it was told is each machine's own")
  }

  @Test("dismissed on one machine it is over on the other, and open again when that is undone")
  func dismissed() async throws {
    let (first, second, server, eva) = try await told()
    try await first.ask { _ = try $0.dismissReminder(nil, child: nil) }
    try await first.shareSettings(server)
    try await second.shareSettings(server)
    for machine in [first, second] {
      let plan = try await plan(machine, eva)
      #expect(plan.open.isEmpty && plan.waiting.isEmpty)
    }
    try await first.ask { _ = try $0.undo(nil) }
    try await first.shareSettings(server)
    try await second.shareSettings(server)
    for machine in [first, second] { #expect(try await plan(machine, eva).open.map(\.rule) == [.diaper]) }
  }

  @Test("an entry on one machine ends it on both")
  func logged() async throws {
    let (first, second, server, eva) = try await told()
    try await second.log(of: eva)
    try await second.shareSettings(server)
    try await first.shareSettings(server)
    for machine in [first, second] { #expect(try await plan(machine, eva).open.isEmpty) }
  }
}
