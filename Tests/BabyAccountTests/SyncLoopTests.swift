import BabyModel
import BabyProtocol
import TestSupport
import Synchronization
import Testing

@testable import BabyAccount
@testable import BabyEngine

@Suite("The sync loop")
struct SyncLoopTests {
  @Test("polls before it sends changes that become due meanwhile: a failed change is not sent again at once")
  func dueWhileLooking() async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family) { machine in
        let times = Mutex<[Instant]>([])
        family.proxy.follow { request in
          guard request.method == "PUT" else { return .none }
          times.withLock { $0.append(machine.now) }
          return .status(503)
        }
        let start = machine.now
        _ = try await machine.change { book in
          _ = try book.logEntry(.init(childID: "Eva", entry: .note(), note: "first smile"))
        }
        for seconds in [2, 6, 14] { _ = await machine.sleep(until: start + .seconds(seconds)) }
        // The last attempt and a poll are due at the same time, and were not when the sync loop looked at the clock.
        _ = await machine.sleepWhileLooking(until: start + .seconds(30))
        #expect(try await machine.engine.counts() == QueueCounts(waiting: 0, failed: 1))
        #expect(times.withLock { $0 } == [0, 2, 6, 14, 30].map { start + .seconds($0) })
      }
    }
  }

  @Test("knows which change is being sent, and none once it is settled")
  func onItsWay() async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family) { machine in
        let seen = Mutex<[Int64?]>([])
        family.proxy.follow { request in
          if request.method == "PUT" { seen.withLock { $0.append(machine.onItsWay) } }
          return .none
        }
        let ids = IDGenerator()
        for _ in 1...2 {
          _ = try await machine.change { book in
            _ = try book.logEntry(
              .init(childID: "Eva", entry: .note(), note: "first smile", id: ids.next(at: Family.noon)))
          }
        }
        #expect(Set(seen.withLock { $0.compactMap(\.self) }).count == 2)
        #expect(machine.onItsWay == nil)
      }
    }
  }

  @Test("requests smaller and smaller pages until they fit, and gets everything")
  func largePages() async throws {
    try await Family.run { family in
      let server = try family.server
      for hour in 1...5 {
        let write = PendingWrite(family.sleep(from: 2 * hour, to: 2 * hour - 1), key: "\(hour)")
        #expect(await server.send(write).accepted != nil)
      }
      try await SyncedMachine.run(at: family) { machine in
        // All at once would be too much, and so would any two of them.
        try await machine.engine.resync()
        let limits = Mutex<[Int]>([])
        family.proxy.follow { request in
          guard let limit = request.target.split(separator: "limit=").last.flatMap({ Int($0) }) else { return .none }
          limits.withLock { $0.append(limit) }
          return limit > 1 ? .huge(9 * 1024 * 1024) : .none
        }
        await machine.refresh()
        #expect(try await machine.live().count == 5)
        let asked = limits.withLock { $0 }
        #expect(Array(asked.prefix(9)) == [500, 250, 125, 62, 31, 15, 7, 3, 1])
        #expect(asked.dropFirst(9).allSatisfy { $0 <= 2 })
        #expect(asked.count { $0 == 1 } == 5)
      }
    }
  }

  @Test("waits a minute after too many requests, without a notice, and counts no attempt")
  func limited() async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family) { machine in
        let refused = Mutex(0)
        family.proxy.follow { request in
          guard request.method == "PUT", refused.withLock({ $0 < 7 }) else { return .none }
          refused.withLock { $0 += 1 }
          return .status(429)
        }
        var wake = try await machine.change { book in
          _ = try book.logEntry(.init(childID: "Eva", entry: .note(), note: "first smile"))
        }
        let start = machine.now
        while try await machine.engine.counts().waiting > 0, let next = wake { wake = await machine.sleep(until: next) }
        #expect(refused.withLock { $0 } == 7)
        #expect(machine.now == start + .minutes(7))
        #expect(machine.banners().isEmpty)
        #expect(try await family.everything().entries.count == 1)
      }
    }
  }

  @Test("makes a request for news during a poll wait for the next one")
  func askedMeanwhile() async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family) { machine in
        let polls = Mutex(0)
        let second = Mutex<Task<Void, Never>?>(nil)
        family.proxy.follow { request in
          let isFirst = polls.withLock { polls in
            polls += 1
            return polls == 1
          }
          guard isFirst else { return .none }
          let (asking, asks) = AsyncStream.makeStream(of: Void.self)
          second.withLock { task in
            task = Task {
              asks.finish()
              await machine.refresh()
            }
          }
          return .held(until: Task { for await _ in asking {} })
        }
        await machine.refresh()
        await second.withLock { $0 }?.value
        #expect(polls.withLock { $0 } == 2)
      }
    }
  }

  @Test("makes a request to send everything wait until it is sent, or until that is impossible at once")
  func askedToSend() async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family) { machine in
        for number in 0..<5 { try await machine.log("\(number)") }
        await machine.refresh()
        #expect(try await machine.engine.counts() == QueueCounts(waiting: 0, failed: 0))
        #expect(machine.connectionStatus.state == .online)

        // One cannot be sent for now: the others are, and the server is known to be there.
        family.proxy.follow { $0.method == "PUT" ? .status(503) : .none }
        try await machine.log("later")
        await machine.refresh()
        #expect(try await machine.engine.counts() == QueueCounts(waiting: 1, failed: 0))
        #expect(machine.connectionStatus.state == .online)

        // The server does not answer any more: that is noticed with the event.
        family.proxy.follow { _ in .refuse }
        await machine.refresh()
        #expect(machine.connectionStatus.state == .offline)
        family.proxy.follow { _ in .none }
        await machine.refresh()
        #expect(machine.connectionStatus.state == .online)
      }
    }
  }

  @Test("notices that the server is gone when a change does not arrive, and not at the next poll")
  func gone() async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family) { machine in
        #expect(machine.connectionStatus.state == .online)
        family.proxy.follow { _ in .refuse }
        _ = try await machine.change { book in
          _ = try book.logEntry(.init(childID: "Eva", entry: .note(), note: "alone"))
        }
        #expect(machine.connectionStatus.state == .offline)
        #expect(family.proxy.seen.suffix(2).map(\.method) == ["PUT", "GET"])
      }
    }
  }

  @Test("gives a child whose id is taken another one, and sends all of it")
  func taken() async throws {
    try await Family.run { family in
      let ben = try family.server(as: try await family.register("Ben"))
      let tom = Family.child("Tom")
      let write = PendingWrite(id: 1, idempotencyKey: "tom", content: .child(tom, isNew: true, base: nil))
      #expect(await ben.send(write).childAccepted != nil)
      try await SyncedMachine.run(at: family) { machine in
        _ = try await machine.change { book in
          _ = try book.addChild(ChildAdd.Params(name: "Tom", born: tom.born, zone: tom.zone, id: tom.id))
        }
        for number in 0..<3 { try await machine.log("\(number)", of: "Tom") }
        await machine.refresh()
        #expect(try await machine.engine.counts() == QueueCounts(waiting: 0, failed: 0))
        let id = Engine.id(of: tom.id, movedTo: family.anna.user.id)
        let page = try await family.everything()
        #expect(page.children.map(\.child.id).sorted() == [family.eva.id, id].sorted())
        #expect(page.entries.map(\.childID) == [id, id, id])
        #expect(try await machine.live().map(\.id) == page.entries.map(\.id).sorted())
      }
    }
  }
}
