import BabyModel
import BabyStore
import Testing

@Suite("Entries in the store")
struct EntryTests {
  @Test("every kind comes back as it went in")
  func roundTrip() async throws {
    let fixture = try await Fixture()
    let entries = [
      fixture.entry(
        .feeding(Feeding(method: .breast, startedSide: .left, breasts: .both)), end: noon + .minutes(15),
        note: "naïve 👶"
      ),
      fixture.entry(.feeding(Feeding(method: .bottle, amount: Volume(4.5, .ounces)))),
      fixture.entry(
        .feeding(Feeding(method: .pumping, startedSide: .right, breasts: .one, amount: Volume(90, .milliliters)))),
      fixture.entry(.diaper(.both)),
      fixture.entry(.sleep, end: noon + .hours(2)),
      fixture.entry(.sleep, endUnknown: true),
      fixture.entry(.tummyTime, end: noon),
      fixture.entry(.note(.milestone), note: ""),
    ]
    try await fixture.write { transaction in
      for entry in entries { try transaction.insert(entry) }
    }
    for entry in entries {
      let found = try await fixture.store.read { try $0.entry(entry.id) }
      #expect(found == entry)
    }
    try fixture.verifyIntegrity()
  }
}
