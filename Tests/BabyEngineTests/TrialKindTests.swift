import BabyProtocol
import TestSupport
import Testing

@testable import BabyModel

@Suite("A kind that is declared in a test, and nowhere else")
struct TrialKindTests {
  private let kind = TrialKind.temperature
  private static let warm = TrialKind.Fields([.quantity(99.5, unit: 1), .choice(0)])

  private func errors(_ values: [FieldValue?], hours: Int? = nil) throws -> [FieldError] {
    let start = Instant(milliseconds: 1_589_120_000_000)
    let child = Child(
      id: ChildID(high: 1, low: 1), name: "Eva", born: LocalDate(dayNumber: 18_300), zone: "UTC", createdAt: start,
      updatedAt: start)
    let frame = EntryFrame(start: start, end: hours.map { start + .hours($0) }, endUnknown: false)
    return kind.errors(in: frame, values: values, child: child, zone: .utc, now: start + .hours(20))
  }

  private func read(_ text: String) throws -> [FieldValue?] {
    try TrialKind.Fields(strictly: JSON(parsing: text.utf8)).values
  }

  @Test("is validated by its declaration: what has to be there, what makes sense in which unit, how long it lasts")
  func validation() throws {
    #expect(try errors(Self.warm.values) == [])
    #expect(try errors([nil, .choice(0)]) == [FieldError("value", "is missing")])
    #expect(
      try errors([.quantity(47, unit: 0), nil]) == [FieldError("value", "must be between 25 and 45 celsius")])
    #expect(
      try errors([.quantity(20, unit: 1), nil]) == [FieldError("value", "must be between 77 and 113 fahrenheit")])
    #expect(
      try errors(Self.warm.values, hours: 1)
        == [FieldError("end", "does not apply to something that happens at one moment")])
  }

  @Test("is written with its units and read as it was; what is not declared is refused with what is")
  func wire() throws {
    let text = String(decoding: Self.warm.encoded, as: UTF8.self)
    #expect(text == #"{"value":99.5,"unit":"fahrenheit","valueCelsius":37.5,"place":"ear"}"#)
    #expect(try read(text) == Self.warm.values)
    #expect(try read(#"{"value":37}"#) == [.quantity(37, unit: 0), nil])
    for (wrong, sentence) in [
      (#"{"place":"eat"}"#, "place must be one of ear, forehead, armpit; did you mean \"ear\"?"),
      (#"{"value":201}"#, "value must be between 0 and 200."),
      (#"{"valeu":37}"#, "valeu is not known; did you mean \"value\"?"),
    ] {
      let error = #expect(throws: WireError.self) { try read(wrong) }
      #expect(error?.sentence == sentence)
    }
  }

  @Test("stands in the schema with its fields, their words and what they mean")
  func schema() throws {
    let properties = TrialKind.Fields.schema.json["properties"]
    #expect(properties?.objectValue?.members.map(\.name) == ["value", "unit", "valueCelsius", "place"])
    #expect(properties?["place"]?.text.contains(#""enum":["ear","forehead","armpit"]"#) == true)
    #expect(properties?["place"]?.text.contains("Temperature: where it was taken.") == true)
  }
}
