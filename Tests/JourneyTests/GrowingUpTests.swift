import BabyProtocol
import Foundation
import TestSupport
import Testing

/// What a child grows by: logged in the words of the guide.
@Suite("Measurements, medicine, vaccines, food, milestones and stored milk")
struct GrowingUpTests {
  /// Command lines, and what the history says of each.
  private static let logged: [(words: [String], line: String)] = [
    (["weight", "7.25kg"], "Weight · 7.25 kg"), (["weight", "16lb"], "Weight · 16 lb"),
    (["weight", "7lb4oz"], "Weight · 7 lb 4 oz"), (["length", "71.1cm"], "Length · 71.1 cm"),
    (["head", "43cm"], "Head · 43 cm"), (["temperature", "38.2", "--place", "ear"], "Temperature · 38.2 °C · ear"),
    (["medicine", "Vitamin D", "1drop"], "Medicine · Vitamin D · 1 drop"),
    (["vaccine", "MMR", "--dose", "1"], "Vaccine · MMR · dose 1"),
    (["food", "banana", "--liking", "loved"], "Food · banana · loved · first time"),
    (["milestone", "first steps", "--category", "movement"], "Milestone · first steps · movement"),
    (["milk", "add", "120ml"], "Milk store · add · 120 ml"),
    (["medicine", "Vitamin\\ A", "--note", "after lunch"], "Medicine · Vitamin\\ A · after lunch"),
  ]

  private func lines(_ machine: Machine, _ arguments: String...) throws -> [String] {
    let run = try machine.bbctl(["history"] + arguments)
    return run.output.components(separatedBy: .newlines).compactMap { line in
      line.components(separatedBy: "  ").map { $0.trimmingCharacters(in: .whitespaces) }.first { part in
        Self.logged.contains { part.hasPrefix($0.line.prefix(4)) }
      }
    }
  }

  @Test("are logged in the words that scripts rely on, found, edited, undone, and read back from a file")
  func oneMachine() async throws {
    try await Machine.run { machine in
      try machine.start()
      try machine.addEva(zone: "Europe/Berlin")
      for (words, line) in Self.logged {
        let run = try machine.bbctl(words)
        #expect(run.status == 0, "\(words): \(run.errors)")
        #expect(try lines(machine).first { $0 == line } != nil, "\(words): \(run.output)")
      }
      #expect(try lines(machine, "--search", "drop") == ["Medicine · Vitamin D · 1 drop"])
      #expect(try lines(machine, "--kind", "weight").count == 3)
      try machine.bbctl(["undo"])
      #expect(try lines(machine).count == Self.logged.count - 1)

      let milestone = try machine.call("timeline.list", ["kinds": ["milestone"]])["entries"]?.arrayValue?.first?["id"]
      #expect(try machine.bbctl("show", milestone?.stringValue ?? "").output.contains(/Age +\d+ months\n/))

      let id = try machine.call("timeline.list", ["kinds": ["food"]])["entries"]?.arrayValue?.first?["id"]
      try machine.bbctl(["edit", id?.stringValue ?? "", "--set", "foods=banana, oats", "--set", "reaction=a rash"])
      #expect(try lines(machine, "--kind", "food") == ["Food · banana, oats · loved · a rash · first time"])

      for wrong in [
        ["weight"], ["weight", "900kg"], ["temperature", "38", "mouth"], ["vaccine", "MMR", "--dose", "0"],
      ] {
        #expect(try machine.bbctl(wrong).status != 0, "\(wrong)")
      }
      let all = try lines(machine)
      for format in ["json", "csv"] {
        let file = machine.directory + "/log." + format
        try machine.bbctl("export", file)
        try await machine.withAnother { other in
          try other.start()
          if format == "csv" { try other.addEva(zone: "Europe/Berlin") }
          let imported = try other.bbctl("import", file)
          #expect(imported.status == 0, "\(imported.errors)")
          #expect(try Set(lines(other)) == Set(all))
        }
      }
    }
  }

  @Test("reach the other parent's machine through the family server")
  func family() async throws {
    try await Family.run { family in
      for (words, _) in Self.logged { try family.anna.bbctl(words) }
      try family.settle()
      #expect(try Set(lines(family.ben)) == Set(Self.logged.map(\.line)))
    }
  }

  @Test("a medicine shows when it may be given again; an earlier dose is logged with a warning")
  func medicine() async throws {
    try await Machine.run { machine in
      try machine.start()
      try machine.addEva(zone: "Europe/Berlin")
      try machine.bbctl(["medicine", "Tylenol", "5ml", "every", "6h", "at", "most", "4", "2h ago"])
      let listed = try machine.bbctl("medicines").output
      #expect(listed.contains("Tylenol") && listed.contains("1 of 4 in 24 hours") && listed.contains("next from"))
      let early = try machine.bbctl("medicine", "tylenol", "5ml")
      #expect(early.status == 0 && early.output.contains("may be given again from"))
      #expect(try machine.call("medicine.list")["medicines"]?.arrayValue?.first?["givenInDay"] == 2)
      #expect(try !machine.bbctl("medicine", "Iron", "1", "drop").output.contains("may be given again"))
    }
  }
}
