import BabyEngine
import BabyModel
import Testing

@Suite("A child's growth")
struct GrowthTests {
  private func content(_ kind: String, _ values: FieldValue?...) throws -> EntryContent {
    .declared(try #require(DeclaredKinds.kind(called: kind)), values)
  }

  /// Standing, a child of half a year is 0.7 cm longer for its BMI.
  @Test("lists weights, lengths and heads in kilograms and centimetres, as they were typed, and nothing else")
  func measurements() async throws {
    let log = try await Log()
    let (machine, eva) = (log.machine, log.eva)
    let weight = try await machine.log(try content("weight", .quantity(16, unit: 2)), of: eva, at: noon)
    _ = try await machine.log(
      try content("length", .quantity(28, unit: 1), .choice(1)), of: eva, at: noon - .hours(24))
    _ = try await machine.log(try content("head", .quantity(43, unit: 0)), of: eva, at: noon - .hours(48))
    _ = try await machine.log(.diaper(.wet), of: eva, at: noon - .hours(1))

    let answer = try await log.read { try $0.growth(of: nil, limit: 1000) }
    // Each value is compared among girls and among boys, for no sex is known.
    let values = answer.values.filter { $0.among == .girls }
    #expect(answer.values.count == 2 * values.count)
    #expect(values.map(\.measure) == [.weight, .bmi, .weightForLength, .length, .head])
    #expect(values.map { ($0.value * 100).rounded() / 100 } == [7.26, 14.07, 7.26, 71.12, 43])
    #expect(values.first?.entryID == weight.id)
    #expect(values.map(\.ageDays) == [197, 197, 197, 196, 195])
  }

  @Test("follows deletions and changes, because nothing derived is stored")
  func deleted() async throws {
    let log = try await Log()
    let weight = try await log.machine.log(try content("weight", .quantity(7, unit: 0)), of: log.eva, at: noon)
    #expect(try await log.read { try $0.growth(of: nil, limit: 1000).values.count } == 2)
    _ = try await log.write { try $0.delete("\(weight.id)") }
    #expect(try await log.read { try $0.growth(of: nil, limit: 1000).values.isEmpty })
  }
}
