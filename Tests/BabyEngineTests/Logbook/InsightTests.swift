import BabyEngine
import BabyModel
import BabyProtocol
import Testing

@Suite("Insights from a file")
struct InsightTests {
  @Test("follow new and deleted entries, because nothing is stored, and look back a month and no further")
  func follows() async throws {
    let log = try await Log()
    let bottle = EntryContent.feeding(Feeding(method: .bottle))
    func insight() async throws -> InsightGet.Answer { try await log.read { try $0.insight(of: nil) } }
    func put(_ content: EntryContent, hoursAgo: Int) async throws -> Entry {
      try await log.machine.log(content, of: log.eva, at: noon - .hours(hoursAgo))
    }

    _ = try await put(bottle, hoursAgo: 31 * 24)
    #expect(try await insight().gaps.map(\.reason) == [.nothingLogged])
    for day in 1...20 {
      for hour in [0, 3] { _ = try await put(bottle, hoursAgo: day * 24 + hour) }
    }
    let last = try await put(bottle, hoursAgo: 3)
    let found = try await insight()
    #expect(found.findings.map(\.topic) == [.feeding] && found.gaps.isEmpty)
    #expect(found.findings.first?.entryID == last.id)
    #expect(found.findings.first?.lengthSeconds == 3 * 3600)

    _ = try await log.write { try $0.delete("\(last.id)") }
    #expect(try await insight().findings.isEmpty, "24 hours without a feed were not logged")
    #expect(try await insight().gaps.map(\.reason) == [.quiet])
    #expect(try await log.read { try $0.forecast(of: nil) }.gaps[.feeding] == .entryMissing)
  }
}
