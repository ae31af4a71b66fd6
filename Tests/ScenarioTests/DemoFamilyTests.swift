import BabyModel
import Testing

@testable import bbctl_demo

@Suite("The made-up families, at any time of day")
struct DemoFamilyTests {
  /// Midnight of 2026-11-27 in a zone with an offset in hours east of UTC.
  private static func midnight(_ offset: Int) -> Instant {
    Instant(milliseconds: 20_784 * 86_400_000) - .hours(offset)
  }

  private static func family(_ scenario: Scenario, minute: Int, offset: Int) -> DemoFamily {
    DemoFamily(scenario, now: midnight(offset) + .minutes(minute), zone: "UTC", offset: offset * 3600)
  }

  /// What lasts, or goes on, of one child.
  private static func stretches(_ entries: [Entry], now: Instant) -> [(start: Instant, end: Instant)] {
    entries.filter { $0.end != nil || $0.isRunning }.map { ($0.start, $0.end ?? now) }.sorted { $0.start < $1.start }
  }

  @Test("nothing is in the future or overlaps, and each entry is valid", arguments: Scenario.allCases)
  func valid(scenario: Scenario) throws {
    for (minute, offset) in zip(stride(from: 0, to: 24 * 60, by: 23), [-8, 0, 5, 13].cycled) {
      let now = Self.midnight(offset) + .minutes(minute)
      let family = Self.family(scenario, minute: minute, offset: offset)
      for child in family.children {
        let entries = family.entries.filter { $0.childID == child.id }
        for entry in entries {
          #expect(entry.start <= now && entry.end ?? now <= now, "\(minute): \(entry)")
          try entry.validate(child: child, zone: ZoneRules(name: "", initialOffset: offset * 3600), now: now)
        }
        let stretches = Self.stretches(entries, now: now)
        for (one, next) in zip(stretches, stretches.dropFirst()) {
          #expect(one.end <= next.start, "\(minute): \(one) and \(next)")
        }
        #expect(entries.count { $0.isRunning } <= 1)
      }
    }
  }

  @Test(
    "at each hour there is a feed within 4 hours, a change between sleep and waking within 4 hours, and something today",
    arguments: Scenario.allCases.filter { $0 != .light && $0 != .dst })
  func alive(scenario: Scenario) throws {
    for minute in stride(from: 0, to: 24 * 60, by: 20) {
      let now = Self.midnight(1) + .minutes(minute)
      let family = Self.family(scenario, minute: minute, offset: 1)
      for child in family.children {
        let entries = family.entries.filter { $0.childID == child.id }
        let fed = entries.filter { if case .feeding = $0.content { true } else { false } }.map(\.start).max()
        #expect(now - (try #require(fed)) < .hours(4), "\(minute)")
        let sleep = try #require(entries.filter { $0.content == .sleep }.max { $0.start < $1.start })
        #expect(now - (sleep.end ?? sleep.start) < .hours(4), "\(minute)")
        let today = entries.count { $0.start >= Self.midnight(1) }
        #expect(today >= (minute < 150 ? 0 : minute < 720 ? 1 : 8), "\(minute)")
      }
    }
  }

  @Test("the family of three months sleeps at night, naps by day, and has all kinds of things in its log")
  func rhythm() throws {
    let entries = Self.family(.threeMonths, minute: 23 * 60 + 59, offset: 1).entries
    let today = entries.filter { $0.start >= Self.midnight(1) }
    // Hours of the clock at which it is asleep.
    let sleeps = entries.filter { $0.content == .sleep }
    let asleep = (0..<24).filter { hour in
      let time = Self.midnight(1) + .minutes(hour * 60 + 40)
      return Self.stretches(sleeps, now: time + .minutes(1)).contains { $0.start <= time && time < $0.end }
    }
    #expect(Set(asleep).isSuperset(of: [0, 2, 3, 5, 8, 11, 14, 20, 21, 23]))
    #expect(Set(asleep).isDisjoint(with: [7, 10, 13, 15, 18]))
    #expect(today.count { $0.content == .sleep } == 8)
    let methods = today.compactMap { if case .feeding(let feed) = $0.content { feed.method } else { nil } }
    #expect(methods.count { $0 == .breast } == 7 && methods.count { $0 == .bottle } == 2)
    let kinds = Set(entries.map(\.kind.rawValue))
    #expect(
      kinds.isSuperset(of: ["weight", "length", "head", "vaccine", "temperature", "medicine", "milestone", "note"]))
  }

  @Test("the same scenario at the same time is the same family, and an hour later only has more of it")
  func same() {
    for scenario in Scenario.allCases {
      let (one, other) = (Self.family(scenario, minute: 900, offset: 1), Self.family(scenario, minute: 900, offset: 1))
      #expect(one.entries == other.entries && one.children == other.children)
    }
    let earlier = Self.family(.threeMonths, minute: 840, offset: 1).entries.filter { $0.end != nil }
    let later = Self.family(.threeMonths, minute: 900, offset: 1).entries
    #expect(earlier.allSatisfy { one in later.contains { $0.start == one.start && $0.end == one.end } })
  }
}

extension Array {
  /// Its elements, over and over.
  fileprivate var cycled: some Sequence<Element> { sequence(first: 0) { $0 + 1 }.lazy.map { self[$0 % count] } }
}
