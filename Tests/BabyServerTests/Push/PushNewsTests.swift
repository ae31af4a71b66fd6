import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import Logging
import NIOPosix
import TestSupport
import Testing

@testable import BabyServer

@Suite("Pushes about other people's entries")
struct PushNewsTests {
  @Test("only on request, never to the author, and without names")
  func others() async throws {
    try await PushFamily.run { family in
      let (annas, bobs, curious) = (
        family.service.browser("anna"), family.service.browser("bob"), family.service.browser("curious")
      )
      let bob = try await family.server.join("Bob", family.eva, of: family.anna, as: .caregiver)
      try await family.subscribe(annas, ["others": true])
      try await family.subscribe(bobs, ["others": true], as: bob)
      try await family.subscribe(curious, as: family.login("Anna"))
      try await family.rest()
      try await family.log(1, ["kind": "diaper", "type": "wet", "note": "a secret"], 5, as: bob)
      let told = try await family.wait(for: 1, at: annas)
      #expect(told[0].title == "Diaper logged" && told[0].body == "At 12:55 PM")
      #expect(family.deliveries.last?.headers["urgency"] == "normal")
      try await family.rest()
      #expect(family.deliveries.count == 1)
      // An edit, and a late addition of yesterday, are not news.
      try await family.log(1, ["kind": "diaper", "type": "dirty"], 5, as: bob)
      try await family.log(3, ["kind": "diaper", "type": "wet"], 26 * 60, as: bob)
      try await family.rest()
      #expect(family.deliveries.count == 1)
      try await family.pass(.minutes(1))
      try await family.log(4, ["kind": "sleep"], as: family.anna)
      #expect(try await family.wait(for: 1, at: bobs)[0].title == "Sleep started")
      #expect(try family.told(annas).count == 1)
    }
  }

  @Test("several entries in a row are one push, and those in quiet hours are one when they are over")
  func together() async throws {
    try await PushFamily.run { family in
      let phone = family.service.browser()
      let bob = try await family.server.join("Bob", family.eva, of: family.anna, as: .caregiver)
      try await family.subscribe(phone, ["others": true, "names": true])
      try await family.rest()
      try await family.log(1, ["kind": "diaper", "type": "wet"], as: bob)
      #expect(try await family.wait(for: 1, at: phone)[0].title == "Eva · Diaper logged")
      for number in 2...4 { try await family.feed(UInt64(number), number, as: bob) }
      try await family.rest()
      #expect(try family.told(phone).count == 1)
      try await family.pass(.seconds(30))
      let second = try await family.wait(for: 2, at: phone)[1]
      #expect(second.title == "Eva · 3 entries logged" && second.body == "The last at 12:56 PM")
      try await family.set("reminders.quiet", "13:00-20:00", ofChild: false)
      try await family.feed(5, as: bob)
      try await family.pass(.hours(1))
      try await family.feed(6, as: bob)
      try await family.rest()
      #expect(try family.told(phone).count == 2)
      try await family.pass(.hours(6))
      #expect(try await family.wait(for: 3, at: phone)[2].title == "Eva · 2 entries logged")
    }
  }

  @Test("never to former members, and never to another family")
  func isolation() async throws {
    try await PushFamily.run { family in
      let (bobs, mallorys) = (family.service.browser("bob"), family.service.browser("mallory"))
      let bob = try await family.server.join("Bob", family.eva, of: family.anna, as: .viewer)
      let mallory = try await family.server.register("Mal")
      _ = try await family.server.addEva(mallory)
      try await family.subscribe(bobs, ["others": true], as: bob)
      try await family.subscribe(mallorys, ["others": true], as: mallory)
      try await family.set("feeding.interval", "1h")
      try await family.rest()
      try await family.feed(1)
      #expect(try await family.wait(for: 1, at: bobs).count == 1)
      let place = ["child": "\(family.eva.id)", "user": "\(bob.user.id)"]
      #expect(try await family.server.send("members.remove", at: place, as: family.anna).status == 204)
      try await family.pass(.hours(1))
      try await family.feed(2)
      try await family.rest()
      #expect(family.deliveries.count == 1)
    }
  }
}

@Suite("Pending pushes are bounded")
struct PushBoundTests {
  @Test("256 entries are kept for one check, and none without subscriptions")
  func freshEntries() async throws {
    try await PushFamily.runTrigger { family, trigger, _ in
      #expect(trigger.takeFreshEntries() == [])
      trigger.follow(true)
      family.note(300, at: trigger)
      #expect(trigger.takeFreshEntries().count == 256)
      #expect(trigger.takeFreshEntries() == [])
      family.note(1, at: trigger)
      trigger.follow(false)
      family.note(1, at: trigger)
      #expect(trigger.takeFreshEntries() == [])
    }
  }

