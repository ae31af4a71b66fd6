import BabyEngine
import BabyModel
import BabyStore
import Testing

@Suite("A timer that was started on two machines and stopped on one")
struct TwinTimerTests {
  /// Anna's and Ben's machines, both in step with the server and cut off from it since.
  private func machines() async throws -> (anna: SyncedMachine, ben: SyncedMachine, ModelServer, Child) {
    let (anna, server, eva) = try await family()
    let ben = try SyncedMachine("Ben", seed: 2)
    for machine in [anna, ben] { try await machine.poll(server) }
    return (anna, ben, server, eva)
  }

  private func alive(_ machine: SyncedMachine, _ child: Child) async throws -> Set<EntryID> {
    Set(try await machine.store.read { try $0.entries(EntryQuery(child: child.id)).entries.map(\.id) })
  }

  private func settle(_ machines: [SyncedMachine], _ server: ModelServer) async throws {
    for _ in 0..<4 { for machine in machines { try await machine.sync(server) } }
    for machine in machines { #expect(try await machine.queue().isEmpty) }
  }

  @Test(
    "is one entry, the stopped one, in any order; both people are notified",
    arguments: [(true, true), (true, false), (false, true), (false, false)])
  func one(isStoppedFirst: Bool, asksFirst: Bool) async throws {
    // By the start alone nobody can tell which of them is kept.
    for lead in [Duration.minutes(10), .milliseconds(1), .zero, .milliseconds(-1), .minutes(-4)] {
      let (anna, ben, server, eva) = try await machines()
      let stopped = try await anna.log(.sleep, of: eva, at: noon - .minutes(60))
      let runs = try await ben.log(.sleep, of: eva, at: noon - .minutes(60) + lead)
      try await anna.stop(stopped.id)
      let order = isStoppedFirst ? [anna, ben] : [ben, anna]
      for machine in order {
        if asksFirst { try await machine.poll(server) }
        try await machine.sync(server)
      }
      try await settle(order, server)
      #expect(server.entries.values.filter { $0.deletedAt == nil }.map(\.id) == [stopped.id], "\(lead)")
      for machine in order {
        #expect(try await alive(machine, eva) == [stopped.id], "\(machine.name) \(lead)")
        #expect(try await machine.store.read { try $0.running(.sleep, child: eva.id) } == nil)
      }
      let told = try await ben.inbox().filter { $0.kind == .conflict }
      #expect(told.map(\.text) == [Words.stoppedElsewhere(.sleep)] && told.first?.version?.id == runs.id, "\(lead)")
    }
  }

  @Test("with a note stays in the log, with an unknown end")
  func withNote() async throws {
    for isStoppedFirst in [true, false] {
      let (anna, ben, server, eva) = try await machines()
      let stopped = try await anna.log(.sleep, of: eva, at: noon - .minutes(60))
      let runs = try await ben.log(.sleep, of: eva, at: noon - .minutes(50))
      try await ben.note("in the pram", on: runs.id)
      try await anna.stop(stopped.id)
      try await settle(isStoppedFirst ? [anna, ben] : [ben, anna], server)
      let kept = try #require(server.entries[runs.id])
      #expect(kept.deletedAt == nil && kept.endUnknown && kept.note == "in the pram")
      #expect(server.entries[stopped.id]?.deletedAt == nil)
      #expect(try await ben.shown(runs.id) == kept)
    }
  }

  @Test("with a lost answer is cancelled on the server, too")
  func answerLost() async throws {
    let (anna, ben, server, eva) = try await machines()
    let stopped = try await anna.log(.sleep, of: eva, at: noon - .minutes(60))
    try await anna.stop(stopped.id)
    try await anna.sync(server)
    let runs = try await ben.log(.sleep, of: eva, at: noon - .minutes(50))
    let write = try #require(try await ben.next())
    _ = server.answer(to: write, from: "Ben")
    _ = try await ben.engine.settle(write, .unavailable(.timeout))
    try await ben.poll(server)
    try await settle([ben, anna], server)
    #expect(server.entries[runs.id]?.deletedAt != nil)
    #expect(try await alive(anna, eva) == [stopped.id])
    #expect(try await alive(ben, eva) == [stopped.id])
  }

  @Test("restored from the inbox stays: a person has decided")
  func broughtBack() async throws {
    let (anna, ben, server, eva) = try await machines()
    let stopped = try await anna.log(.sleep, of: eva, at: noon - .minutes(60))
    try await anna.stop(stopped.id)
    let runs = try await ben.log(.sleep, of: eva, at: noon - .minutes(50))
    try await settle([anna, ben], server)
    let item = try #require(try await ben.inbox().first { $0.version?.id == runs.id })
    try await ben.ask { _ = try $0.applyConflict(item.id) }
    try await settle([ben, anna], server)
    #expect(try await alive(anna, eva) == [stopped.id, runs.id])
    // Nor does a machine that has never seen either of them take it back.
    let tablet = try SyncedMachine("Ben", seed: 3)
    try await settle([tablet], server)
    #expect(try await alive(tablet, eva) == [stopped.id, runs.id])
  }

  @Test("is not one that began when the other had ended, or long before, or is of another name or kind")
  func others() async throws {
    let (anna, ben, server, eva) = try await machines()
    let sleep = try await anna.log(.sleep, of: eva, at: noon - .minutes(60), for: .minutes(30))
    let bath = try await anna.log(try .activity("bath"), of: eva, at: noon - .minutes(60), for: .minutes(30))
    let bottle = try await anna.log(
      .feeding(Feeding(method: .bottle, amount: Volume(90, .milliliters))), of: eva, at: noon - .minutes(60),
      for: .minutes(30))
    let tummy = try await anna.log(.tummyTime, of: eva, at: noon - .minutes(60), for: .minutes(5))
    let runs = [
      try await ben.log(.sleep, of: eva, at: noon - .minutes(30)),
      try await ben.log(try .activity("walk"), of: eva, at: noon - .minutes(50)),
      try await ben.log(.feeding(.running(.left, since: noon - .minutes(50))), of: eva, at: noon - .minutes(50)),
      try await ben.log(.tummyTime, of: eva, at: noon - .minutes(70)),
    ]
    try await settle([anna, ben], server)
    let all = Set((runs + [sleep, bath, bottle, tummy]).map(\.id))
    for machine in [anna, ben] {
      #expect(try await alive(machine, eva) == all)
      #expect(try await machine.inbox().allSatisfy { $0.kind == .remote })
    }
  }

  @Test("is left alone by viewers, and by machines that did not start it")
  func bystanders() async throws {
    let (anna, ben, server, eva) = try await machines()
    let carl = try SyncedMachine("Carl", seed: 4)
    try await carl.poll(server)
    let stopped = try await anna.log(.sleep, of: eva, at: noon - .minutes(60), for: .minutes(55))
    let runs = try await ben.log(.sleep, of: eva, at: noon - .minutes(50))
    try await anna.send(to: server)
    try await ben.send(to: server)
    try await carl.sync(server)
    #expect(try await alive(carl, eva) == [stopped.id, runs.id])
    #expect(try await carl.queue().isEmpty)
    #expect(try await carl.inbox().allSatisfy { $0.kind == .remote })
    try await settle([anna, ben, carl], server)
    #expect(try await alive(carl, eva) == [stopped.id])
  }
}
