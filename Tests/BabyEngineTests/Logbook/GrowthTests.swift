import BabyEngine
import BabyModel
import Testing

@Suite("How a child has grown")
struct GrowthTests {
  private func content(_ kind: String, _ values: FieldValue?...) throws -> EntryContent {
    .declared(try #require(DeclaredKinds.kind(called: kind)), values)
  }

  /// Standing, a child of half a year is 0.7 cm longer for its BMI.
  @Test("is told of weights, lengths and heads in kilograms and centimetres, as they were typed, and of nothing else")
  func measurements() async throws {
    let log = try await Log()
    let (machine, eva) = (log.machine, log.eva)
    let weight = try await machine.log(try content("weight", .quantity(16, unit: 2)), of: eva, at: noon)
    _ = try await machine.log(
      try content("length", .quantity(28, unit: 1), .choice(1)), of: eva, at: noon - .hours(24))
    _ = try await machine.log(try content("head", .quantity(43, unit: 0)), of: eva, at: noon - .hours(48))
    _ = try await machine.log(.diaper(.wet), of: eva, at: noon - .hours(1))

    let view = try await log.read { try $0.growth(of: nil) }
    #expect(view.history.rows.map(\.measure) == [.weight, .bmi, .weightForLength, .length, .head])
    #expect(view.history.rows.map { ($0.value * 100).rounded() / 100 } == [7.26, 14.07, 7.26, 71.12, 43])
    #expect(view.entries.map(\.id).first == weight.id)
    #expect(view.history.rows.map(\.age.days) == [197, 197, 197, 196, 195])
  }

  @Test("follows what is deleted and changed, for nothing of it is stored")
  func deleted() async throws {
    let log = try await Log()
    let weight = try await log.machine.log(try content("weight", .quantity(7, unit: 0)), of: log.eva, at: noon)
    #expect(try await log.read { try $0.growth(of: nil).history.rows.count } == 1)
    _ = try await log.write { try $0.delete("\(weight.id)") }
    #expect(try await log.read { try $0.growth(of: nil).history.rows.isEmpty })
  }
}
