import BabyModel

/// What files tell of themselves as a whole, before any row becomes an entry. Bounded, however long they are.
struct Survey: Sendable {
  /// Children of whom names are kept.
  private static let mostNames = 20
  private static let mostCarriedOver = 10_000
  /// A child's five years with an entry every hour, each with two tags.
  private static let mostFacts = 100_000
  private static let mostFactBytes = 8 << 20

  var dates: DateEvidence
  var zone: ZoneEvidence
  private(set) var quantities: [ImportQuantity: QuantityEvidence] = [:]
  /// In the order in which they appear.
  private(set) var children: [NamedChild] = []
  private var places: [String: Int] = [:]
  /// What ends in a file and began before it, by names that its reader makes: another file may have its beginning.
  private(set) var carriedOver: Set<String> = []

  /// What files say of rows before or after them, by names that their readers make: these begin with the file's number.
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
    guard let time = WallTimeText(text) else { return }
    dates.add(time, line: line, isInOrder: isInOrder)
    if time.timeOfDay != nil { zone.addClockTime() }
  }

  /// What has no pauses, with its length.
  mutating func add(from start: String, to end: String, minutes: Int, line: Int) {
    guard let start = WallTimeText(start), let end = WallTimeText(end) else { return }
    zone.add(from: start, to: end, minutes: minutes, line: line)
  }

  /// A number that says no unit.
  mutating func add(_ number: Double, of quantity: ImportQuantity) {
    quantities[quantity, default: QuantityEvidence()].add(number)
  }

  /// - Parameter born: where this row tells it.
  mutating func add(child name: String, born: LocalDate? = nil) {
    let key = ImportTargets.key(name)
    if let place = places[key] {
      children[place].born = children[place].born ?? born
    } else if !key.isEmpty, children.count < Self.mostNames {
      places[key] = children.count
      children.append(NamedChild(name: name, born: born))
    }
  }

  mutating func add(carriedOver key: String) {
    if carriedOver.count < Self.mostCarriedOver { carriedOver.insert(key) }
  }

  /// What is over the limits is as if the file had not said it.
  mutating func add(fact: String, named name: String) {
    let bytes = name.utf8.count + fact.utf8.count
    guard factCount < Self.mostFacts, factBytes + bytes <= Self.mostFactBytes else { return }
    facts[name, default: []].append(fact)
    factCount += 1
    factBytes += bytes
  }
}
