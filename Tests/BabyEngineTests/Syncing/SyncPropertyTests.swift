import BabyEngine
import BabyModel
import BabyStore
import TestSupport
import Testing

@Suite("Two machines, a server, and every possible failure")
struct SyncPropertyTests {
  @Test(
    "in the end all three have the same, nothing is lost and nothing duplicated",
    arguments: 1...24 as ClosedRange<UInt64>)
  func sameEverywhere(seed: UInt64) async throws {
    let family = try await PropertyFamily(seed: seed)
    for _ in 0..<150 { try await family.step() }
    try await family.settle()
    try await family.check()
  }
}

private final class PropertyFamily {
  let random: SeededRandom
  let server = ModelServer()
  let machines: [SyncedMachine]
  let eva: Child
  private var logged: Set<EntryID> = []
  private var deleted: Set<EntryID> = []

  init(seed: UInt64) async throws {
    random = SeededRandom(seed: seed)
    // Clocks that do not agree are part of what can go wrong.
    machines = [
      try SyncedMachine("Anna", seed: seed &* 2), try SyncedMachine("Ben", at: noon - .hours(1), seed: seed &* 2 + 1),
    ]
    eva = Child(
      id: machines[0].ids.next(at: noon), name: "Eva", born: LocalDate(dayNumber: 19_000), zone: "UTC",
      createdAt: noon, updatedAt: noon)
    server.share(eva)
    for machine in machines { try await machine.poll(server) }
  }

  func step() async throws {
    let machine = machines[random.below(2)]
    machine.pass(.seconds(random.below(20)))
    switch random.below(10) {
    case 0, 1, 2: try await changeSomething(on: machine)
    case 3, 4, 5, 6, 7: try await sendSomething(from: machine)
    case 8: try await machine.poll(server, limit: 1 + random.below(5))
    default:
      machine.pass(.minutes(random.below(90)))
      _ = try await machine.engine.requeueAfterOutage()
    }
  }

  private func changeSomething(on machine: SyncedMachine) async throws {
    let live = try await machine.store.read { [eva] in try $0.entries(EntryQuery(child: eva.id)).entries }
    let chosen = live.isEmpty ? nil : live[random.below(live.count)]
    do {
      switch (random.below(7), chosen) {
      case (0, let entry?):
        try await machine.note("note \(random.below(1000))", on: entry.id)
      case (1, let entry?):
        try await machine.change { try $0.delete(entry.id) }
        deleted.insert(entry.id)
      case (2, let entry?) where entry.isRunning:
        try await machine.stop(entry.id)
      case (3, _):
        let undone = try await machine.change { try $0.undo(uid: SyncedMachine.uid) }
        deleted.formUnion(undone.entries.filter { $0.deletedAt != nil }.map(\.id))
        deleted.subtract(undone.entries.filter { $0.deletedAt == nil }.map(\.id))
      case (4, _):
        logged.insert(try await machine.log(.sleep, of: eva).id)
      default:
        logged.insert(try await machine.log(of: eva).id)
      }
    } catch is BabyError {
      // A timer is running already, there is nothing to undo, or a stop before the start: nothing has changed.
    }
  }

  private func sendSomething(from machine: SyncedMachine) async throws {
    guard let write = try await machine.next() else { return }
    if random.below(6) == 0 { try await changeSomething(on: machine) }
    let result: SendResult? =
      switch random.below(12) {
      case 0: .unavailable(.network("refused"))
      case 1: lose(server.answer(to: write, from: machine.name))
      // Never what it has taken before: it looks at the idempotency key first.
      case 2 where !server.hasTaken(write): .refused(Refusal(status: 400, message: "no"))
      case 3: .rateLimited(retryAfter: nil)
      case 4: .unauthorized
      case 5: nil
      case 6: die(server.answer(to: write, from: machine.name))
      default: server.answer(to: write, from: machine.name)
      }
    guard let result else { return try machine.restart() }
    _ = try await machine.engine.settle(write, result)
    if random.below(8) == 0 { _ = try await machine.engine.settle(write, result) }
  }

  private func lose(_ answer: SendResult) -> SendResult { .unavailable(.timeout) }
  private func die(_ answer: SendResult) -> SendResult? { nil }

  /// Everything works again.
  func settle() async throws {
    for round in 0..<30 {
      for machine in machines {
        machine.pass(.minutes(2))
        _ = try await machine.ask { try $0.retryQueue() }
        try await machine.sync(server)
      }
      var isQuiet = round > 2
      for machine in machines where try await !machine.queue().isEmpty { isQuiet = false }
      if isQuiet { return }
    }
    Issue.record("never quiet: \(try await machines[0].queue()) \(try await machines[1].queue())")
  }

  func check() async throws {
    let kept = server.entries.filter { $0.value.deletedAt == nil }
    var inboxes: Set<EntryID> = []
    for machine in machines {
      let shown = try await machine.store.read { [eva] in try $0.entries(EntryQuery(child: eva.id)).entries }
      let differing = Set(shown).symmetricDifference(kept.values).sorted { $0.id < $1.id }
      #expect(differing == [], "\(machine.name)")
      inboxes.formUnion(try await machine.inbox().compactMap(\.version?.id))
    }
    #expect(server.creations.values.allSatisfy { $0 == 1 })
    #expect(kept.values.count { $0.isRunning } <= 1)
    #expect(logged.subtracting(deleted).subtracting(kept.keys).subtracting(inboxes) == [])
  }
}
