import BabyEngine
import BabyModel
import Synchronization

/// A child with its own clocks, and plausible entries.
struct SampleFamily {
  let child: Child
  let zone: ZoneRules
  private let ids: SampleIDs

  /// A child that was born long before everything here.
  init(zone name: String, name child: String = "Eva", seed: UInt64 = 1) throws {
    zone = try Self.zone(name)
    ids = SampleIDs(seed: seed)
    self.child = Child(
      id: ChildID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001), name: child,
      born: LocalDate(dayNumber: 18_500), zone: name, createdAt: Sample.start, updatedAt: Sample.start)
  }

  private static let zones = ZoneDatabase()

  static func zone(_ name: String) throws -> ZoneRules { try zones.rules(for: name) }

  /// - Parameter logged: when it was logged; nil is when it was over.
  func entry(
    _ content: EntryContent, at start: Instant, lasting length: Duration? = nil, endUnknown: Bool = false,
    note: String? = nil, author: String? = nil, logged: Instant? = nil
  ) -> Entry {
    let end = length.map { start + $0 }
    let logged = logged ?? end ?? start
    return Entry(
      id: ids.next(at: logged), childID: child.id, content: content, start: start, end: end, endUnknown: endUnknown,
      note: note, author: author, createdAt: logged, updatedAt: logged)
  }

  /// An entry of any kind that is over: what a day is made of.
  func anything(at start: Instant, _ numbers: inout SeededNumbers) -> Entry {
    switch numbers.below(20) {
    case 0...3: breastFeed(at: start, &numbers)
    case 4...6: bottle(at: start, &numbers)
    case 7: pumping(at: start, &numbers)
    case 8...10: entry(.diaper(numbers.one(of: DiaperType.allCases)), at: start)
    case 11...13:
      entry(
        .sleep, at: start, lasting: .seconds(numbers.within(30...14_000)), note: numbers.isLikely(20) ? "dream" : nil)
    case 14: entry(.tummyTime, at: start, lasting: .seconds(numbers.within(45...1200)))
    case 15: entry(.note(numbers.one(of: NoteCategory.allCases)), at: start, note: "first\n smile")
    case 16:
      entry(
        .declared(.briefWaking, []), at: start, lasting: numbers.isLikely(50) ? .minutes(numbers.within(1...20)) : nil)
    case 17: food(at: start, &numbers)
    case 18: entry(.declared(.temperature, numbers.within(360...401), 10), at: start)
    default:
      entry(
        .declared(.activity, [.text(numbers.one(of: ["bath", "Music  class"]))]), at: start,
        lasting: .minutes(numbers.within(5...50)))
    }
  }

  func breastFeed(at start: Instant, _ numbers: inout SeededNumbers) -> Entry {
    let side = numbers.one(of: Side.allCases)
    var feeding = Feeding(method: .breast, startedSide: side, breasts: numbers.isLikely(30) ? .both : .one)
    let length: Duration? = numbers.isLikely(70) ? .seconds(numbers.within(60...2400)) : nil
    if numbers.isLikely(30), let length {
      feeding[side] = .seconds(length.components.seconds / 2)
      feeding[side.opposite] = feeding.breasts == .both ? .seconds(length.components.seconds / 3) : nil
    }
    return entry(.feeding(feeding), at: start, lasting: length)
  }

  func bottle(at start: Instant, _ numbers: inout SeededNumbers) -> Entry {
    let amount =
      numbers.isLikely(60)
      ? Volume(Double(numbers.within(1...24) * 10), .milliliters) : Volume(Double(numbers.within(1...24)) / 4, .ounces)
    let length: Duration? = numbers.isLikely(40) ? .minutes(numbers.within(3...25)) : nil
    // Some have no content.
    let (contents, place) = (BottleContent.allCases, Int(amount.value * 4) % 6)
    let content = contents.indices.contains(place) ? contents[place] : nil
    return entry(.feeding(Feeding(method: .bottle, amount: amount, content: content)), at: start, lasting: length)
  }

  private func pumping(at start: Instant, _ numbers: inout SeededNumbers) -> Entry {
    let feeding = Feeding(
      method: .pumping, startedSide: numbers.isLikely(50) ? .left : nil, breasts: numbers.isLikely(50) ? .both : nil,
      amount: Volume(Double(numbers.within(5...300)), .milliliters))
    return entry(.feeding(feeding), at: start, lasting: .minutes(numbers.within(5...25)))
  }

  private func food(at start: Instant, _ numbers: inout SeededNumbers) -> Entry {
    entry(.declared(.food, [.text("banana, egg"), numbers.isLikely(50) ? .choice(1) : nil, nil, nil]), at: start)
  }
}

extension EntryContent {
  /// A measurement in the base unit, in parts of one.
  fileprivate static func declared(_ kind: KindDeclaration, _ number: Int, _ parts: Int) -> EntryContent {
    .declared(kind, kind.fields.map { $0.name == "value" ? .quantity(Double(number) / Double(parts), unit: 0) : nil })
  }
}

/// Ids that are the same every time.
private final class SampleIDs: Sendable {
  private let numbers: Mutex<SeededNumbers>

  init(seed: UInt64) { numbers = Mutex(SeededNumbers(seed: seed)) }

  func next(at now: Instant) -> EntryID {
    RandomParts.id(of: numbers.withLock { numbers in [numbers.next(), numbers.next()] }, at: now)
  }
}

/// What an id's random bits are made of, one after the other.
final class RandomParts: Sendable {
  private let rest: Mutex<ArraySlice<UInt64>>

  private init(_ parts: [UInt64]) { rest = Mutex(parts[...]) }

  private func next() -> UInt64 { rest.withLock { $0.popFirst() ?? 0 } }

  /// The id that is made of these and no others.
  static func id(of parts: [UInt64], at now: Instant) -> EntryID {
    let parts = RandomParts(parts)
    return IDGenerator { parts.next() }.next(at: now)
  }
}
