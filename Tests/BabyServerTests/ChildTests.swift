import BabyAPI
import BabyModel
import BabyProtocol
import Testing

@testable import BabyServer

@Suite("Children over HTTP")
struct ChildTests {
  @Test("a child is added, listed, changed and removed")
  func children() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let listed = try await server.send("children.list", as: anna).decoded(SharedChildList.self).children
      #expect(listed == [SharedChild(eva, role: .owner)])

      let place = ["child": "\(eva.id)"]
      let changed = try await server.send(
        "children.update", at: place, ["name": "Eva Maria", "sex": "female"], as: anna)
      #expect(try changed.decoded(SharedChild.self).child.name == "Eva Maria")
      let cleared = try await server.send("children.update", at: place, ["sex": nil], as: anna)
      #expect(try cleared.decoded(SharedChild.self).child.sex == nil)
      #expect(try await server.send("children.update", at: place, ["zone": "Moon/Base"], as: anna).status == 400)
      #expect(try await server.send("children.update", at: place, ["nmae": "Eva"], as: anna).status == 400)

      #expect(try await server.send("children.remove", at: place, as: anna).status == 204)
      #expect(try await server.send("children.remove", at: place, as: anna).status == 404)
      #expect(try await server.send("children.list", as: anna).decoded(SharedChildList.self).children.isEmpty)
    }
  }

  @Test("a child with an id of its own is added once")
  func sameChild() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      let again: JSON = [
        "id": .string("\(eva.id)"), "name": "Eva", "born": "2026-09-01", "zone": "Europe/Berlin",
      ]
      #expect(try await server.send("children.add", again, as: anna).decoded(SharedChild.self).child == eva)
      let bob = try await server.register("Bob")
      #expect(try await server.send("children.add", again, as: bob).status == 404)
    }
  }

  @Test("a removed child returns when its owner adds it again, with all its entries for everybody")
  func restoredChild() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let (eva, max) = (try await server.addEva(anna), try await server.addEva(anna))
      let bob = try await server.join("Bob", eva, of: anna, as: .caregiver)
      try await server.put(server.entry(1), server.sleep(eva, from: 2, to: 1), as: anna)
      try await server.send("children.remove", at: ["child": "\(eva.id)"], as: anna)
      // A client that polls meanwhile is past the entry that it has never seen.
      try await server.put(server.entry(2), server.sleep(max, from: 2, to: 1), as: anna)
      _ = try await server.join("Carl", max, of: anna, as: .viewer)
      let meanwhile = try await server.changes(as: anna)
      #expect(meanwhile.known.map(\.entry.id) == [server.entry(2)])

      let again: JSON = [
        "id": .string("\(eva.id)"), "name": "Eva Maria", "born": "2026-09-01", "zone": "Europe/Berlin",
      ]
      #expect(try await server.send("children.add", again, as: bob).status == 404)
      let back = try await server.send("children.add", again, as: anna)
      #expect(back.status == 201)
      #expect(try back.decoded(SharedChild.self).child.createdAt == eva.createdAt)
      #expect(
        try await server.send("children.list", as: bob).decoded(SharedChildList.self).children.map(\.child.name)
          == ["Eva Maria"])
      let all = try await server.changes(as: anna, since: meanwhile.position)
      #expect(all.known.map(\.entry.id) == [server.entry(1)])
      #expect(all.children.count == 2)
    }
  }
}

@Suite("A child's birth over HTTP")
struct BirthTests {
  @Test("a due date and a weight are stored, returned, kept, cleared, and refused if they are impossible")
  func life() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let added = try await server.send(
        "children.add",
        [
          "name": "Eva", "born": "2026-09-01", "zone": "Europe/Berlin", "dueDate": "2026-10-20",
          "birthWeight": ["value": .number(1.9), "unit": "kg"],
        ], as: anna
      ).decoded(SharedChild.self)
      #expect(added.keepsBirth)
      #expect(added.child.dueDate == LocalDate(year: 2026, month: 10, day: 20))
      #expect(added.child.birthWeight == BodyWeight(1.9, .kilograms))

      let place = ["child": "\(added.child.id)"]
      let renamed = try await server.send("children.update", at: place, ["name": "Evi"], as: anna)
      #expect(try renamed.decoded(SharedChild.self).child.withBirthFacts(of: nil).name == "Evi")
      #expect(try renamed.decoded(SharedChild.self).child.dueDate == added.child.dueDate)
      for wrong: JSON in [
        ["dueDate": "2027-03-01"], ["birthWeight": ["value": 32, "unit": "kg"]],
        ["birthWeight": ["value": .number(3.2)]],
        ["birthWeight": ["value": .number(3.2), "unit": "st"]], ["dueDate": "soon"],
      ] {
        #expect(try await server.send("children.update", at: place, wrong, as: anna).status == 400)
      }
      let cleared = try await server.send(
        "children.update", at: place, ["dueDate": nil, "birthWeight": nil], as: anna
      ).decoded(SharedChild.self)
      #expect(!cleared.child.hasBirthFacts)
    }
  }
}

@Suite("Calls about children that are sent twice with one key")
struct ChildKeyTests {
  private static let key = ["Idempotency-Key": "k1"]

  @Test("a child without an id of the caller's is added once")
  func add() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let body: JSON = ["name": "Eva", "born": "2026-09-01", "zone": "Europe/Berlin"]
      let first = try await server.send("children.add", body, as: anna, headers: Self.key)
      let again = try await server.send("children.add", body, as: anna, headers: Self.key)
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
      let body: JSON = ["name": "Eva", "born": "2026-09-01", "zone": "Europe/Berlin"]
      let hers = try await server.send("children.add", body, as: anna, headers: Self.key).decoded(SharedChild.self)
      let his = try await server.send("children.add", body, as: bob, headers: Self.key).decoded(SharedChild.self)
      #expect(hers.child.id != his.child.id)
    }
  }
}
