import Testing

@testable import BabyModel

@Suite("A kind's declaration")
struct KindDeclarationTests {
  /// Kinds that no version has: they are declared here, and nowhere else.
  private static let bath = KindDeclaration("bath", title: "", noun: "", longest: .hours(1), requiredNote: "story")
  private static let walk = KindDeclaration("walk", title: "", noun: "", longest: .hours(5), hasTimer: true)
  private static let temperature = KindDeclaration("temperature", title: "", noun: "")

  private func errors(
    _ kind: KindDeclaration, minutes: Int? = nil, endUnknown: Bool = false, note: String? = nil
  ) throws -> [FieldError] {
    let start = try at("2020-05-10T08:00:00-07:00")
    let frame = EntryFrame(start: start, end: minutes.map { start + .minutes($0) }, endUnknown: endUnknown, note: note)
    return kind.errors(
      in: frame, values: [], child: try .make(), zone: .losAngeles, now: try at("2020-05-10T20:00:00-07:00"))
  }

  @Test("begins the phrase of a typed text, unless the text begins with it")
  func phrase() {
    #expect(KindDeclaration.medicine.phrase(saying: "Vitamin D 1 drop") == "medicine Vitamin D 1 drop")
    #expect(KindDeclaration.medicine.phrase(saying: "Meds Tylenol") == "Meds Tylenol")
    #expect(KindDeclaration.milkStore.phrase(saying: "add 120ml") == "milk store add 120ml")
    #expect(KindDeclaration.milkStore.phrase(saying: "milk add 120ml") == "milk add 120ml")
  }

  @Test("sets the maximum duration, if there is one")
  func length() throws {
    #expect(try errors(Self.bath, minutes: 60, note: "x") == [])
    #expect(
      try errors(Self.bath, minutes: 61, note: "x") == [FieldError("end", "must be at most 1 hours after the start")])
    #expect(try errors(Self.walk, minutes: 300) == [])
    #expect(
      try errors(Self.temperature, minutes: 1)
        == [FieldError("end", "does not apply to something that happens at one moment")])
  }

  @Test("decides whether it can run, and so whether its end can be unknown")
  func timer() throws {
    #expect(try errors(Self.walk, endUnknown: true) == [])
    #expect(
      try errors(Self.temperature, endUnknown: true)
        == [FieldError("endUnknown", "applies only to sleep, tummy time and other activities")])
  }

  @Test("decides whether its note is required, and the note's title")
  func note() throws {
    #expect(try errors(Self.bath) == [FieldError("story", "must not be empty")])
    #expect(try errors(Self.walk) == [])
    #expect(try errors(Self.walk, note: "a\u{7}") == [FieldError("note", "must not contain control characters")])
  }

  @Test("of an unknown kind requires only what holds for all")
  func relayed() throws {
    #expect(try errors(.relayed, minutes: 24 * 60 - 720, endUnknown: false) == [])
    #expect(try errors(.relayed, endUnknown: true) == [])
    #expect(try errors(.relayed, minutes: -1) == [FieldError("end", "must not be before the start")])
  }
}
