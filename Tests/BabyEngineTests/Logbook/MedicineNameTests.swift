import BabyEngine
import BabyModel
import BabyProtocol
import Testing

@Suite("The medicine of a dose, in the log")
struct MedicineNameTests {
  /// A log in which Tylenol was given an hour ago that may be given every six.
  private func log() async throws -> Log {
    let log = try await Log()
    _ = try await log.write {
      try $0.logPhrase(.init(text: "medicine Tylenol 5ml every 6h at most 4 1 hour ago"))
    }
    return log
  }

  @Test(
    "A dose that is too soon gets a warning, whatever else is beside its name",
    arguments: [
      "medicine tylenol 5ml", "medicine tylenol 5ml with food", "medicine 5ml tylenol for fever",
      "medicine TYLENOL 160mg/5ml 5ml", "medicine tylenol 5ml max 4", "tylenol 5ml", "gave her 5ml of tylenol",
      "medicine tylenol 5ml at the doctor's", "medicine tylenol 5ml as needed",
    ])
  func tooSoon(phrase: String) async throws {
    let log = try await log()
    let outcome = try await log.write { try $0.logPhrase(.init(text: phrase)) }
    #expect(outcome.tooSoon?.name == "Tylenol", "\(phrase)")
    #expect(Words.line(outcome.entry.entry, units: .milliliters).hasPrefix("Medicine · Tylenol"))
  }

  @Test(
    "A form's dose is of the medicine that a sentence would find",
    arguments: ["TYLENOL", "tylénol", " Tylenol"])
  func form(name: String) async throws {
    let log = try await log()
    let fields = FieldInputs([.init("name", .word(name)), .init("dose", .number(5))])
    let outcome = try await log.write {
      try $0.logEntry(.init(entry: EntryInput(.declared(.medicine), fields)))
    }
    #expect(outcome.tooSoon?.name == "Tylenol")
    let courses = try await log.read { try $0.medicines(of: nil).medicines }
    #expect(courses.map(\.givenInDay) == [2])
  }

  @Test(
    "An uncertain medicine is asked about or refused, and nothing is logged",
    arguments: [
      "medicine tylenol 5ml yesterday", "medicine tylenol 5ml every 4-6h", "medicine tylenol 5ml 3 times a day",
      "medicine tylenol twice a day", "medicine no tylenol", "medicine tylenol skipped", "medicine due at 6",
      "medicine tylenols 5ml", "medicine tylenol infant 5ml", "medicine tylenol 2.5ml twice", "no tylenol",
      "tylenol skipped", "medicine tylenol and ibuprofen",
    ])
  func nothing(phrase: String) async throws {
    let log = try await log()
    await #expect(throws: BabyError.self, "\(phrase)") {
      try await log.write { try $0.logPhrase(.init(text: phrase)) }
    }
    let names = try await log.read { try $0.medicines(of: nil).medicines.map(\.name) }
    #expect(names == ["Tylenol"])
  }

  @Test("A day alone is the noon of that day, for kinds with whole days")
  func days() async throws {
    let log = try await Log()
    let outcome = try await log.write { try $0.logPhrase(.init(text: "vaccine MMR yesterday")) }
    #expect(outcome.entry.startLocal == "2023-11-13T12:00:00.000+01:00")
    #expect(outcome.entry.entry.start < noon)
  }

  @Test("A medicine that only the log knows needs no other word")
  func known() async throws {
    let log = try await Log()
    await #expect(throws: BabyError.self) {
      try await log.write { try $0.logPhrase(.init(text: "dafalgan 5ml")) }
    }
    _ = try await log.write { try $0.logPhrase(.init(text: "medicine Dafalgan 5ml")) }
    let outcome = try await log.write { try $0.logPhrase(.init(text: "dafalgan 2.5ml")) }
    #expect(Words.line(outcome.entry.entry, units: .milliliters) == "Medicine · Dafalgan · 2.5 ml")
  }
}
