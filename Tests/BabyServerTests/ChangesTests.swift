import BabyAPI
import BabyModel
import BabyProtocol
import Foundation
import Synchronization
import Testing

@testable import BabyServer

@Suite("The changes feed")
struct ChangesTests {
  @Test("it returns each entry once, in its current version, in the order of the last changes")
  func order() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      for number in 1...3 {
        try await server.put(
          server.entry(UInt64(number)), server.sleep(eva, from: Double(number) + 0.5, to: Double(number)), as: anna)
      }
      try await server.put(server.entry(1), server.sleep(eva, from: 1.25, to: 1), as: anna)
      let all = try await server.changes(as: anna)
      #expect(all.known.map(\.entry.id) == [2, 3, 1].map { server.entry($0) })
      #expect(!all.hasMore)
      #expect(all.children.map(\.child) == [eva])
      #expect(try await server.changes(as: anna, since: all.position).entries.isEmpty)
      #expect(try await server.changes(as: anna, since: all.position).position == all.position)
    }
  }

  @Test("a poll without changes costs a 304 without a body, and little on the wire")
  func unchanged() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      for number in 1...3 {
        try await server.put(server.entry(UInt64(number)), server.sleep(eva, from: 2, to: 1), as: anna)
      }
      func look(since: String, _ tag: String, limit: Int = 2) async throws -> Reply {
        try await server.send(
          "changes.list", query: "?since=\(since)&limit=\(limit)", as: anna, headers: ["If-None-Match": tag])
      }
      let first = try await server.send("changes.list", query: "?limit=2", as: anna)
      let (start, startTag) = (try first.decoded(ChangeList.self).position, try #require(first.headers["etag"]))
      let second = try await look(since: start, startTag)
      #expect(second.status == 200, "there is more")
      let (position, tag) = (try second.decoded(ChangeList.self).position, try #require(second.headers["etag"]))
      for header in [tag, "\"other\", \(tag)", "*"] {
        let third = try await look(since: position, header)
        #expect(third.status == 304)
        #expect(third.body.isEmpty)
        #expect(third.headers["etag"] == tag)
        #expect(third.headers.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 4 } < 400)
      }
      let other = try await look(since: start, tag)
      #expect(other.status == 304, "the same page ends there")
    }
  }

  @Test("any change of a child, or of its members, prevents a 304")
  func invalidation() async throws {
    try await TestServer.run { server in
      let (anna, bob) = (try await server.register("Anna"), try await server.register("Bob"))
      let eva = try await server.addEva(anna)
      let since = try await server.changes(as: anna).position
      var tag = try #require(
        try await server.send("changes.list", query: "?since=\(since)", as: anna).headers["etag"])
      func isTold(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let reply = try await server.send(
          "changes.list", query: "?since=\(since)", as: anna, headers: ["If-None-Match": tag])
        #expect(reply.status == 200, sourceLocation: sourceLocation)
        tag = reply.headers["etag"] ?? ""
      }
      try await server.put(server.entry(1), server.sleep(eva, from: 2, to: 1), as: anna)
      try await isTold()
      try await server.send("entries.delete", at: ["entry": "\(server.entry(1))"], as: anna)
      try await isTold()
      try await server.send("children.update", at: ["child": "\(eva.id)"], ["name": "Ewa"], as: anna)
      try await isTold()
      let max = try await server.addEva(bob)
      let code = try await server.shareCode(max, of: bob, as: .viewer)
      try await server.send("shares.accept", ["code": .string(code)], as: anna)
      try await isTold()
      try await server.send("children.remove", at: ["child": "\(max.id)"], as: bob)
      try await isTold()
      let again = try await server.send(
        "changes.list", query: "?since=\(since)", as: anna, headers: ["If-None-Match": tag])
      #expect(again.status == 304)
    }
  }

  @Test("a deleted entry comes as its tombstone")
  func tombstones() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let sleep = server.sleep(eva, from: 2, to: 1, note: "a secret")
      try await server.put(server.entry(1), sleep, as: anna)
      let before = try await server.changes(as: anna).position
      server.pass(.minutes(1))
      let deleted = try await server.send("entries.delete", at: ["entry": "\(server.entry(1))"], as: anna)
      let after = try await server.changes(as: anna, since: before).known
      #expect(after.map(\.entry.id) == [server.entry(1)])
      #expect(after.first?.entry.deletedAt == server.now)
      #expect(after.first?.entry.note == nil, "what was written is gone")
      // A client that restores it sends all of it.
      let tag = try #require(deleted.headers["etag"])
      #expect(try await server.put(server.entry(1), sleep, as: anna, ifMatch: tag).status == 200)
      #expect(try await server.changes(as: anna).known.first?.entry.note == "a secret")
    }
  }

  @Test(
    "page by page nothing is left out or repeated, also of a child that was joined later", arguments: [1, 2, 3, 7])
  func pages(limit: Int) async throws {
    try await TestServer.run { server in
      let (anna, bob) = (try await server.register("Anna"), try await server.register("Bob"))
      let (eva, max) = (try await server.addEva(anna), try await server.addEva(bob))
      for number in 0..<5 {
        let hours = Double(number) + 1
        try await server.put(
          server.entry(UInt64(10 + number)), server.sleep(eva, from: hours, to: hours - 0.5), as: anna)
        try await server.put(
          server.entry(UInt64(20 + number)), server.sleep(max, from: hours, to: hours - 0.5), as: bob)
      }
      let bobs = try await server.changes(as: bob)
      #expect(bobs.entries.count == 5)

      let code = try await server.shareCode(eva, of: anna, as: .viewer)
      try await server.send("shares.accept", ["code": .string(code)], as: bob)
      try await server.put(server.entry(25), server.sleep(max, from: 8, to: 7), as: bob)
      try await server.put(server.entry(11), server.sleep(eva, from: 2, to: 1.75), as: anna)

      var (position, found): (String, [EntryID]) = (bobs.position, [])
      while true {
        let page = try await server.changes(as: bob, since: position, limit: limit)
        #expect(page.entries.count <= limit)
        found += page.known.map(\.entry.id)
        position = page.position
        if !page.hasMore { break }
      }
      #expect(found == [10, 12, 13, 14, 25, 11].map { server.entry($0) })
    }
  }

  @Test(
    "a page ends at its size in bytes, however few entries that are, but has at least one",
    arguments: [1, 5000, 1 << 20])
  func bytes(room: Int) async throws {
    try await TestServer.run({ $0.limits.page = room }) { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      for number in 1...6 {
        // Twice as long as JSON.
        let note = String(repeating: "\"", count: number * 100)
        let hours = Double(number) + 0.5
        try await server.put(
          server.entry(UInt64(number)), server.sleep(eva, from: hours, to: hours - 0.5, note: note), as: anna)
      }
      var (position, found, pages): (String?, [EntryID], Int) = (nil, [], 0)
      while true {
        let reply = try await server.send(
          "changes.list", query: position.map { "?since=\($0)" } ?? "", as: anna)
        let page = try reply.decoded(ChangeList.self)
        #expect(reply.body.count < max(room, 2500) + 1000)
        #expect(!page.entries.isEmpty)
        found += page.known.map(\.entry.id)
        (position, pages) = (page.position, pages + 1)
        if !page.hasMore { break }
      }
      #expect(found == (1...6).map { server.entry(UInt64($0)) })
      #expect(pages == (room == 1 ? 6 : room == 5000 ? 2 : 1))
    }
  }

  @Test("the entries of many children come in the order of their changes")
  func manyChildren() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      var children: [Child] = []
      for _ in 1...12 { children.append(try await server.addEva(anna)) }
      var written: [EntryID] = []
      for number in 0..<60 {
        let id = server.entry(UInt64(number))
        let hours = Double(number) + 1
        try await server.put(id, server.sleep(children[number * 7 % 12], from: hours, to: hours - 0.5), as: anna)
        written.append(id)
      }
      for limit in [1000, 25, 7] {
        var (position, found): (String?, [EntryID]) = (nil, [])
        while true {
          let page = try await server.changes(as: anna, since: position, limit: limit)
          found += page.known.map(\.entry.id)
          position = page.position
          #expect(page.hasMore == (found.count < 60))
          if !page.hasMore { break }
        }
        #expect(found == written)
      }
    }
  }

  @Test("a position that an older copy of the file has overwritten starts over; all others continue")
  func rolledBack() async throws {
    let before = Mutex<Caller?>(nil)
    let positions = Mutex<[String]>([])
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      before.withLock { $0 = anna }
      for number in 1...6 {
        try await server.put(
          server.entry(UInt64(number)), server.sleep(eva, from: Double(number) + 0.5, to: Double(number)), as: anna)
        let position = try await server.changes(as: anna).position
        positions.withLock { $0.append(position) }
        guard number == 3 else { continue }
        let store = try server.openStore()
        try store.backup(to: server.directory + "/copy.db")
        try store.close()
      }
    } betweenRuns: { directory in
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: directory + "/server.db" + end) }
      try FileManager.default.copyItem(atPath: directory + "/copy.db", toPath: directory + "/server.db")
    } afterRestart: { server in
      let anna = try #require(before.withLock { $0 })
      func statuses() async throws -> [Int] {
        var statuses: [Int] = []
        for position in positions.withLock({ $0 }) {
          statuses.append(try await server.send("changes.list", query: "?since=\(position)", as: anna).status)
        }
        return statuses
      }
      #expect(try await statuses() == [200, 200, 200, 410, 410, 410])
      let eva = try #require(try await server.changes(as: anna).children.first?.child)
      for number in 11...19 {
        try await server.put(
          server.entry(UInt64(number)), server.sleep(eva, from: Double(number) + 0.5, to: Double(number)), as: anna)
      }
      #expect(try await statuses() == [200, 200, 200, 410, 410, 410])
      let told = try await server.changes(as: anna, since: positions.withLock { $0[2] }).known.map(\.entry.id)
      #expect(told == (11...19).map { server.entry($0) })
    }
  }

  @Test("a restart, and another process at the file, do not start over")
  func reopened() async throws {
    let known = Mutex<(Caller, String)?>(nil)
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      try await server.put(server.entry(1), server.sleep(eva, from: 2, to: 1), as: anna)
      let position = try await server.changes(as: anna).position
      try server.openStore().close()
      #expect(try await server.changes(as: anna, since: position).position == position)
      known.withLock { $0 = (anna, position) }
    } afterRestart: { server in
      let (anna, position) = try #require(known.withLock { $0 })
      #expect(try await server.changes(as: anna, since: position).entries.isEmpty)
    }
  }

  @Test("a position of another database, or of this one's future, starts over")
  func epochs() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      try await server.put(server.entry(1), server.sleep(eva, from: 2, to: 1), as: anna)
      let position = try await server.changes(as: anna).position
      let epoch = position.prefix { $0 != ":" }
      func status(_ since: String) async throws -> Int {
        try await server.send("changes.list", query: "?since=\(since)", as: anna).status
      }
      #expect(try await status("\(epoch):0") == 200)
      #expect(try await status("0191e3a0-7c3b-7d4e-8f00-1a2b3c4d5e6f:0") == 410)
      #expect(try await status("\(epoch):1000000") == 410)
      for text in ["", "0", "\(epoch)", "\(epoch):x", "\(epoch):-1", "\(epoch):1.2.3"] {
        #expect(try await status(text) == 400, "\(text)")
      }
    }
  }
}
