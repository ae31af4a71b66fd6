import BabyProtocol
import TestSupport
import Testing

/// Two machines and a family server.
@Suite("A child's due date and weight at birth on two machines")
struct BirthTests {
  private func child(on machine: Machine) throws -> JSON? {
    try machine.call("child.list")["children"]?.arrayValue?.first
  }

  @Test("are on the other machine, survive another's change of the name, and correct the age")
  func shared() async throws {
    try await Family.run { family in
      let born = try #require(try child(on: family.anna)?["born"]?.stringValue)
      let refused = try family.anna.bbctl("child", "edit", "Eva", "--due", "2001-01-01")
      #expect(refused.status != 0 && refused.errors.contains("the due date must be"), "\(refused.errors)")
      let edited = try family.anna.bbctl("child", "edit", "Eva", "--due", born, "--birth-weight", "7lb4oz")
      #expect(edited.output.contains("due \(born) · 7 lb 4 oz at birth"), "\(edited.output)\(edited.errors)")
      try family.settle()
      for machine in [family.anna, family.ben] {
        #expect(try child(on: machine)?["dueDate"]?.stringValue == born)
        #expect(try child(on: machine)?["birthWeight"] == ["value": .number(7.25), "unit": "lb"])
      }
      #expect(try family.anna.bbctl("child", "edit", "Eva", "--name", "Evi", "--due", "none").status == 0)
      #expect(try family.anna.bbctl("undo").status == 0)
      try family.settle()
      #expect(try child(on: family.ben)?["dueDate"]?.stringValue == born)
      #expect(try child(on: family.ben)?["name"] == "Eva")
      #expect(try family.anna.call("queue.list")["unsent"] == 0)
      let export = try family.anna.bbctl("export", "-", "--format", "json")
      #expect(export.output.contains(#""birthWeight":{"value":7.25,"unit":"lb"}"#))
    }
  }
}
