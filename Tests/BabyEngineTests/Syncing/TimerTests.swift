import BabyEngine
import BabyModel
import BabyStore
import Testing

@Suite("Two timers that were started without a connection")
struct TimerTests {
  private func running(_ machine: SyncedMachine, _ child: Child) async throws -> EntryID? {
    try await machine.store.read { try $0.running(.sleep, child: child.id)?.id }
  }

  private func isRunning(_ server: ModelServer) -> [EntryID] {
    server.entries.values.filter { $0.isRunning && $0.deletedAt == nil }.map(\.id)
  }

  @Test("theirs began first: it stays, and ours goes to the inbox")
  func theirsStays() async throws {
    let (machine, server, eva) = try await family()
    let theirs = server.put(machine.entry(.sleep, of: eva, at: noon - .minutes(20)))
    let ours = try await machine.log(.sleep, of: eva)
    #expect(try await machine.send(to: server) == [.conflict(ours)])
    #expect(try await running(machine, eva) == theirs.id)
    #expect(try await machine.shown(ours.id)?.deletedAt != nil)
    #expect(try await machine.inbox().map(\.version?.id) == [ours.id])
    #expect(try await machine.queue().isEmpty)
    #expect(isRunning(server) == [theirs.id])
  }

  @Test("ours began first: theirs is deleted on the server before ours is sent, and goes to the inbox")
  func oursStays() async throws {
    let (machine, server, eva) = try await family()
    let theirs = server.put(machine.entry(.sleep, of: eva, at: noon))
    let ours = try await machine.log(.sleep, of: eva, at: noon - .minutes(20))
    #expect(try await machine.send(to: server).first == .waiting)
    try await machine.sync(server)
    #expect(isRunning(server) == [ours.id])
    #expect(try await running(machine, eva) == ours.id)
    #expect(try await machine.inbox().map(\.version?.id) == [theirs.id])
    #expect(try await machine.queue().isEmpty)
  }

  @Test("of two feeds, the earlier stays, with its time at each breast; other timers do not conflict")
  func feeds() async throws {
    let (machine, server, eva) = try await family()
    var theirs = machine.entry(.feeding(.running(.right, since: noon - .minutes(20))), of: eva, at: noon - .minutes(20))
    theirs = server.put(theirs)
    let sleep = try await machine.log(.sleep, of: eva)
    let ours = try await machine.log(.feeding(.running(.left, since: noon)), of: eva)
    for _ in 0..<3 { try await machine.sync(server) }
    let running = server.entries.values.filter { $0.isRunning && $0.deletedAt == nil }.map(\.id)
    #expect(Set(running) == [theirs.id, sleep.id])
    #expect(try await machine.shown(theirs.id)?.turn?.side == .right)
    #expect(try await machine.inbox().map(\.version?.id) == [ours.id])
    #expect(try await machine.inbox().first?.text.hasPrefix("Feed was started twice") == true)
  }

  @Test("of activities, one of each name stays: a walk and a bath do not conflict")
  func activities() async throws {
    let (machine, server, eva) = try await family()
    let theirs = server.put(machine.entry(try .activity("Bath"), of: eva, at: noon - .minutes(20)))
    let walk = try await machine.log(.activity("walk"), of: eva)
    let bath = try await machine.log(.activity("bath"), of: eva)
    for _ in 0..<3 { try await machine.sync(server) }
    #expect(Set(isRunning(server)) == [theirs.id, walk.id])
    #expect(try await machine.inbox().map(\.version?.id) == [bath.id])
    #expect(try await machine.inbox().first?.text == "Bath was started twice · the earlier start was kept")
    let running = try await machine.store.read { try $0.running(of: .declared(.activity), child: eva.id).map(\.id) }
    #expect(running == [theirs.id, walk.id])
  }

  @Test("a feed with a note that loses stays in the log as ended")
  func feedWithNote() async throws {
    let (machine, server, eva) = try await family()
    let theirs = server.put(
      machine.entry(.feeding(.running(.right, since: noon - .minutes(20))), of: eva, at: noon - .minutes(20)))
    let ours = try await machine.log(.feeding(.running(.left, since: noon)), of: eva)
    try await machine.note("sleepy", on: ours.id)
    for _ in 0..<3 { try await machine.sync(server) }
    #expect(server.entries[ours.id]?.note == "sleepy" && server.entries[ours.id]?.isRunning == false)
    #expect(try await machine.shown(ours.id) == server.entries[ours.id])
    #expect(try await machine.store.read { try $0.running(.feeding, child: eva.id)?.id } == theirs.id)
  }

