import BabyModel
import GRDB
import Testing

@testable import BabyStore

@Suite("A bottle's content, in the tables")
struct BottleContentTests {
  private static func bottle(_ amount: Double?, of content: BottleContent?) -> EntryContent {
    .feeding(Feeding(method: .bottle, amount: amount.map { Volume($0, .milliliters) }, content: content))
  }

  @Test("is read back as it was written, changed, deleted, restored and undone", arguments: BottleContent.allCases)
  func roundTrip(content: BottleContent) async throws {
    let fixture = try await Fixture()
    let entry = fixture.entry(Self.bottle(90, of: content))
    try await fixture.write { try $0.insert(entry) }
    func kept() async throws -> EntryContent? { try await fixture.store.read { try $0.entry(entry.id)?.content } }
    #expect(try await kept() == entry.content)
    var without = entry
    without.content = Self.bottle(90, of: nil)
    let changed = without
    _ = try await fixture.write { try $0.update(changed) }
    #expect(try await kept() == changed.content)
    _ = try await fixture.write { try $0.undo(uid: Fixture.me) }
    #expect(try await kept() == entry.content)
    _ = try await fixture.write { try $0.delete(entry.id) }
    _ = try await fixture.write { try $0.restore(entry.id) }
    #expect(try await kept() == entry.content)
    try fixture.verifyIntegrity()
  }

  @Test("distinguishes rows in a search that are otherwise equal")
  func search() async throws {
    let fixture = try await Fixture()
    let contents: [BottleContent?] = [.formula, nil, .breastMilk, .water, .formula]
    let entries = contents.enumerated().map { hour, content in
      fixture.entry(Self.bottle(90, of: content), at: noon - .hours(hour))
    }
    try await fixture.write { for entry in entries { try $0.insert(entry) } }
    for (text, places) in [("formula", [0, 4]), ("breast milk", [2]), ("90 water", [3]), ("bottle", [0, 1, 2, 3, 4])] {
      let query = EntryQuery(
        child: fixture.eva.id, search: EntrySearch(text, units: .milliliters, zone: .utc))
      let found = try await fixture.store.read { try $0.entries(query).entries }
      #expect(found.map(\.id) == places.map { entries[$0].id }, "\(text)")
    }
  }

  @Test("is among the facts of the day; after a bottle of water the last one with milk is known")
  func facts() async throws {
    let fixture = try await Fixture()
    let milk = fixture.entry(Self.bottle(150, of: .formula), at: noon - .hours(4))
    let water = fixture.entry(Self.bottle(30, of: .water), at: noon - .hours(1))
    try await fixture.write { try $0.insert(milk) }
    func facts() async throws -> DashboardFacts {
      let day = DayWindow(containing: noon, dayStart: .midnight, zone: .utc)
      return try await fixture.store.read { try $0.dashboardFacts(fixture.eva.id, day: day, settings: Settings()) }
    }
    let before = try await facts()
    #expect(before.usualBottle == milk && before.lastMilkBottle == nil)
    try await fixture.write { try $0.insert(water) }
    let all = try await facts()
    #expect(all.lastBottle == water && all.usualBottle == milk && all.lastFeeding == water)
    #expect(all.today.map(\.content) == [milk, water].map(\.content))
  }
}
