import BabyProtocol
import TestSupport
import Testing

@Suite("Why is she crying?")
struct WhyTests {
  @Test("bbctl compares the late feed with the days before, and says what the log cannot answer")
  func feed() async throws {
    try await Machine.withEva { machine in
      let empty = try machine.bbctl("why", "--plain")
      #expect(empty.status == 0 && empty.output.hasPrefix("Why is Eva crying?\nNothing was logged"), "\(empty.output)")
      // Three hours from one to the next at this hour of each of the days before, and now four.
      let before: [Int] = (1...12).flatMap { [24 * $0 + 4, 24 * $0 + 1] }
      for hours in [4] + before {
        #expect(try machine.bbctl("bottle", "120ml", "\(hours)h", "ago").status == 0)
      }
      #expect(try machine.bbctl("temperature", "38.2C", "ear", "1h", "ago").status == 0)
      let why = try machine.bbctl("why", "is", "she", "crying")
      let lines = why.output.split(separator: "\n")
      #expect(lines.contains { $0.contains("4h since the last feed") && $0.contains("later than") }, "\(why.output)")
      #expect(lines.contains { $0.contains("38.2 °C · ear") }, "\(why.output)")
      #expect(lines.last?.hasSuffix("Not medical advice.") == true)
      let answer = try machine.bbctl("why", "--json").json
      #expect(answer["findings"]?.arrayValue?.map { $0["topic"] }.contains("feeding") == true)
      #expect(answer["gaps"]?.arrayValue?.isEmpty == true)
    }
  }
}
