/// Finds entries that are probably the same as others, by subject and hour, so that looking for one costs the same however
/// many there are.
public struct SimilarEntries: Sendable {
  private struct Place: Hashable {
    let child: ChildID
    let subject: EntryTraits.Subject
    let hour: Int64
  }

  /// The maximum number of entries of one subject and hour that are compared with one other: with more, the match would
  /// be arbitrary.
  private static let mostLookedAt = 200
  private static let hour: Int64 = 3_600_000

  private var places: [Place: [EntryTraits]] = [:]

  public init() {}

  public var isEmpty: Bool { places.isEmpty }

  /// Adds one of the entries among which similar ones are looked for.
  public mutating func add(_ traits: EntryTraits, of child: ChildID) {
    let hour = Self.hour(of: traits.start)
    places[Place(child: child, subject: traits.subject, hour: hour), default: []].append(traits)
  }

  /// A row, by its place, and an entry that it may be.
  private struct Candidate {
    let row: Int
    let entry: EntryID
    let distance: Int64
  }

  /// Finds the rows that are already in the log. An entry matches at most one row, the nearest: two bottles within two
  /// minutes are two bottles.
  ///
  /// - Parameters:
  ///   - rows: of one child, with the ids of their own.
  ///   - taken: entries that have a partner, with its id; the new ones are added.
  /// - Returns: the entries, by the places of the rows.
  public func partners(
    of rows: [EntryTraits], child: ChildID, taken: inout [EntryID: EntryID]
  ) -> [Int: EntryID] {
    var candidates: [Candidate] = []
    for (place, row) in rows.enumerated() {
      let reach = row.reach
      for hour in Self.hour(of: reach.lowerBound)...Self.hour(of: reach.upperBound) {
        let near = places[Place(child: child, subject: row.subject, hour: hour)] ?? []
        for other in near.prefix(Self.mostLookedAt) where other.source == nil || other.source != row.source {
          guard other.id != row.id, row.isProbably(other) else { continue }
          candidates.append(Candidate(row: place, entry: other.id, distance: row.distance(to: other)))
        }
      }
    }
    candidates.sort { ($0.distance, $0.row, $0.entry) < ($1.distance, $1.row, $1.entry) }
    var partners: [Int: EntryID] = [:]
    for candidate in candidates where partners[candidate.row] == nil {
      let row = rows[candidate.row].id
      // A row that comes again in the same import is the same thing still.
      guard taken[candidate.entry] == nil || taken[candidate.entry] == row else { continue }
      taken[candidate.entry] = row
      partners[candidate.row] = candidate.entry
    }
    return partners
  }

  private static func hour(of instant: Instant) -> Int64 {
    (instant.milliseconds - (instant.milliseconds < 0 ? hour - 1 : 0)) / hour
  }
}

/// The properties of an entry that decide whether it is probably a duplicate of one from elsewhere, in constant memory
/// whatever the entry holds.
public struct EntryTraits: Sendable {
  /// Must be equal, or they are different things.
  struct Subject: Hashable {
    let kind: EntryKind
    let method: FeedingMethod?
    /// A hash of the name or note, so that a long note takes no more memory than a short one.
    let words: Int
  }

  public let id: EntryID
  /// The format of the import that brought it; nil if none has, or where no row of that format is known to be it.
  public let source: String?
  let subject: Subject
  let start: Instant
  let end: Instant?
  private let diaper: DiaperType?
  private let content: BottleContent?
  private let amount: Amount?

  fileprivate enum Amount {
    case volume(milliliters: Double)
    case temperature(celsius: Double)
    /// In the base unit of its kind.
    case measure(Double)
    /// Of a medicine: its units measure different things.
    case dose(Double, unit: Int)
  }

  public init(_ entry: Entry, source: String?) {
    id = entry.id
    self.source = source
    (start, end) = (entry.start, entry.end)
    var words: [String] = []
    var (method, diaper): (FeedingMethod?, DiaperType?)
    var content: BottleContent?
    var amount: Amount?
    switch entry.content {
    case .feeding(let feeding):
      method = feeding.method
      amount = feeding.amount.map { .volume(milliliters: $0.milliliters) }
      content = feeding.content
    case .diaper(let type): diaper = type
    case .sleep, .tummyTime: break
    case .note: words = [entry.note ?? ""]
    case .declared(let kind, let values):
      for (field, value) in zip(kind.fields, values) {
        switch (field.type, value) {
        case (.text, .text(let text)?) where field.isRequired: words.append(text)
        case (.choice(let choice), .choice(let place)?) where field.isRequired: words.append(choice[place])
        case (.quantity(let quantity), .quantity(let number, let unit)?):
          amount = Amount(number, unit: unit, quantity, of: kind)
        default: break
        }
      }
    }
    (self.diaper, self.content, self.amount) = (diaper, content, amount)
    subject = Subject(kind: entry.kind, method: method, words: Self.hash(of: words))
  }