  @Test("ours was refused, deleted and restored before the conflict: the server never had it")
  func broughtBackBefore() async throws {
    let (machine, server, eva) = try await family()
    let ours = try await machine.log(.sleep, of: eva, at: noon)
    try await machine.note("in my arms", on: ours.id)
    let write = try #require(try await machine.next())
    try await machine.change { try $0.delete(ours.id) }
    _ = try await machine.engine.settle(write, .refused(Refusal(status: 400, message: "no")))
    #expect(try await machine.queue().isEmpty)
    let theirs = server.put(machine.entry(.sleep, of: eva, at: noon - .minutes(20)))
    try await machine.change { try $0.restore(ours.id) }
    for _ in 0..<3 { try await machine.sync(server) }
    #expect(isRunning(server) == [theirs.id])
    #expect(server.entries[ours.id]?.note == "in my arms")
    #expect(try await machine.shown(ours.id) == server.entries[ours.id])
  }

  @Test("theirs was stopped here, which the server has refused: the local version goes to the inbox")
  func stopWasRefused() async throws {
    let (machine, server, eva) = try await family()
    let later = try await machine.log(.sleep, of: eva, at: noon)
    try await machine.sync(server)
    machine.pass(.minutes(5))
    try await machine.stop(later.id)
    try await machine.note("slept well", on: later.id)
    let stop = try #require(try await machine.next())
    _ = try await machine.engine.settle(stop, .refused(Refusal(status: 400, message: "no")))
    let earlier = try await machine.log(.sleep, of: eva, at: noon - .minutes(20))
    for _ in 0..<2 { try await machine.sync(server) }
    #expect(isRunning(server) == [earlier.id])
    #expect(try await machine.inbox().compactMap(\.version?.note) == ["slept well"])
    #expect(try await machine.shown(later.id) == server.entries[later.id])
    #expect(server.entries[later.id]?.deletedAt == nil)
  }

  @Test("a poll with theirs decides the same", arguments: [-20, 20])
  func byPoll(minutes: Int) async throws {
    let (machine, server, eva) = try await family()
    let theirs = server.put(machine.entry(.sleep, of: eva, at: noon + .minutes(minutes)))
    let ours = try await machine.log(.sleep, of: eva, at: noon)
    try await machine.poll(server)
    let winner = minutes < 0 ? theirs.id : ours.id
    #expect(try await running(machine, eva) == winner)
    try await machine.sync(server)
    #expect(isRunning(server) == [winner])
    #expect(try await running(machine, eva) == winner)
    let conflicts = try await machine.inbox().compactMap(\.version?.id)
    #expect(conflicts == [minutes < 0 ? ours.id : theirs.id])
  }

  @Test("the later start stays in the log if it has a note, with an unknown end", arguments: [false, true])
  func withNote(isByPoll: Bool) async throws {
    for minutes in [-20, 20] {
      let (machine, server, eva) = try await family()
      var theirs = machine.entry(.sleep, of: eva, at: noon + .minutes(minutes))
      theirs.note = "in the pram"
      server.put(theirs)
      let ours = try await machine.log(.sleep, of: eva, at: noon)
      try await machine.note("in my arms", on: ours.id)
      if isByPoll { try await machine.poll(server) }
      for _ in 0..<3 { try await machine.sync(server) }
      let (winner, loser) = minutes < 0 ? (theirs.id, ours.id) : (ours.id, theirs.id)
      #expect(isRunning(server) == [winner])
      #expect(try await running(machine, eva) == winner)
      let kept = try #require(server.entries[loser])
      #expect(kept.deletedAt == nil && kept.endUnknown)
      #expect(kept.note == (minutes < 0 ? "in my arms" : "in the pram"))
      #expect(try await machine.shown(loser) == kept)
      #expect(try await machine.inbox().compactMap(\.version?.id) == [loser])
      #expect(try await machine.queue().isEmpty)
    }
  }

  @Test("the owner of a cancelled timer is notified, whatever else happened", arguments: [nil, "in the pram"])
  func bothTold(note: String?) async throws {
    let (anna, server, eva) = try await family()
    let ben = try SyncedMachine("Ben", seed: 2)
    try await ben.poll(server)
    let bens = try await ben.log(.sleep, of: eva)
    if let note { try await ben.note(note, on: bens.id) }
    try await ben.sync(server)
    let annas = try await anna.log(.sleep, of: eva, at: noon - .minutes(20))
    for _ in 0..<2 { try await anna.sync(server) }
    #expect(isRunning(server) == [annas.id])
    try await ben.poll(server)
    #expect(try await running(ben, eva) == annas.id)
    let conflict = try #require(try await ben.inbox().first { $0.kind == .conflict })
    #expect(conflict.text == "Sleep was started twice · the earlier start was kept")
    #expect(conflict.version?.id == bens.id && conflict.version?.note == note && conflict.version?.isRunning == true)
    #expect(try await anna.inbox().compactMap(\.version?.id) == [bens.id])
  }

