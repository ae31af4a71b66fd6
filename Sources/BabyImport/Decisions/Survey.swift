import BabyModel

/// Facts about the files as a whole, collected before any row becomes an entry. Bounded, however long they are.
struct Survey: Sendable {
  /// Children of whom names are kept.
  private static let mostNames = 20
  private static let mostCarriedOver = 10_000
  /// A child's five years with an entry every hour, each with two tags.
  private static let mostFacts = 100_000
  private static let mostFactBytes = 8 << 20

  var dates: DateEvidence
  var zone: ZoneEvidence
  /// The files that are in Windows-1252, by their numbers from 1, each with a line that shows it.
  var windows1252: [Int: Int] = [:]
  private(set) var quantities: [ImportQuantity: QuantityEvidence] = [:]
  /// In the order in which they appear.
  private(set) var children: [NamedChild] = []
  private var places: [String: Int] = [:]
  /// When a file has something of a child, of apps that let a child be renamed. By the keys of names.
  private var spans: [String: NameSpan] = [:]

  private struct NameSpan {
    var days: ClosedRange<LocalDate>
    /// Numbers of days.
    var bornAbout: ClosedRange<Int>?
  }

  /// Entries that end in a file and began before it, by names that its reader makes: another file may have their
  /// beginning.
  private(set) var carriedOver: Set<String> = []

  /// Children that files of this program's own bring along.
  private(set) var archived: [ArchivedChild] = []

  mutating func add(archived child: ArchivedChild) {
    if archived.count < Self.mostNames { archived.append(child) }
  }

  /// Facts from rows about rows before or after them, by names that their readers make: these begin with the file's
  /// number.
  private(set) var facts: [String: [String]] = [:]
  private var factCount = 0
  private var factBytes = 0

  /// - Parameters:
  ///   - life: days on which a log can have anything.
  ///   - zone: in which times of the clock will be read; nil before the first child.
  init(life: ClosedRange<LocalDate>, zone: ZoneRules?) {
    dates = DateEvidence(life: life)
    self.zone = ZoneEvidence(zone: zone)
  }

  /// - Parameter isInOrder: whether the file's rows are in the order of these times.
  mutating func add(time text: String, line: Int, isInOrder: Bool = true) {
    guard let time = WallTimeText(text) else { return addOther(text) }
    dates.add(time, line: line, isInOrder: isInOrder)
    if time.timeOfDay != nil { zone.addClockTime() }
  }

  /// A time of an app that writes the year first. If it is in another form, a spreadsheet has rewritten it in its own
  /// order.
  mutating func add(yearFirstTime text: String, line: Int, isInOrder: Bool = true) {
    guard let time = WallTimeText(text) else { return addOther(text) }
    if case .numbers = time.day {
      dates.add(time, line: line, isInOrder: isInOrder)
    } else {
      dates.addStyle(of: time)
    }
  }

  private mutating func addOther(_ text: String) {
    if !text.isEmpty, Instant(withOffset: text) != nil { dates.addInstant() }
  }

  /// A time span without pauses, with its duration.
  mutating func add(from start: String, to end: String, minutes: Int, line: Int) {
    guard let start = WallTimeText(start), let end = WallTimeText(end) else { return }
    zone.add(from: start, to: end, minutes: minutes, line: line)
  }

  /// A number that says no unit.
  mutating func add(_ number: Double, of quantity: ImportQuantity) {
    quantities[quantity, default: QuantityEvidence()].add(number)
  }

  /// - Parameter born: if it is in this row.
  mutating func add(child name: String, born: LocalDate? = nil) {
    let key = ImportTargets.key(name)
    if let place = places[key] {
      children[place].born = children[place].born ?? born
    } else if !key.isEmpty, children.count < Self.mostNames {
      places[key] = children.count
      children.append(NamedChild(name: name, born: born))
    }
  }

  /// - Parameter bornAbout: the number of a day on which the child may have been born.
  mutating func add(day: LocalDate, of child: String, bornAbout: Int?) {
    let key = ImportTargets.key(child)
    guard places[key] != nil else { return }
    var span = spans[key] ?? NameSpan(days: day...day)
    span.days = min(span.days.lowerBound, day)...max(span.days.upperBound, day)
    if let bornAbout {
      let known = span.bornAbout ?? bornAbout...bornAbout
      span.bornAbout = min(known.lowerBound, bornAbout)...max(known.upperBound, bornAbout)
    }
    spans[key] = span
  }

  /// Whether all names can be those of one renamed child: each is used up to a day before the next one appears, and
  /// their ages fit one child.
  var namesFollowEachOther: Bool {
    let found = children.compactMap { spans[ImportTargets.key($0.name)] }
    guard children.count > 1, found.count == children.count else { return false }
    let inOrder = found.map(\.days).sorted { $0.lowerBound < $1.lowerBound }
    guard zip(inOrder, inOrder.dropFirst()).allSatisfy({ $0.upperBound < $1.lowerBound }) else { return false }
    let born = found.compactMap(\.bornAbout)
    guard let first = born.map(\.lowerBound).min(), let last = born.map(\.upperBound).max() else { return true }
    return last - first <= Self.sameBirth
  }

  /// The difference in days between ages of one child: months have different lengths.
  private static let sameBirth = 45

  mutating func add(carriedOver key: String) {
    if carriedOver.count < Self.mostCarriedOver { carriedOver.insert(key) }
  }

  /// Data beyond the limits is ignored.
  mutating func add(fact: String, named name: String) {
    let bytes = name.utf8.count + fact.utf8.count
    guard factCount < Self.mostFacts, factBytes + bytes <= Self.mostFactBytes else { return }
    facts[name, default: []].append(fact)
    factCount += 1
    factBytes += bytes
  }
}
