import BabyModel
import TestSupport
import Testing

@testable import BabyStore

@Suite("Timeline queries")
struct TimelineTests {
  private static let day = (from: noon, to: noon + .hours(24))

  private func ids(_ fixture: Fixture, _ query: EntryQuery) async throws -> [EntryID] {
    try await fixture.store.read { try $0.entries(query).entries.map(\.id) }
  }

  @Test("a day has the entries that touch it: from its first instant up to the next day's")
  func edges() async throws {
    let fixture = try await Fixture()
    let (from, to) = Self.day
    let inside = [
      fixture.entry(.sleep, at: from - .hours(2), end: from + .hours(5)),
      fixture.entry(.diaper(.wet), at: from),
      fixture.entry(.tummyTime, at: from, end: from),
      fixture.entry(.sleep, at: to - .minutes(1), end: to + .hours(3)),
    ]
    let outside = [
      fixture.entry(.diaper(.wet), at: from - .milliseconds(1)),
      fixture.entry(.sleep, at: from - .hours(3), end: from),
      fixture.entry(.sleep, at: from - .hours(1), endUnknown: true),
      fixture.entry(.diaper(.wet), at: to),
    ]
    try await fixture.write { transaction in
      for entry in inside + outside { try transaction.insert(entry) }
    }
    let found = try await ids(fixture, EntryQuery(child: fixture.eva.id, from: from, to: to))
    #expect(found == inside.reversed().sorted { ($0.start, $0.id) > ($1.start, $1.id) }.map(\.id))
  }

  @Test("a timer that has been running for days is in each of them, and comes last")
  func longRunning() async throws {
    let fixture = try await Fixture()
    let (from, to) = Self.day
    let sleep = fixture.entry(.sleep, at: from - .hours(60))
    let diaper = fixture.entry(.diaper(.wet), at: from + .hours(1))
    try await fixture.write { transaction in
      for entry in [sleep, diaper] { try transaction.insert(entry) }
    }
    let query = EntryQuery(child: fixture.eva.id, from: from, to: to)
    #expect(try await ids(fixture, query) == [diaper.id, sleep.id])
    var first = query
    first.limit = 1
    let asked = first
    let page = try await fixture.store.read { try $0.entries(asked) }
    #expect(page.entries == [diaper])
    var next = query
    next.cursor = page.nextCursor
    #expect(try await ids(fixture, next) == [sleep.id])
    next.kinds = [.diaper, .feeding]
    #expect(try await ids(fixture, next) == [])
    let before = EntryQuery(child: fixture.eva.id, from: from - .hours(90), to: from - .hours(70))
    #expect(try await ids(fixture, before) == [])
  }

  @Test(
    "a page ends at its size limit, continues after that, and has at least one entry",
    arguments: [(1, 1), (2000, 1), (4000, 2), (100_000, 6)], [nil, "long"])
  func room(size: (bytes: Int, entries: Int), search: String?) async throws {
    let fixture = try await Fixture()
    // Each has some 1,700 bytes.
    let note = "long" + String(repeating: "x", count: 996)
    let entries = (0..<6).map { fixture.entry(.diaper(.wet), at: noon - .minutes($0), note: note) }
    try await fixture.write { transaction in
      for entry in entries { try transaction.insert(entry) }
    }
    var query = EntryQuery(
      child: fixture.eva.id, search: search.map { EntrySearch($0, units: .milliliters, zone: .utc) })
    query.room = size.bytes
    var found: [EntryID] = []
    repeat {
      let asked = query
      let page = try await fixture.store.read { try $0.entries(asked) }
      #expect(page.entries.count == size.entries)
      found += page.entries.map(\.id)
      query.cursor = page.nextCursor
    } while query.cursor != nil && found.count < 100
    #expect(found == entries.map(\.id))
  }

  @Test("texts of a declared kind count towards a page's size", arguments: [(1000, 1), (8000, 2), (100_000, 6)])
  func textRoom(size: (bytes: Int, entries: Int)) async throws {
    let fixture = try await Fixture()
    let text = FieldValue.text(String(repeating: "x", count: 1000))
    let food = try #require(DeclaredKinds.kind(called: "food"))
    // Each has some 3,700 bytes.
    let entries = (0..<6).map { fixture.entry(.declared(food, [text, nil, text, text]), at: noon - .minutes($0)) }
    try await fixture.write { transaction in
      for entry in entries { try transaction.insert(entry) }
    }
    var query = EntryQuery(child: fixture.eva.id)
    query.room = size.bytes
    let asked = query
    #expect(try await fixture.store.read { try $0.entries(asked) }.entries.count == size.entries)
  }

  @Test(
    "a page of a search reads a limited number of bytes, and the next continues from there",
    arguments: [1, 5_000, 1_000_000])
  func scan(bytes: Int) async throws {
    let fixture = try await Fixture()
    let long = String(repeating: "x", count: 996)
    let entries = (0..<20).map { number in
      fixture.entry(.diaper(.wet), at: noon - .minutes(number), note: number % 8 == 0 ? "rash" : long)
    }
    try await fixture.write { transaction in
      for entry in entries { try transaction.insert(entry) }
    }
    var query = EntryQuery(child: fixture.eva.id, search: EntrySearch("rash", units: .milliliters, zone: .utc))
    query.scan = bytes
    var (found, pages) = ([EntryID](), 0)
    repeat {
      let asked = query
      let page = try await fixture.store.read { try $0.entries(asked) }
      found += page.entries.map(\.id)
      query.cursor = page.nextCursor
      pages += 1
    } while query.cursor != nil && pages < 100
    #expect(found == [0, 8, 16].map { entries[$0].id })
    // The last one ends with what it has looked at, not with the log.
    #expect(pages == [1: 21, 5_000: 4, 1_000_000: 1][bytes])
  }

