import BabyProtocol
import Foundation
import TestSupport
import Testing

/// Families that give both count breast milk and formula apart.
@Suite("A bottle's content")
struct BottleContentTests {
  /// The content of the last bottle; nil if it was not a bottle, or unknown.
  private func last(_ machine: Machine) throws -> String? {
    try machine.call("entry.get", ["id": "last"])["entry"]?["content"]?.stringValue
  }

  @Test("is kept from a sentence, shown, found, and in every file")
  func said() async throws {
    try await Machine.run { machine in
      try machine.start()
      #expect(try machine.bbctl("child", "add", "Mia", "--born", "2026-09-10").status == 0)
      for (sentence, answer, content) in [
        ("bottle 15ml breast milk", "Logged bottle · 15 ml breast milk", "breastMilk"),
        ("formula 40 ml", "Logged bottle · 40 ml formula", "formula"),
        ("Mia drank 90 ml of formula", "Logged bottle · 90 ml formula", "formula"),
      ] {
        let run = try machine.bbctl("log", sentence)
        #expect(run.status == 0 && run.output.contains(answer), "\(sentence): \(run.output)\(run.errors)")
        #expect(try last(machine) == content)
      }
      for (format, words) in [("json", #""content":"breastMilk""#), ("csv", ",breastMilk")] {
        let file = try machine.bbctl("export", "-", "--format", format).output
        #expect(file.contains(words), "\(format)")
        #expect(file.components(separatedBy: "formula").count == 3, "\(format)")
      }
      let today = try machine.bbctl("today").output
      #expect(today.contains("Bottle · 15 ml breast milk"))
      #expect(today.contains("145 ml (130 ml formula, 15 ml breast milk)"), "\(today)")
      let found = try machine.bbctl("history", "--search", "formula", "--plain").output
      #expect(found.contains("40 ml formula") && found.contains("90 ml formula") && !found.contains("15 ml"))
      #expect(try machine.bbctl("history", "--totals").output.contains("145 ml (130 ml formula, 15 ml breast milk)"))
      #expect(try machine.bbctl("show", "last").output.contains(/Content +formula\n/))
    }
  }

  @Test("is refused if it is ambiguous, not of a bottle or not a drink, and then nothing is logged")
  func refused() async throws {
    try await Machine.withEva { machine in
      for line in [
        "log '60 formula and 30 breast milk'", "60ml formula 30ml water", "water", "pumped 60ml formula",
        "feed bottle 90ml --content tea", "feed left --content formula", "feed bottle 90ml formula --content water",
      ] {
        let run = try machine.bbctl(shellWords(line))
        #expect(run.status != 0 && !run.errors.isEmpty, "\(line): \(run.output)")
      }
      #expect(try machine.call("timeline.list")["entries"]?.arrayValue?.isEmpty == true)
    }
  }

  @Test("is changed and cleared by an edit, duplicated with the entry, and not repeated by default")
  func edited() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("feed", "bottle", "90ml", "--content", "formula", "--at", "2h ago")
      #expect(try last(machine) == "formula")
      try machine.bbctl("edit", "last", "--content", "breast-milk")
      #expect(try last(machine) == "breastMilk")
      try machine.bbctl("duplicate", "last")
      #expect(try last(machine) == "breastMilk")
      try machine.bbctl("edit", "last", "--content", "none")
      #expect(try last(machine) == nil)
      try machine.bbctl("undo")
      #expect(try last(machine) == "breastMilk")
      try machine.pass(.minutes(5))
      try machine.bbctl("feed", "bottle")
      #expect(try machine.call("entry.get", ["id": "last"])["entry"]?["amount"]?.text == "90")
      #expect(try last(machine) == nil)
      try machine.bbctl("wet")
      let run = try machine.bbctl("edit", "last", "--content", "formula")
      #expect(run.status != 0 && run.errors.contains("--content is for a bottle"), "\(run.errors)")
    }
  }

  @Test("reaches the other machine, and returns as it was changed there")
  func shared() async throws {
    try await Family.run { family in
      let (anna, ben) = (family.anna, family.ben)
      try anna.bbctl("formula", "90ml")
      try family.sync(anna)
      try family.sync(ben)
      #expect(try last(ben) == "formula")
      try ben.bbctl("edit", "last", "--content", "other-milk")
      try family.sync(ben)
      try family.sync(anna)
      #expect(try last(anna) == "otherMilk")
    }
  }
}
