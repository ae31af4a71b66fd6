import BabyProtocol
import Foundation
import TestSupport
import Testing

/// The notes of a real log, of which most say what has a kind of its own by now.
@Suite("Notes of an import that become entries")
struct ConversionTests {
  private static let file = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "BabyImportTests/Fixtures/eva_babyconnect.csv")

  /// Of which category the notes are that Baby Connect's rows would be.
  private static let categories = [
    "food": ["Solid"], "milestone": ["Milestone"], "growth": ["Weight", "Height", "Head Size"],
    "health": ["Doctor Visit"],
  ]

  /// What the log says of anything but sleep, feeds and activities, as notes that might have been typed.
  private func importNotes(into machine: Machine) throws {
    let rows = try String(contentsOf: Self.file, encoding: .utf8).split(whereSeparator: \.isNewline)
    let (file, map) = (machine.directory + "/notes.csv", machine.directory + "/notes.yaml")
    for (category, activities) in Self.categories {
      let few = rows.dropFirst().filter { row in activities.contains { row.contains(",\($0),") } }
      try machine.write(([rows[0]] + few).joined(separator: "\n") + "\n", to: file)
      try machine.write(
        "columns:\n  start: Date and Time\n  note: Text\nevery: {kind: note, category: \(category)}\n", to: map)
      let arguments = ["--map", map, "--zone", "America/Los_Angeles", "--date-order", "month-day"]
      let run = try machine.bbctl(["import", file] + arguments)
      guard run.status == 0 else { throw ScenarioFailure(run.errors) }
    }
  }

  /// All that is exported of entries, but for when they were changed.
  private func export(_ machine: Machine) throws -> [JSON] {
    let file = machine.directory + "/export-\(UUID()).json"
    let run = try machine.bbctl("export", file)
    guard run.status == 0 else { throw ScenarioFailure(run.errors) }
    let entries = try JSON(parsing: machine.bytes(file))["entries"]?.arrayValue ?? []
    return entries.map { entry in
      guard case .object(var object) = entry else { return entry }
      object.members.removeAll { ["updatedAt", "changedBy"].contains($0.name) }
      return .object(object)
    }
  }

  private func kinds(_ machine: Machine) throws -> [String: Int] {
    let entries = try machine.call("timeline.list", ["limit": 1000])["entries"]?.arrayValue ?? []
    return entries.reduce(into: [:]) { $0[$1["kind"]?.stringValue ?? "", default: 0] += 1 }
  }

  @Test("are measurements, food and milestones on both machines of a family; one undo restores the notes")
  func family() async throws {
    try await Family.run { family in
      let (anna, ben) = (family.anna, family.ben)
      try importNotes(into: anna)
      try family.settle()
      let before = (anna: try export(anna), ben: try export(ben))
      #expect(try kinds(ben) == ["note": 30])

      let rehearsal = try anna.bbctl("convert", "--dry-run", "--plain")
      #expect(rehearsal.status == 0 && rehearsal.output.contains("Weight, 15.84 lb"), "\(rehearsal.errors)")
      #expect(rehearsal.output.contains("Eva ate Food: 5 tsp"))
      #expect(try export(anna) == before.anna)
      // Nobody is there to be asked.
      let refused = try anna.bbctl("convert")
      #expect(refused.status != 0 && refused.errors.contains("--yes"))

      let done = try anna.bbctl("convert", "--yes")
      #expect(done.status == 0 && done.output.contains("Turned 23 notes into entries"), "\(done.output)")
      try family.settle()
      let converted = ["weight": 6, "length": 6, "head": 5, "food": 4, "milestone": 2, "note": 7]
      #expect(try kinds(anna) == converted)
      #expect(try kinds(ben) == converted)
      let foods = try ben.bbctl("foods").output
      #expect(foods.contains("veggies") && foods.contains("4 times"))
      let history = try ben.bbctl("history", "--kind", "food").output
      #expect(history.components(separatedBy: "first time").count == 2, "\(history)")
      #expect(try ben.bbctl("growth").output.contains("26.8 in"))

      // A second run finds nothing, here and there.
      for machine in [anna, ben] {
        #expect(try machine.bbctl("convert", "--yes").output.contains("No note can be converted"))
      }
      #expect(try anna.bbctl("undo").status == 0)
      try family.settle()
      #expect(try export(anna) == before.anna)
      #expect(try export(ben) == before.ben)
    }
  }

  @Test("both machines convert the same notes while disconnected, without duplicates")
  func both() async throws {
    try await Family.run { family in
      try importNotes(into: family.anna)
      try family.settle()
      try family.cutOff()
      for machine in [family.anna, family.ben] {
        #expect(try machine.bbctl("convert", "--yes").output.contains("Turned 23 notes"))
      }
      try family.reconnect()
      try family.settle()
      for machine in [family.anna, family.ben] {
        #expect(try kinds(machine).values.reduce(0, +) == 30)
        #expect(try machine.call("queue.list")["failed"] == 0)
      }
      // A machine that comes later has what the server has.
      try await family.withAnother { later in
        try later.start()
        try Family.logIn(later, "Anna", at: family.server.address)
        try Family.sync(later)
        #expect(try kinds(later).values.reduce(0, +) == 30)
      }
    }
  }
}