  @Test("a search ends when it is cancelled")
  func cancelledSearch() async throws {
    let fixture = try await Fixture()
    let entries = (0..<3).map { fixture.entry(at: noon + .minutes($0)) }
    try await fixture.write { transaction in
      for entry in entries { try transaction.insert(entry) }
    }
    let query = EntryQuery(child: fixture.eva.id, search: EntrySearch("zebra", units: .milliliters, zone: .utc))
    await #expect(throws: CancellationError.self) {
      _ = try await Task {
        try await fixture.store.read { transaction in
          withUnsafeCurrentTask { $0?.cancel() }
          return try transaction.entries(query)
        }
      }.value
    }
  }

  @Test("an invalid cursor is refused", arguments: ["", "_", "zz", "abc_def", "1_2_3"])
  func badCursor(cursor: String) async throws {
    let fixture = try await Fixture()
    let error = await #expect(throws: BabyError.self) {
      _ = try await ids(fixture, EntryQuery(child: fixture.eva.id, cursor: cursor))
    }
    guard case .entryInvalid = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    "any query, page by page, equals a plain filter over all entries",
    arguments: 1...12 as ClosedRange<UInt64>)
  func againstPlainFilter(seed: UInt64) async throws {
    let fixture = try await Fixture()
    let random = SeededRandom(seed: seed)
    let entries = randomEntries(fixture, random, count: 150)
    try await fixture.write { transaction in
      for entry in entries { _ = try? transaction.insert(entry) }
      for entry in entries where random.below(10) == 0 { _ = try? transaction.delete(entry.id) }
    }
    let stored = try await fixture.store.read { transaction in try entries.compactMap { try transaction.entry($0.id) } }
    for _ in 0..<25 {
      let query = randomQuery(fixture, random)
      let expected = stored.filter { matches($0, query) }.sorted { ($0.start, $0.id) > ($1.start, $1.id) }
      var found: [Entry] = []
      var page = query
      repeat {
        let asked = page
        let nearRows = [1, 10, 1_000][random.below(3)]
        let answer = try await fixture.store.read { try $0.entries(asked, nearRows: nearRows) }
        #expect(answer.entries.count <= query.limit)
        #expect(answer.nextCursor == nil || answer.entries.count == query.limit || query.scan < .max)
        found += answer.entries
        page.cursor = answer.nextCursor
      } while page.cursor != nil
      #expect(found == expected)
    }
    try fixture.verifyIntegrity()
  }

  /// Entries over five days on a coarse grid, so that many share their start.
  private func randomEntries(_ fixture: Fixture, _ random: SeededRandom, count: Int) -> [Entry] {
    (0..<count).map { _ in
      let start = noon + .minutes(30 * random.below(240))
      let note = random.below(4) == 0 ? "rash" : nil
      switch random.below(6) {
      case 0: return fixture.entry(.feeding(Feeding(method: .breast)), at: start, end: start + .minutes(15), note: note)
      case 1:
        let content = ([nil] + BottleContent.allCases.map(Optional.some))[random.below(5)]
        return fixture.entry(.feeding(Feeding(method: .bottle, content: content)), at: start, note: note)
      case 2: return fixture.entry(.diaper(.wet), at: start, note: note)
      case 3: return fixture.entry(.note(.health), at: start, note: note)
      case 4: return fixture.entry(.tummyTime, at: start, end: start + .minutes(random.below(3) * 60), note: note)
      default:
        let isEnded = random.below(5) > 0
        return fixture.entry(
          .sleep, at: start, end: isEnded ? start + .minutes(random.below(1441)) : nil,
          endUnknown: !isEnded && random.below(2) == 0, note: note)
      }
    }
  }

  private func randomQuery(_ fixture: Fixture, _ random: SeededRandom) -> EntryQuery {
    let from = noon + .minutes(30 * random.below(240))
    var query = EntryQuery(
      child: fixture.eva.id, from: random.below(3) == 0 ? nil : from,
      to: random.below(3) == 0 ? nil : from + .minutes(30 * random.below(96)),
      kinds: random.below(3) == 0
        ? Set(EntryKind.allCases) : Set(EntryKind.allCases.filter { _ in random.below(2) == 0 }),
      limit: 1 + random.below(40), search: random.below(2) == 0 ? randomSearch(random) : nil)
    query.scan = [.max, 1, 1_000, 10_000][random.below(4)]
    return query
  }

  private func randomSearch(_ random: SeededRandom) -> EntrySearch {
    let texts = [
      "rash", "RASH", "feed", "wet", "12:30", "pm", "health", "nap rash", "as", "zebra", "bottle 0", " ", "formula",
      "milk 12", "w",
    ]
    return EntrySearch(texts[random.below(texts.count)], units: .milliliters, zone: .utc)
  }

  private func matches(_ entry: Entry, _ query: EntryQuery) -> Bool {
    guard entry.deletedAt == nil, query.kinds.contains(entry.kind) else { return false }
    if let to = query.to, entry.start >= to { return false }
    if let from = query.from, entry.start < from {
      guard entry.isRunning || entry.end.map({ $0 > from }) ?? false else { return false }
    }
    return query.search?.matches(entry) ?? true
  }
}