  @Test("1,000 messages wait for one service; more are dropped and logged")
  func posts() async throws {
    try await PushFamily.run { family in
      let store = try family.server.openStore()
      defer { try? store.close() }
      try await family.subscribe(family.service.browser())
      let (log, now, eva) = (LogRecorder(), family.server.now, family.eva)
      var configuration = PushConfiguration()
      configuration.services = .testing(family.service.origin)
      let sender = PushSender(
        store, ZoneDatabase(), PushClient(to: configuration.services, on: MultiThreadedEventLoopGroup.singleton),
        configuration, now: { now }, logger: Logger(label: "test") { _ in log })
      let post = try await store.read { reader in
        PushDelivery(
          PushNews(),
          of: Forecaster(
            of: eva, reader.entries, settings: Settings(), zone: try ZoneDatabase().rules(for: "UTC"), now: now),
          to: try #require(try reader.pushSubscribers(now: now).first))
      }
      for _ in 1...1_000 { sender.enqueue(post) }
      #expect(log.lines == [])
      sender.enqueue(post)
      #expect(log.lines.count == 1 && log.lines[0].contains("too many wait for its service"))
    }
  }
}

@Suite("Entries during a check")
struct PushTriggerTests {
  @Test("the first one are kept, and trigger another")
  func first() async throws {
    try await PushFamily.runTrigger { family, trigger, store in
      var iterator = trigger.signals.makeAsyncIterator()
      #expect(await iterator.next() != nil)
      #expect(trigger.takeFreshEntries() == [])
      family.note(1, at: trigger)
      try await store.write(at: family.server.now) { _ in }
      trigger.follow(true)
      #expect(await iterator.next() != nil)
      #expect(trigger.takeFreshEntries().count == 1)
    }
  }

  @Test("after a subscription are kept, whatever an earlier check finds")
  func subscribing() async throws {
    try await PushFamily.runTrigger { family, trigger, _ in
      #expect(trigger.takeFreshEntries() == [])
      trigger.follow(false)
      trigger.fire()
      family.note(1, at: trigger)
      #expect(trigger.takeFreshEntries().count == 1)
      family.note(1, at: trigger)
      trigger.fire()
      family.note(1, at: trigger)
      trigger.follow(false)
      family.note(1, at: trigger)
      #expect(trigger.takeFreshEntries().count == 3)
      trigger.follow(true)
      #expect(trigger.takeFreshEntries() == [])
    }
  }
}

@Suite("Limits per push service")
struct PushConcurrencyTests {
  @Test("a message that waits for one service delays no other, and waits no longer than its task lives")
  func concurrency() async throws {
    let limiter = ConcurrencyLimiter<String>(atOnce: 2)
    let (signs, sign) = AsyncStream.makeStream(of: String.self)
    let ends = (1...2).map { _ in AsyncStream.makeStream(of: Void.self) }
    var next = signs.makeAsyncIterator()
    @Sendable func say(_ text: String) { sign.yield(text) }
    let dead: [Task<Void, any Error>] = ends.map { end in
      Task {
        try await limiter.run("dead") {
          say("taken")
          for await _ in end.stream { break }
        }
      }
    }
    #expect(Set([await next.next(), await next.next()]) == ["taken"])
    let waiting = Task { try await limiter.run("dead") { say("never") } }
    let patient = Task { try await limiter.run("dead") { say("at last") } }
    try await limiter.run("alive") { say("alive") }
    #expect(await next.next() == "alive")
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    for end in ends { end.continuation.finish() }
    #expect(await next.next() == "at last")
    for task in dead + [patient] { try await task.value }
  }
}

extension PushFamily {
  /// With a trigger of its own, which is notified of writes to its store.
  fileprivate static func runTrigger(_ body: (PushFamily, PushTrigger, ServerStore) async throws -> Void) async throws {
    try await run { family in
      let store = try family.server.openStore()
      defer { try? store.close() }
      try await body(family, PushTrigger(store), store)
    }
  }

  /// Adds a number of diapers.
  fileprivate func note(_ count: UInt64, at trigger: PushTrigger) {
    let now = server.now
    for number in 1...count {
      let diaper = Entry(
        id: server.entry(number), childID: eva.id, content: .diaper(.wet), start: now, author: "Bob", createdAt: now,
        updatedAt: now)
      trigger.note(.known(diaper), by: anna.user.id, now: now)
    }
  }
}