  /// Of words as names are compared: in small letters, with one blank between two.
  private static func hash(of texts: [String]) -> Int {
    var hasher = Hasher()
    for text in texts {
      for word in text.lowercased().split(whereSeparator: \.isWhitespace) { hasher.combine(word) }
      hasher.combine(0 as UInt8)
    }
    return hasher.finalize()
  }

  // MARK: The rule

  /// The maximum differences between the starts, and between the ends, of two records of one thing.
  fileprivate static let startTolerance: Duration = .minutes(2)
  private static let endTolerance: Duration = .minutes(5)
  /// Entries with a duration are also duplicates if this part of each lies within the other.
  private static let sharedPart = 0.8

  /// From when to when something begins that can be the same thing.
  public var reach: ClosedRange<Instant> {
    // One that shares four fifths of its length with another begins at most a quarter of the shorter one's length away.
    let length = min(max(end.map { $0 - start } ?? .zero, .zero), EntryLimits.longest)
    let reach = max(Self.startTolerance, length / 4)
    return start - reach...start + reach
  }

  /// Whether both are probably the same thing that two apps, or two people, have logged.
  fileprivate func isProbably(_ other: EntryTraits) -> Bool {
    subject == other.subject && isAtSameTime(as: other) && isAsMuch(as: other) && goesWith(other.diaper)
      && goesWith(other.content)
  }

  /// How far apart both are, in milliseconds: the nearer, the likelier.
  func distance(to other: EntryTraits) -> Int64 {
    let ends = end.flatMap { end in other.end.map { abs(end.milliseconds - $0.milliseconds) } }
    return abs(start.milliseconds - other.start.milliseconds) + (ends ?? 0)
  }

  private func isAtSameTime(as other: EntryTraits) -> Bool {
    let beginTogether = abs(start.milliseconds - other.start.milliseconds) <= Self.startTolerance.inMilliseconds
    guard let end, let otherEnd = other.end else { return beginTogether }
    if beginTogether, abs(end.milliseconds - otherEnd.milliseconds) <= Self.endTolerance.inMilliseconds { return true }
    let shared = min(end, otherEnd).milliseconds - max(start, other.start).milliseconds
    let longer = max(end.milliseconds - start.milliseconds, otherEnd.milliseconds - other.start.milliseconds)
    return shared > 0 && Double(shared) >= Self.sharedPart * Double(longer)
  }

  private func isAsMuch(as other: EntryTraits) -> Bool {
    func isNear(_ one: Double, _ other: Double, least: Double, part: Double = 0.01) -> Bool {
      // Ignores rounding in the last place of either number.
      abs(one - other) <= max(least, part * max(abs(one), abs(other))) + 1e-9
    }
    switch (amount, other.amount) {
    case (nil, _), (_, nil): return true
    // Apps round to a tenth of an ounce, which is 3 ml.
    case (.volume(let one)?, .volume(let other)?): return isNear(one, other, least: 3)
    // A hundredth of a temperature is a fever.
    case (.temperature(let one)?, .temperature(let other)?): return isNear(one, other, least: 0.1, part: 0)
    case (.measure(let one)?, .measure(let other)?): return isNear(one, other, least: 0)
    case (.dose(let one, let unit)?, .dose(let other, let otherUnit)?):
      return unit == otherUnit && isNear(one, other, least: 0)
    default: return false
    }
  }

  private func goesWith(_ other: DiaperType?) -> Bool {
    diaper == other || diaper == .both || other == .both
  }

  /// A bottle of formula is not one of breast milk. If one of the two is unknown, it may be either.
  private func goesWith(_ other: BottleContent?) -> Bool { content == nil || other == nil || content == other }
}

extension EntryTraits.Amount {
  fileprivate init(_ number: Double, unit: Int, _ quantity: QuantityDeclaration, of kind: KindDeclaration) {
    if quantity.base == nil {
      self = .dose(number, unit: unit)
    } else if kind == .milkStore {
      self = .volume(milliliters: quantity.inBaseUnit(number, unit: unit))
    } else if kind == .temperature {
      self = .temperature(celsius: quantity.inBaseUnit(number, unit: unit))
    } else {
      self = .measure(quantity.inBaseUnit(number, unit: unit))
    }
  }
}
