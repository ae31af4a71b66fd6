import BabyAPI
import BabyModel
import BabyProtocol
import Testing

@testable import BabyServer

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
