import BabyProtocol
import Testing

@Suite("What was measured of a child")
struct GrowthTests {
  @Test("is told newest first, with what follows from it, and follows what is corrected")
  func growth() async throws {
    try await Machine.run { machine in
      try machine.start()
      try machine.addEva(zone: "Europe/Berlin")
      #expect(try machine.bbctl("growth").output.contains("Nothing measured yet"))
      try machine.bbctl("weight", "7lb4oz", "--at", "3 days ago")
      try machine.bbctl("length", "71.1cm", "--at", "2 days ago")
      try machine.bbctl("head", "43cm", "--at", "yesterday at 10:00")
      func values() throws -> [JSON] { try machine.bbctl("growth", "--json").json.arrayValue ?? [] }
      let measured = try values()
      #expect(
        measured.compactMap { $0["measure"]?.stringValue } == [
          "headCircumference", "length", "weight", "bmi", "weightForLength",
        ])
      #expect(measured.compactMap { $0["unit"]?.stringValue } == ["cm", "cm", "kg", "kg/m²", "kg"])
      #expect(measured.allSatisfy { $0["ageDays"]?.integerValue != nil && $0["value"] != nil })
      // Either a number with its standard, or a reason.
      #expect(measured.allSatisfy { ($0["percentile"] != nil) == ($0["standard"] != nil) })
      #expect(measured.allSatisfy { ($0["percentile"] == nil) == ($0["gap"] != nil) })
      #expect(try machine.bbctl("growth").output.contains("7 lb 4 oz"))

      try machine.bbctl("undo")
      #expect(try values().count == 4)
    }
  }
}
