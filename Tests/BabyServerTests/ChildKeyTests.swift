import BabyAPI
import BabyModel
import BabyProtocol
import Testing

@testable import BabyServer

@Suite("Calls about children that are sent twice with one key")
struct ChildKeyTests {
  private static let key = ["Idempotency-Key": "k1"]

  @Test("a child without an id of the caller's is added once")
  func add() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let wish: JSON = ["name": "Eva", "born": "2026-09-01", "zone": "Europe/Berlin"]
      let first = try await server.send("children.add", wish, as: anna, headers: Self.key)
      let again = try await server.send("children.add", wish, as: anna, headers: Self.key)
      #expect((again.status, again.body) == (201, first.body))
      let list = try await server.send("children.list", as: anna).decoded(SharedChildList.self)
      #expect(list.children.count == 1)
      let other: JSON = ["name": "Max", "born": "2026-09-01", "zone": "Europe/Berlin"]
      #expect(try await server.send("children.add", other, as: anna, headers: Self.key).status == 400)
    }
  }

  @Test("a change is made once, and answered as before although another person has made a later one")
  func update() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let path = ["child": "\(try await server.addEva(anna).id)"]
      let first = try await server.send("children.update", at: path, ["name": "Ewa"], as: anna, headers: Self.key)
      try await server.send("children.update", at: path, ["name": "Eve"], as: anna)
      let again = try await server.send("children.update", at: path, ["name": "Ewa"], as: anna, headers: Self.key)
      #expect((again.status, again.body) == (200, first.body))
      let list = try await server.send("children.list", as: anna).decoded(SharedChildList.self)
      #expect(list.children.map(\.child.name) == ["Eve"])
    }
  }

  @Test("a change applies only to the version that it is meant for")
  func ifMatch() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let path = ["child": "\(try await server.addEva(anna).id)"]
      let first = try await server.send("children.update", at: path, ["name": "Ewa"], as: anna)
      let tag = try #require(first.headers["etag"])
      let second = try await server.send(
        "children.update", at: path, ["sex": "female"], as: anna, headers: ["If-Match": tag])
      #expect(second.status == 200 && second.headers["etag"] != tag)
      let late = try await server.send(
        "children.update", at: path, ["name": "Eve"], as: anna, headers: ["If-Match": tag])
      #expect(late.status == 412)
      let same = try await server.send(
        "children.update", at: path, ["name": "Ewa"], as: anna, headers: ["If-Match": tag])
      #expect(same.status == 200, "it is so already")
      let list = try await server.send("children.list", as: anna).decoded(SharedChildList.self)
      #expect(list.children.map(\.child.name) == ["Ewa"])
    }
  }

  @Test("a removal is answered as before, not as if the child had never existed")
  func remove() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let path = ["child": "\(try await server.addEva(anna).id)"]
      #expect(try await server.send("children.remove", at: path, as: anna, headers: Self.key).status == 204)
      #expect(try await server.send("children.remove", at: path, as: anna, headers: Self.key).status == 204)
      #expect(try await server.send("children.remove", at: path, as: anna).status == 404)
    }
  }

  @Test("keys are per caller: another's call with the same key is separate")
  func keysAreSeparate() async throws {
    try await TestServer.run { server in
      let (anna, bob) = (try await server.register("Anna"), try await server.register("Bob"))
      let wish: JSON = ["name": "Eva", "born": "2026-09-01", "zone": "Europe/Berlin"]
      let hers = try await server.send("children.add", wish, as: anna, headers: Self.key).decoded(SharedChild.self)
      let his = try await server.send("children.add", wish, as: bob, headers: Self.key).decoded(SharedChild.self)
      #expect(hers.child.id != his.child.id)
    }
  }
}