  @Test("ours has ended meanwhile: it is uploaded as finished")
  func ended() async throws {
    let (machine, server, eva) = try await family()
    let theirs = server.put(machine.entry(.sleep, of: eva, at: noon - .minutes(20)))
    let ours = try await machine.log(.sleep, of: eva)
    let start = try #require(try await machine.next())
    machine.pass(.minutes(30))
    try await machine.stop(ours.id)
    _ = try await machine.engine.settle(start, server.answer(to: start, from: "Anna"))
    try await machine.sync(server)
    #expect(server.entries[ours.id]?.duration == .minutes(30))
    #expect(isRunning(server) == [theirs.id])
    #expect(try await running(machine, eva) == theirs.id)
    #expect(try await machine.inbox().map(\.kind) == [.remote])
  }

  @Test("one that is started after another was stopped here waits until the server has that")
  func stoppedFirst() async throws {
    let (machine, server, eva) = try await family()
    let first = try await machine.log(.sleep, of: eva)
    try await machine.sync(server)
    machine.pass(.minutes(30))
    try await machine.stop(first.id)
    let second = try await machine.log(.sleep, of: eva)
    try await machine.send { _ in .unavailable(.timeout) }
    #expect(try await machine.send(to: server) == [.waiting])
    #expect(try await machine.queue().count == 2)
    machine.pass(.seconds(2))
    try await machine.send(to: server)
    #expect(try await machine.queue().isEmpty)
    #expect(isRunning(server) == [second.id])
    #expect(try await machine.inbox().map(\.kind) == [.sent])
  }

  @Test("ours was ended by another person, who started another one, while its answer was lost")
  func endedThere() async throws {
    let (machine, server, eva) = try await family()
    let ours = try await machine.log(.sleep, of: eva)
    let start = try #require(try await machine.next())
    _ = server.answer(to: start, from: "Anna")
    server.edit(ours.id) { $0.end = noon + .minutes(10) }
    let theirs = server.put(machine.entry(.sleep, of: eva, at: noon + .minutes(20)))
    try await machine.poll(server)
    #expect(try await running(machine, eva) == theirs.id)
    #expect(try await machine.shown(ours.id) == server.entries[ours.id])
    #expect(try await machine.engine.settle(start, .unavailable(.timeout)) == .settled)
    #expect(try await machine.queue().isEmpty)
    #expect(try await machine.inbox().map(\.kind) == [.remote])
  }

  @Test("in pages out of order, a timer that must have ended is not shown as running")
  func unordered() async throws {
    let (machine, server, eva) = try await family()
    let first = try await machine.log(.sleep, of: eva)
    try await machine.sync(server)
    var second = machine.entry(.sleep, of: eva, at: noon + .hours(1))
    second.updatedAt = noon + .hours(1)
    let page = RemotePage(position: "1:9", hasMore: true, children: server.snapshot.children, entries: [second])
    _ = try await machine.engine.merge(page, tag: nil, me: nil)
    #expect(try await running(machine, eva) == second.id)
    #expect(try await machine.shown(first.id)?.endUnknown == true)
    let ended = try #require(server.edit(first.id) { $0.end = noon + .minutes(30) })
    let rest = RemotePage(position: "1:10", hasMore: false, children: server.snapshot.children, entries: [ended])
    _ = try await machine.engine.merge(rest, tag: nil, me: nil)
    #expect(try await machine.shown(first.id) == ended)
  }

  @Test("a timer that lost can be restored once the other one has ended")
  func broughtBack() async throws {
    let (machine, server, eva) = try await family()
    let theirs = server.put(machine.entry(.sleep, of: eva, at: noon - .minutes(20)))
    let ours = try await machine.log(.sleep, of: eva)
    try await machine.send(to: server)
    let item = try #require(try await machine.inbox().first)
    await #expect(throws: BabyError.timerRunning(.sleep, theirs.id, since: theirs.start, child: "Eva")) {
      _ = try await machine.ask { try $0.applyConflict(item.id) }
    }
    machine.pass(.minutes(5))
    try await machine.stop(theirs.id)
    _ = try await machine.ask { try $0.applyConflict(item.id) }
    try await machine.sync(server)
    #expect(isRunning(server) == [ours.id])
  }
}
