import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore
import Testing

@testable import BabyServer

@Suite("Settings that machines share")
struct SharedSettingTests {
  @discardableResult
  private func change(
    _ server: TestServer, _ key: String, _ value: String?, home: String = "person", of child: Child? = nil,
    as caller: Caller, sent: String? = nil, at instant: Instant? = nil
  ) async throws -> Reply {
    try await server.set(key, value, home: home, of: child, as: caller, sent: sent, at: instant)
  }

  private func look(
    _ server: TestServer, as caller: Caller, since: String? = nil, settings: String? = "0", tag: String? = nil
  ) async throws -> Reply {
    var headers: [String: String] = [:]
    headers["Babybasics-Settings"] = settings
    headers["If-None-Match"] = tag
    return try await server.send(
      "changes.list", query: since.map { "?since=\($0)" } ?? "", as: caller, headers: headers)
  }

  /// Keys and values for a caller, in their order.
  private func told(_ server: TestServer, as caller: Caller, settings: String = "0") async throws -> [String] {
    let list = try await look(server, as: caller, settings: settings).decoded(ChangeList.self)
    return (list.settings ?? []).map { "\($0.key) \($0.value ?? "-")" }
  }

  @Test("a person's go to that person's machines only; a child's to all members")
  func isolation() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let (bob, vera) = (
        try await server.join("Bob", eva, of: anna, as: .caregiver),
        try await server.join("Vera", eva, of: anna, as: .viewer)
      )
      let mallory = try await server.register("Mallory")
      _ = try await server.addEva(mallory)
      try await change(server, "units", "oz", as: anna)
      try await change(server, "units", "ml", of: eva, as: anna)
      try await change(server, "day.start", "04:30", home: "child", of: eva, as: bob)
      try await change(
        server, "reminder.0191e3a0-7c3b-7d4e-8f00-1a2b3c4d5e6f", "09:00 x y", home: "child", of: eva, as: anna)
      let own = ["day.start 04:30", "reminder.0191e3a0-7c3b-7d4e-8f00-1a2b3c4d5e6f 09:00 x y"]
      #expect(try await told(server, as: anna) == ["units oz", "units ml"] + own)
      #expect(try await told(server, as: bob) == own)
      #expect(try await told(server, as: vera) == own)
      #expect(try await told(server, as: mallory) == [])
    }
  }

  @Test(
    "a child's are changed by its owner and caregivers, and by no viewer and no stranger; a person's by that person")
  func roles() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let vera = try await server.join("Vera", eva, of: anna, as: .viewer)
      let mallory = try await server.register("Mallory")
      #expect(try await change(server, "day.start", "04:30", home: "child", of: eva, as: vera).status == 403)
      #expect(try await change(server, "occasion.feeding", "x", home: "child", of: eva, as: vera).status == 403)
      #expect(try await change(server, "units", "oz", of: eva, as: vera).status == 200, "her own")
      for home in ["child", "person"] {
        let key = home == "child" ? "day.start" : "units"
        let value = home == "child" ? "04:30" : "oz"
        #expect(try await change(server, key, value, home: home, of: eva, as: mallory).status == 404)
      }
      #expect(try await told(server, as: anna) == [])
    }
  }

  @Test("invalid values are refused by name, and change nothing")
  func refusals() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      func refuse(_ field: String, _ reply: Reply, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(reply.status == 400, sourceLocation: sourceLocation)
        let details = try reply.json["error"]?["details"]?.arrayValue
        #expect(details?.first?["field"]?.stringValue == field, sourceLocation: sourceLocation)
      }
      try refuse("units", await change(server, "units", "pints", as: anna))
      try refuse("home", await change(server, "units", "oz", home: "child", of: eva, as: anna))
      try refuse("childId", await change(server, "day.start", "04:30", home: "child", as: anna))
      try refuse("home", await change(server, "theme.desktop", "dark", home: "machine", as: anna))
      try refuse("key", await change(server, "a key", "1", as: anna))
      try refuse("value", await change(server, "k", String(repeating: "v", count: 2000), as: anna))
      for number in 0..<SharedSetting.valuesPerHome {
        #expect(try await change(server, "newer.\(number)", "1", as: anna).status == 200)
      }
      try refuse("key", await change(server, "one.more", "1", as: anna))
      #expect(try await change(server, "newer.7", "2", as: anna).status == 200, "no key more")
      #expect(
        try await change(server, "day.start", "04:30", home: "child", of: eva, as: anna).status == 200, "another home")
      #expect(try await told(server, as: anna).count == SharedSetting.valuesPerHome + 1)
    }
  }

  @Test(
    "keys of newer versions are stored and sent on; each is sent once, with its current value, in the order of the changes"
  )
  func order() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      try await change(server, "bath.interval", "2d", home: "child", of: eva, as: anna)
      try await change(server, "units", "oz", as: anna)
      try await change(server, "bath.interval", "3d", home: "child", of: eva, as: anna)
      let first = try await look(server, as: anna).decoded(ChangeList.self)
      #expect((first.settings ?? []).map { "\($0.key) \($0.value ?? "-")" } == ["units oz", "bath.interval 3d"])
      let position = try #require(first.settingsPosition)
      #expect(try await told(server, as: anna, settings: position) == [])
      // A reset is sent, too, and an unchanged value is not a change.
      try await change(server, "units", nil, as: anna)
      try await change(server, "bath.interval", "3d", home: "child", of: eva, as: anna)
      #expect(try await told(server, as: anna, settings: position) == ["units -"])
    }
  }

  @Test("a repeat with one key is applied once, whatever was set in between; no clock is ahead of the server's")
  func idempotency() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let first = try await change(server, "units", "oz", as: anna, sent: "k1", at: server.now + .hours(5))
      #expect(try first.decoded(SharedSettingRecord.self).changedAt == server.now)
      try await change(server, "units", "ml", as: anna, sent: "k2")
      let again = try await change(server, "units", "oz", as: anna, sent: "k1", at: server.now + .hours(5))
      #expect(again.body == first.body)
      #expect(try await told(server, as: anna) == ["units ml"])
    }
  }

  @Test(
    "without changes a poll is a 304, from the cache too; a setting of one's own or of a child's prevents it, a stranger's does not"
  )
  func unchanged() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let bob = try await server.join("Bob", eva, of: anna, as: .caregiver)
      let all = try await look(server, as: anna)
      var list = try all.decoded(ChangeList.self)
      var tag = try #require(all.headers["etag"])
      func status() async throws -> Int {
        var status = 0
        for _ in 0..<2 {
          let reply = try await look(
            server, as: anna, since: list.position, settings: list.settingsPosition, tag: tag)
          status = reply.status
        }
        return status
      }
      func follow() async throws {
        let reply = try await look(server, as: anna, since: list.position, settings: list.settingsPosition)
        list = try reply.decoded(ChangeList.self)
        tag = try #require(reply.headers["etag"])
      }
      #expect(try await status() == 304)
      try await change(server, "units", "oz", as: bob)
      #expect(try await status() == 304)
      try await change(server, "units", "oz", as: anna)
      #expect(try await status() == 200)
      try await follow()
      #expect(try await status() == 304)
      try await change(server, "day.start", "04:30", home: "child", of: eva, as: bob)
      #expect(try await status() == 200)
    }
  }

  @Test("an older client gets what it got before, and the same client after its upgrade gets everything")
  func olderClient() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      try await change(server, "day.start", "04:30", home: "child", of: eva, as: anna)
      let old = try await look(server, as: anna, settings: nil)
      #expect(try old.json["settings"] == nil && old.json["settingsPosition"] == nil)
      let list = try old.decoded(ChangeList.self)
      let tag = try #require(old.headers["etag"])
      for _ in 0..<2 {
        #expect(try await look(server, as: anna, since: list.position, settings: nil, tag: tag).status == 304)
      }
      let upgraded = try await look(server, as: anna, since: list.position, tag: tag)
      #expect(upgraded.status == 200)
      #expect(try upgraded.decoded(ChangeList.self).settings?.map(\.key) == ["day.start"])
    }
  }

  @Test("many come in pages, none twice; new members get the child's from the beginning")
  func pages() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let children = [try await server.addEva(anna), try await server.addEva(anna), try await server.addEva(anna)]
      for child in children {
        for number in 0..<190 { try await change(server, "k\(number)", "1", home: "child", of: child, as: anna) }
      }
      func all(_ caller: Caller, since: String = "0") async throws -> (pages: Int, keys: [String], end: String) {
        var (pages, keys, position, hasMore) = (0, [String](), since, true)
        var tag: String?
        while hasMore {
          let reply = try await look(server, as: caller, settings: position, tag: tag)
          let list = try reply.decoded(ChangeList.self)
          keys += (list.settings ?? []).map { "\($0.childID.map { "\($0)" } ?? "") \($0.key)" }
          (position, hasMore, tag) = (try #require(list.settingsPosition), list.hasMore, reply.headers["etag"])
          pages += 1
        }
        return (pages, keys, position)
      }
      let found = try await all(anna)
      #expect(found.pages == 2 && found.keys.count == 570 && Set(found.keys).count == 570)
      let bob = try await server.register("Bob")
      let before = try await all(bob)
      #expect(before.keys == [])
      let code = try await server.shareCode(children[0], of: anna, as: .caregiver)
      try await server.send("shares.accept", ["code": .string(code)], as: bob)
      #expect(try await all(bob, since: before.end).keys.count == 190)
    }
  }

  @Test("the server's own day begins when the child's does, for everybody; a person's default only for that person")
  func dashboard() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let bob = try await server.join("Bob", eva, of: anna, as: .caregiver)
      func start(_ caller: Caller) async throws -> String? {
        try await server.send("dashboard.get", at: ["child": "\(eva.id)"], as: caller)
          .json["day"]?["start"]?.stringValue
      }
      let midnight = try await start(bob)
      try await change(server, "day.start", "05:00", as: anna)
      #expect(try await start(bob) == midnight)
      #expect(try await start(anna) != midnight)
      try await change(server, "day.start", "04:00", home: "child", of: eva, as: anna)
      let hers = try await start(anna)
      #expect(try await start(bob) == hers)
      #expect(try await start(bob) != midnight)
    }
  }

  @Test("the state of reminders is deleted after three days, removals after ninety; settings never are")
  func pruned() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let reminder = "reminder.0191e3a0-7c3b-7d4e-8f00-1a2b3c4d5e6f"
      try await change(server, reminder, "09:00 x y", home: "child", of: eva, as: anna)
      try await change(server, reminder, nil, home: "child", of: eva, as: anna)
      try await change(server, "occasion.feeding", "x", home: "child", of: eva, as: anna)
      try await change(server, "day.start", "04:30", home: "child", of: eva, as: anna)
      try await change(server, "day.start", nil, home: "child", of: eva, as: anna)
      func pass(_ days: Int) async throws {
        server.pass(.hours(24 * days))
        let store = try server.openStore()
        try await store.write(at: server.now) { try $0.prune() }
        try store.close()
      }
      try await pass(2)
      #expect(try await told(server, as: anna) == ["\(reminder) -", "occasion.feeding x", "day.start -"])
      try await pass(2)
      #expect(try await told(server, as: anna) == ["\(reminder) -", "day.start -"])
      try await pass(88)
      #expect(try await told(server, as: anna) == ["day.start -"])
    }
  }

  @Test("an account is erased with its settings, and a child with its own")
  func erased() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let bob = try await server.join("Bob", eva, of: anna, as: .caregiver)
      try await change(server, "units", "oz", as: anna)
      try await change(server, "units", "oz", of: eva, as: bob)
      try await change(server, "day.start", "04:30", home: "child", of: eva, as: bob)
      #expect(try await server.send("me.erase", TestServer.erasure, as: anna).status == 200)
      #expect(try await told(server, as: bob) == [])
    }
  }
}
