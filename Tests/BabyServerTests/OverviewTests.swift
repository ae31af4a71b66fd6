import BabyAPI
import BabyModel
import BabyProtocol
import Testing

@testable import BabyServer

@Suite("The initial data of a page, in one answer")
struct OverviewTests {
  @Test("equals the separate answers for user, children and dashboard, with the dashboard's tag")
  func parts() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      try await server.put(server.entry(1), server.sleep(eva, from: 2, to: 1), as: anna)
      let overview = try await server.send("overview.get", as: anna).json
      let (user, list) = try await (
        server.send("me.get", as: anna).json, server.send("children.list", as: anna).json
      )
      let day = try await server.send("dashboard.get", at: ["child": "\(eva.id)"], as: anna)
      let dashboard = try day.json
      #expect(overview["user"] == user)
      #expect(overview["children"] == list["children"])
      #expect(overview["dashboard"] == dashboard)
      #expect(overview["dashboard"]?["lastSleep"]?["id"] == .string("\(server.entry(1))"))
      let tag = try #require(overview["dashboardTag"]?.stringValue)
      #expect(tag == day.headers["etag"])
      let again = try await server.send(
        "dashboard.get", at: ["child": "\(eva.id)"], as: anna, headers: ["If-None-Match": tag])
      #expect(again.status == 304)
    }
  }

  @Test("the day is that of the requested child; of the first one if that is not the caller's")
  func child() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      // The first of two is the one that was added first.
      server.pass(.seconds(1))
      let body: JSON = ["name": "Max", "born": "2026-09-01", "zone": "Europe/Berlin"]
      let max = try await server.send("children.add", body, as: anna).decoded(SharedChild.self).child
      let stranger = try await server.addEva(server.register("Mallory"))
      func shown(_ query: String) async throws -> String? {
        let overview = try await server.send("overview.get", query: query, as: anna).json
        return overview["dashboard"]?["child"]?["id"]?.stringValue
      }
      #expect(try await shown("?child=\(max.id)") == "\(max.id)")
      for query in ["", "?child=\(eva.id)", "?child=\(stranger.id)", "?child=", "?child=x%00"] {
        #expect(try await shown(query) == "\(eva.id)", "\(query)")
      }
      try await server.send("children.remove", at: ["child": "\(max.id)"], as: anna)
      #expect(try await shown("?child=\(max.id)") == "\(eva.id)")
    }
  }

  @Test("without a child, there is no day")
  func noChild() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let overview = try await server.send("overview.get", as: anna).json
      #expect(overview["children"]?.arrayValue == [])
      #expect(overview["dashboard"] == nil && overview["dashboardTag"] == nil)
      #expect(overview["user"]?["name"] == "Anna")
    }
  }
}
