import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import Testing

@Suite("Settings on several machines")
struct SettingSyncTests {
  /// Two machines of one account at a server that keeps settings, which all know.
  func machines() async throws -> (SyncedMachine, SyncedMachine, ModelServer, Child) {
    let (first, server, eva) = try await family()
    server.keepSettings()
    let second = try SyncedMachine("Anna", seed: 5)
    for machine in [first, second] { try await machine.shareSettings(server) }
    return (first, second, server, eva)
  }

  func set(_ key: String, _ value: String?, of child: Child? = nil, on machine: SyncedMachine) async throws {
    try await machine.ask { _ = try $0.setSetting(key, to: value, child: child?.name) }
  }

  @Test("a setting on one machine is set on the other, for everything and for a child; a reset, too")
  func both() async throws {
    let (first, second, server, eva) = try await machines()
    try await set("units", "oz", on: first)
    try await set("day.start", "04:30", of: eva, on: first)
    #expect(try await first.shareSettings(server) == ["units oz", "day.start 04:30"])
    try await second.shareSettings(server)
    #expect(try await second.settings() == ["units": "oz"])
    #expect(try await second.settings(of: eva) == ["day.start": "04:30"])
    try await set("units", nil, on: second)
    #expect(try await second.shareSettings(server) == ["units -"])
    try await first.shareSettings(server)
    #expect(try await first.settings() == [:])
    #expect(try await first.shareSettings(server) == [], "nothing goes in circles")
    for machine in [first, second] { #expect(try await machine.inbox().isEmpty) }
  }

  @Test("set ten times while the server is away, only the last is sent; set back, nothing is")
  func coalesced() async throws {
    let (first, _, server, _) = try await machines()
    for start in 1...9 { try await set("day.start", "0\(start):00", on: first) }
    #expect(try await first.store.read { try $0.queueCounts().waiting } == 1)
    #expect(try await first.shareSettings(server) == ["day.start 09:00"])
    try await set("day.start", "10:00", on: first)
    try await set("day.start", "09:00", on: first)
    #expect(try await first.store.read { try $0.queueCounts().waiting } == 0)
  }

  @Test("reminders of one name that were set on two machines become one, in either order; both stay in step")
  func twins() async throws {
    for order in [[0, 1], [1, 0]] {
      let (first, second, server, eva) = try await machines()
      let both = [first, second]
      for (machine, time) in zip(both, ["09:00", "10:00"]) {
        try await machine.ask { _ = try $0.setReminder(.init(name: "Vitamin D", daily: time, childID: eva.name)) }
        machine.pass(.minutes(1))
      }
      // Each is on its way before its machine has heard of the other.
      for machine in order.map({ both[$0] }) {
        while let next = try await machine.engine.nextSetting() {
          try await machine.engine.settle(next, server.answer(to: next))
        }
      }
      for machine in [first, second, first, second] { try await machine.shareSettings(server) }
      let reminders = try await first.store.read { try $0.customReminders(child: eva.id) }
      #expect(reminders.count == 1, "\(order)")
      #expect(try await second.store.read { try $0.customReminders(child: eva.id) } == reminders)
      for machine in both { #expect(try await machine.shareSettings(server) == []) }
    }
  }

  @Test("different keys set offline both stay; of the same key the last to reach the server")
  func offline() async throws {
    let (first, second, server, _) = try await machines()
    try await set("units", "oz", on: first)
    try await set("time.format", "24h", on: first)
    try await set("units", "ml", on: second)
    try await set("week.start", "sunday", on: second)
    for machine in [first, second, first] { try await machine.shareSettings(server) }
    let all = ["units": "ml", "time.format": "24h", "week.start": "sunday"]
    #expect(try await first.settings() == all)
    #expect(try await second.settings() == all)
  }

  @Test("a lost answer does not make it the last: the retry has the same key, and a later change another")
  func lostAnswer() async throws {
    let (first, _, server, _) = try await machines()
    try await set("units", "oz", on: first)
    let sent = try #require(try await first.engine.nextSetting())
    var again = sent
    again.isRepeated = true
    #expect(try await first.engine.nextSetting() == again)
    try await first.store.write(WriteContext(uid: 1000, client: "test", at: first.now)) {
      try $0.setSetting("units", "ml", child: nil)
    }
    let next = try #require(try await first.engine.nextSetting())
    #expect(next.setting.value == "ml" && next.idempotencyKey != sent.idempotencyKey)
    // The answer to the first comes late: the second is on its way still.
    try await first.engine.settle(sent, server.answer(to: sent))
    var nextAgain = next
    nextAgain.isRepeated = true
    #expect(try await first.engine.nextSetting() == nextAgain)
  }

  @Test("a setting that the server refuses is reset to its value, and the inbox reports it")
  func refused() async throws {
    let (first, second, server, eva) = try await machines()
    try await set("day.start", "04:30", of: eva, on: second)
    try await second.shareSettings(server)
    try await first.shareSettings(server)
    try await set("day.start", "05:00", of: eva, on: first)
    try await first.shareSettings(server, refusal: Refusal(status: 403, message: "You may only look."))
    #expect(try await first.settings(of: eva) == ["day.start": "04:30"])
    #expect(
      try await first.inbox().map(\.text) == ["Not changed on the server: day.start · You may only look."])
    #expect(try await first.engine.nextSetting() == nil)
  }

  @Test("a server without settings gets none and nothing waits; once it has them, everything is sent")
  func olderServer() async throws {
    let (machine, server, eva) = try await family()
    try await set("units", "oz", on: machine)
    #expect(try await machine.shareSettings(server) == [])
    try await set("day.start", "04:30", of: eva, on: machine)
    #expect(try await machine.shareSettings(server) == [])
    #expect(try await machine.store.read { try $0.queueCounts().waiting } == 0)
    server.keepSettings()
    #expect(try await machine.shareSettings(server) == ["units oz", "day.start 04:30"])
    server.keepSettings(false)
    try await machine.shareSettings(server)
    try await set("units", "ml", on: machine)
    #expect(try await machine.shareSettings(server) == [])
    #expect(try await machine.settings() == ["units": "ml"])
  }

  @Test("earlier settings go to an account without them; existing ones win, and the inbox reports it")
  func adopted() async throws {
    let (first, _, server, eva) = try await machines()
    try await set("units", "oz", on: first)
    try await first.shareSettings(server)
    let local = try SyncedMachine(keepsOutbox: false, seed: 9)
    try await set("units", "ml", on: local)
    try await set("time.format", "24h", on: local)
    try await set("theme.desktop", "light", on: local)
    let new = try SyncedMachine(seed: 7)
    try await new.store.adoptSettings(of: local.store, at: noon)
    #expect(try await new.shareSettings(server) == ["time.format 24h"])
    #expect(try await new.settings() == ["units": "oz", "time.format": "24h", "theme.desktop": "light"])
    #expect(
      try await new.inbox().map(\.text) == ["As the account has it, and not as it was set here: units oz"])
    try await first.shareSettings(server)
    #expect(try await first.settings() == ["units": "oz", "time.format": "24h"])
    #expect(try await new.settings(of: eva) == [:])
  }

