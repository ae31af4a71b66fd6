import BabyModel
import Testing

@Suite("A quantity in an app's format")
struct QuantityTextTests {
  private func reading(_ kind: String, _ text: String) throws -> String? {
    let kind = try #require(DeclaredKinds.kind(called: kind))
    for case .quantity(let quantity) in kind.fields.map(\.type) {
      return quantity.reading(text).map { "\($0.number) \($0.unit)" }
    }
    return nil
  }

  @Test(
    "has its number and one of the kind's units, in any case",
    arguments: [
      ("weight", "3.62 kg", "3.62 kg"), ("weight", "8 LB 4 oz", "8.25 lb"), ("weight", "8lbs4oz", "8.25 lb"),
      ("weight", "12 oz", "12.0 oz"), ("temperature", "37.6°C", "37.6 celsius"),
      ("temperature", "100.4 F", "100.4 fahrenheit"), ("length", " 53 cm ", "53.0 cm"),
      ("medicine", "1 drop", "1.0 drop"), ("medicine", "2.5ML", "2.5 ml"),
    ])
  func read(kind: String, text: String, expected: String) throws { #expect(try reading(kind, text) == expected) }

  @Test(
    "is invalid without a unit, with an invalid or impossible number, or with trailing text",
    arguments: [
      ("weight", ""), ("weight", "8"), ("weight", "kg"), ("weight", "8 stone"), ("weight", "-3 kg"),
      ("weight", ".5 kg"),
      ("weight", "5. kg"), ("weight", "1e9 kg"), ("weight", "8 lb 16 oz"), ("weight", "8 lb 3"),
      ("weight", "8 kg 3 oz"),
      ("weight", "8 kgs and more"), ("temperature", "38 cats"), ("weight", "1 kg" + String(repeating: " ", count: 40)),
    ])
  func refused(kind: String, text: String) throws { #expect(try reading(kind, text) == nil) }

  @Test("a unit alone has its word here")
  func unit() throws {
    let kind = try #require(DeclaredKinds.kind(called: "length"))
    for case .quantity(let quantity) in kind.fields.map(\.type) {
      #expect(quantity.unit(called: "IN") == "in")
      #expect(quantity.unit(called: "FURLONG") == nil)
    }
  }
}
