import BabyModel
import Testing

@testable import BabyStore

@Suite("Input of predictions")
struct PredictionStoreTests {
  @Test("a child's sleeps and feeds are read in order; pumping, other kinds and deleted entries are left out")
  func rhythm() async throws {
    let fixture = try await Fixture()
    func entry(_ content: EntryContent, _ minutes: Int, _ length: Int? = nil) -> Entry {
      let start = noon + .minutes(minutes)
      return fixture.entry(content, at: start, end: length.map { start + .minutes($0) })
    }
    let entries = [
      entry(.feeding(Feeding(method: .bottle)), 200), entry(.sleep, 60, 40), entry(.diaper(.wet), 70),
      entry(.feeding(Feeding(method: .pumping)), 80, 10), entry(.feeding(Feeding(method: .breast)), 100, 15),
      entry(.sleep, 5, 20), entry(.tummyTime, 30, 5),
    ]
    let deleted = entry(.sleep, 150, 30)
    try await fixture.write { transaction in
      for entry in entries + [deleted] { try transaction.insert(entry) }
      _ = try transaction.delete(deleted.id)
    }
    let child = fixture.eva.id
    let rhythm = try await fixture.store.read { try $0.rhythm(child) }
    #expect(rhythm.sleeps.map(\.start) == [noon + .minutes(5), noon + .minutes(60)])
    #expect(rhythm.sleeps.map(\.end) == [noon + .minutes(25), noon + .minutes(100)])
    #expect(rhythm.feedings.map(\.start) == [noon + .minutes(100), noon + .minutes(200)])
    let later = try await fixture.store.read { try $0.rhythm(child, from: noon + .minutes(60)) }
    #expect(later.sleeps.count == 1 && later.feedings.count == 2)
  }

  @Test("feedback is counted by kind within a time, and is not announced")
  func feedback() async throws {
    let fixture = try await Fixture()
    let child = fixture.eva.id
    let before = try await fixture.store.read { try $0.lastSeq() }
    for (minutes, verdict) in [(0, PredictionVerdict.tooEarly), (10, .tooEarly), (20, .justRight)] {
      try await fixture.write(at: noon + .minutes(minutes)) { try $0.keep(verdict, of: .nap, child: child) }
    }
    let all = try await fixture.store.read { try $0.predictionFeedback(child, from: nil, to: nil) }
    #expect(all == [.nap: [.tooEarly: 2, .justRight: 1]])
    let part = try await fixture.store.read {
      try $0.predictionFeedback(child, from: noon + .minutes(10), to: noon + .minutes(20))
    }
    #expect(part == [.nap: [.tooEarly: 1]])
    #expect(try await fixture.store.read { try $0.lastSeq() } == before)
  }
}