  @Test("a server restored from an earlier backup gets the lost ones again")
  func restored() async throws {
    let (first, second, server, _) = try await machines()
    try await set("units", "oz", on: first)
    try await first.shareSettings(server)
    let backup = server.snapshot
    first.pass(.minutes(1))
    try await set("units", "ml", on: first)
    try await set("week.start", "sunday", on: first)
    for machine in [first, second] { try await machine.shareSettings(server) }
    server.restore(backup)
    for machine in [second, first, second] { try await machine.shareSettings(server) }
    for machine in [first, second] {
      #expect(try await machine.settings() == ["units": "ml", "week.start": "sunday"])
    }
  }

  @Test("an undo is sent like any change; changes from elsewhere are not undone")
  func undo() async throws {
    let (first, second, server, _) = try await machines()
    try await set("units", "oz", on: first)
    try await first.shareSettings(server)
    try await first.ask { _ = try $0.undo(nil) }
    #expect(try await first.shareSettings(server) == ["units -"])
    try await second.shareSettings(server)
    #expect(try await second.settings() == [:])
    await #expect(throws: BabyError.nothingToUndo) { try await second.ask { _ = try $0.undo(nil) } }
  }

  @Test("viewers change nothing of the child's, and everything of their own")
  func viewer() async throws {
    let (first, _, server, eva) = try await machines()
    server.share(eva, as: .viewer)
    try await first.shareSettings(server)
    await #expect(throws: BabyError.childReadOnly(name: eva.name)) {
      try await set("day.start", "04:30", of: eva, on: first)
    }
    try await set("units", "oz", of: eva, on: first)
    try await set("day.start", "04:30", on: first)
    #expect(try await first.shareSettings(server) == ["units oz", "day.start 04:30"])
    #expect(server.settings.allSatisfy { $0.place.home == .person })
  }
}
