import BabyModel
import BabyProtocol
import Testing

@Suite("The dashboard over HTTP")
struct DashboardTests {
  @Test("it shows the state of the day, by the child's clock")
  func contents() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let start = JSON.string((server.now - .hours(1)).utcText)
      try await server.put(
        server.entry(1),
        [
          "childId": .string("\(eva.id)"), "kind": "feeding", "method": "breast", "startedSide": "left", "start": start,
        ], as: anna)
      try await server.put(server.entry(2), server.sleep(eva, from: 0.5), as: anna)
      let dashboard = try await server.send("dashboard.get", at: ["child": "\(eva.id)"], as: anna)
        .decoded(DashboardGet.Answer.self)
      #expect(dashboard.suggestedSide == .right)
      #expect(dashboard.runningSleep?.entry.id == server.entry(2))
      #expect(dashboard.lastFeeding?.startLocal == "2026-11-21T12:00:00.000+01:00")
      #expect(dashboard.today.feedings == 1)
      #expect(dashboard.today.sleeps == 1)
    }
  }

  @Test("an unchanged one costs a 304 without a body")
  func unchanged() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let first = try await server.send("dashboard.get", at: ["child": "\(eva.id)"], as: anna)
      let tag = try #require(first.headers["etag"])
      server.pass(.hours(1))
      for header in [tag, "\"other\", \(tag)", "W/\(tag)", "*"] {
        let second = try await server.send(
          "dashboard.get", at: ["child": "\(eva.id)"], as: anna, headers: ["If-None-Match": header])
        #expect(second.status == 304)
        #expect(second.body.isEmpty)
        #expect(second.headers["etag"] == tag)
      }
    }
  }

  @Test("any change of the child, of its members and of the caller's settings makes another tag, and so does midnight")
  func invalidation() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let (eva, max) = (try await server.addEva(anna), try await server.addEva(anna))
      var seen: Set<String> = []
      func isNew() async throws -> Bool {
        let reply = try await server.send("dashboard.get", at: ["child": "\(eva.id)"], as: anna)
        return seen.insert(reply.headers["etag"] ?? "").inserted
      }
      _ = try await isNew()
      try await server.put(server.entry(1), server.sleep(eva, from: 40, to: 39), as: anna)
      #expect(try await isNew())
      try await server.put(server.entry(1), server.sleep(eva, from: 40, to: 39, note: "long ago"), as: anna)
      #expect(try await isNew())
      try await server.send("entries.delete", at: ["entry": "\(server.entry(1))"], as: anna)
      #expect(try await isNew())
      try await server.send("children.update", at: ["child": "\(eva.id)"], ["name": "Eva Maria"], as: anna)
      #expect(try await isNew())
      try await server.send("settings.put", ["settings": [["key": "units", "value": "oz"]]], as: anna)
      #expect(try await isNew())
      let bob = try await server.join("Bob", eva, of: anna, as: .caregiver)
      #expect(try await isNew())
      try await server.put(server.entry(2), server.sleep(eva, from: 2, to: 1), as: bob)
      #expect(try await isNew())
      // Another child, and what changes nothing, leave it as it is.
      try await server.put(server.entry(3), server.sleep(max, from: 2, to: 1), as: anna)
      try await server.put(server.entry(2), server.sleep(eva, from: 2, to: 1), as: bob)
      try await server.send("children.update", at: ["child": "\(eva.id)"], ["name": "Eva Maria"], as: anna)
      #expect(try await !isNew())
      // 23:59:59.999 in Berlin, and then the next day.
      server.now = TestServer.noon + .hours(11) - .milliseconds(1)
      #expect(try await !isNew())
      server.pass(.milliseconds(1))
      #expect(try await isNew())
    }
  }
}
