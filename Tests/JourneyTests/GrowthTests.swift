import BabyModel
import BabyProtocol
import TestSupport
import Testing

@Suite("A child's growth")
struct GrowthTests {
  /// A child with an age in days.
  private func addMia(_ machine: Machine, days: Int) throws {
    let today = Int(machine.clock.now.milliseconds / 86_400_000)
    let born = LocalDate(dayNumber: today - days)
    _ = try machine.call("child.add", ["name": "Mia", "born": .string("\(born)"), "sex": "female", "zone": "UTC"])
  }

  @Test("is listed newest first, with derived values and percentiles, and follows corrections")
  func growth() async throws {
    try await Machine.run { machine in
      try machine.start()
      try addMia(machine, days: 300)
      #expect(try machine.bbctl("growth").output.contains("Nothing measured yet"))
      try machine.bbctl("weight", "16lb", "--at", "3 days ago")
      try machine.bbctl("length", "71.1cm", "--at", "2 days ago")
      try machine.bbctl("head", "43cm", "--at", "yesterday 10:00am")
      func values() throws -> [JSON] { try machine.bbctl("growth", "--json").json.arrayValue ?? [] }
      let measured = try values()
      #expect(
        measured.compactMap { $0["measure"]?.stringValue } == [
          "headCircumference", "length", "weight", "bmi", "weightForLength",
        ])
      #expect(measured.compactMap { $0["unit"]?.stringValue } == ["cm", "cm", "kg", "kg/m²", "kg"])
      #expect(measured.compactMap { $0["ageDays"]?.integerValue } == [299, 298, 297, 297, 297])
      for number in ["z", "percentile"] { #expect(measured.allSatisfy { $0[number] != nil }) }
      #expect(measured.allSatisfy { $0["standard"] == "WHO standards" })
      #expect(try machine.bbctl("growth").output.contains("16 lb"))

      try machine.bbctl("undo")
      #expect(try values().count == 4)
    }
  }

  /// The WHO's median girl of eight days; tables by the month have her at the 41st.
  @Test("puts a median newborn at the 50th percentile on the eighth day")
  func newborn() async throws {
    try await Machine.run { machine in
      try machine.start()
      try addMia(machine, days: 8)
      try machine.bbctl("weight", "3.37kg")
      #expect(try machine.bbctl("growth").output.contains("50th · WHO standards"))
    }
  }
}
