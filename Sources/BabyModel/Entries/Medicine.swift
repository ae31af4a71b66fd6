extension KindDeclaration {
  /// The seconds that can be the least time until the next dose.
  package static let medicineIntervals = 60...31 * 86_400

  /// A medicine that was given. Its units measure different things: nothing is ever converted, and no dose is suggested.
  public static let medicine = KindDeclaration(
    "medicine", title: "Medicine", noun: "a medicine", example: "medicine Vitamin D 1 drop",
    alsoCalled: ["medication", "meds", "med"],
    fields: [
      FieldDeclaration("name", .text, isRequired: true, "Medicine: what it is called."),
      FieldDeclaration(
        "dose", heading: "amount",
        .quantity(
          QuantityDeclaration(
            units: [
              .init("ml", alsoCalled: ["mls", "milliliter", "milliliters", "millilitre", "millilitres", "cc"]),
              .init("drop", plural: "drops"), .init("mg", alsoCalled: ["milligram", "milligrams"]),
              .init("mcg", alsoCalled: ["microgram", "micrograms", "µg", "ug"]),
              .init("g", alsoCalled: ["gram", "grams"]), .init("IU", alsoCalled: ["units", "unit"]),
              .init("tablet", plural: "tablets", alsoCalled: ["pill", "pills", "tab", "tabs"]),
              .init("suppository", plural: "suppositories"), .init("puff", plural: "puffs"),
              .init("sachet", plural: "sachets"),
            ],
            unit: ("unit", "Medicine: the dose's unit."), base: nil, plausible: 0.001...100_000)),
        "Medicine: how much was given."),
      FieldDeclaration(
        "intervalSeconds", alsoSaid: ["every"], .seconds(medicineIntervals),
        "Medicine: the least time until the next dose; holds until a later dose says another."),
      FieldDeclaration(
        "mostPerDay", alsoSaid: ["at most", "most", "max", "maximum", "up to", "no more than"], .count(1...48),
        "Medicine: the most doses within 24 hours; holds until a later dose says another number."),
    ])

  public static let vaccine = KindDeclaration(
    "vaccine", title: "Vaccine", noun: "a vaccine", example: "vaccine MMR dose 1",
    alsoCalled: ["vaccination", "vaccinated", "vaccines", "immunization", "immunisation", "shot", "jab"],
    fields: [
      FieldDeclaration("name", .text, isRequired: true, "Vaccine: what it is called."),
      FieldDeclaration(
        "doseNumber", alsoSaid: ["dose"], .count(1...20), "Vaccine: which of its doses it was, from 1."),
      FieldDeclaration("site", .text, "Vaccine: where on the body it was given."),
    ])
}

/// A medicine that a child gets, derived from its doses.
///
/// How often it may be given is what the newest dose says that says anything of it; the program never suggests a dose, nor
/// an interval.
public struct MedicineCourse: Hashable, Sendable {
  /// As the newest dose has it.
  public var name: String
  /// The newest dose.
  public var last: Entry
  /// How much the newest dose was that says so: "5 ml"
  public var dose: String?
  /// The least time from one dose to the next.
  public var interval: Duration?
  /// The most doses within 24 hours.
  public var mostPerDay: Int?
  /// Doses within the 24 hours before the given time.
  public var givenInDay: Int
  /// When the next dose may be given, by both rules, and not before the newest dose; nil if neither was given.
  public var next: Instant?

  /// How far back doses are considered: after a break of this length a medicine starts over.
  public static let memory: Duration = .hours(90 * 24)
  /// The maximum number of doses that are considered, the newest: more than ten a day.
  public static let mostDoses = 1_000
  /// The maximum number that is shown unless medicines were requested.
  public static let mostAwaited = 8
  /// The longest time after a dose for which the next one is shown.
  public static let longestWait: Duration = .hours(34 * 24)
  private static let day: Duration = .hours(24)

  /// All that the child got, the one given last first.
  ///
  /// - Parameter entries: of any kind; entries that are not doses, are deleted or are after the time do not count.
  public static func all(in entries: [Entry], at time: Instant) -> [MedicineCourse] {
    let courses = Dictionary(grouping: doses(in: entries, at: time), by: \.key).values
    return courses.compactMap { MedicineCourse($0, at: time) }
      .sorted { ($0.last.start, $0.last.id) > ($1.last.start, $1.last.id) }
  }

  /// Those with a relevant next dose, the most recently given first.
  ///
  /// - Parameters:
  ///   - entries: as in `all`.
  ///   - begin: of the day, on which they stay the same while nothing is logged: one that was awaited then is on all of it.
  public static func awaited(in entries: [Entry], at time: Instant, since begin: Instant) -> [MedicineCourse] {
    let courses = all(in: entries, at: time).filter { $0.awaitedUntil.map { begin < $0 } ?? false }
    return Array(courses.prefix(mostAwaited))
  }

  /// Until when the next dose is relevant: one that is long overdue is no longer expected. Nil if there is none.
  public var awaitedUntil: Instant? { next.map { $0 + ReminderPlan.lifetime } }

  /// Identifies the medicine of a reminder in a few bytes, however long the name: its 64-bit FNV-1a hash.
  var key: String {
    let name = KnownName(name).key
    let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (56 - 8 * UInt64($0))) }.hexadecimal
  }

  /// The medicine before a dose that came too early; nil if it did not, or if the entry is not a dose.
  ///
  /// - Parameter others: the child's entries; what the dose itself says of how often holds for it already.
  public static func tooSoon(_ entry: Entry, after others: [Entry]) -> MedicineCourse? {
    var keys: [String: String] = [:]
    guard let dose = Dose(entry, keys: &keys) else { return nil }
    let before = doses(in: others, at: entry.start).filter { $0.entry.id != entry.id && $0.key == dose.key }
    guard var course = MedicineCourse(before, at: entry.start) else { return nil }
    course.interval = dose.interval ?? course.interval
    course.mostPerDay = dose.mostPerDay ?? course.mostPerDay
    course.next = course.next(after: before)
    guard let next = course.next, next > entry.start else { return nil }
    return course
  }

  /// Newest first.
  private static func doses(in entries: [Entry], at time: Instant) -> [Dose] {
    var keys: [String: String] = [:]
    return entries.filter { $0.deletedAt == nil && $0.start <= time }.compactMap { Dose($0, keys: &keys) }
      .sorted { ($0.entry.start, $0.entry.id) > ($1.entry.start, $1.entry.id) }
  }

  /// - Parameter doses: of one medicine, newest first.
  private init?(_ doses: [Dose], at time: Instant) {
    guard let newest = doses.first else { return nil }
    name = newest.name
    last = newest.entry
    dose = doses.lazy.compactMap(\.amount).first
    interval = doses.lazy.compactMap(\.interval).first
    mostPerDay = doses.lazy.compactMap(\.mostPerDay).first
    givenInDay = doses.count { $0.entry.start > time - Self.day }
    next = next(after: doses)
  }

  /// - Parameter doses: of one medicine, newest first.
  private func next(after doses: [Dose]) -> Instant? {
    let starts = doses.map(\.entry.start)
    let byInterval = interval.flatMap { interval in starts.first.map { $0 + interval } }
    let byCount = mostPerDay.flatMap { most in starts.count >= most ? starts[most - 1] + Self.day : starts.first }
    return [byInterval, byCount].compactMap(\.self).max().map { max($0, starts[0]) }
  }

  /// An entry as a dose.
  private struct Dose {
    let entry: Entry
    let name: String
    /// "5 ml"
    let amount: String?
    let interval: Duration?
    let mostPerDay: Int?
    /// Identifies a medicine regardless of case and accents in its name, as sentences do.
    let key: String

    /// - Parameter keys: of names so far, because a log has few names and many doses.
    init?(_ entry: Entry, keys: inout [String: String]) {
      guard case .declared(let kind, let values) = entry.content, kind == .medicine, values.count == kind.fields.count,
        case .text(let name)? = values[0]
      else { return nil }
      self.entry = entry
      self.name = name
      key = keys[name] ?? KnownName(name).key
      keys[name] = key
      amount = Words.said(values[1], of: kind.fields[1])
      interval = values[2]?.seconds
      mostPerDay = if case .count(let count)? = values[3] { count } else { nil }
    }
  }
}

// Medicines, and when the next dose may be given.
extension Words {
  /// "Tylenol was given 2:10 PM, and by what you noted may be given again from 8:10 PM on."
  public static func tooSoon(_ name: String, last: String, next: String) -> String {
    "\(name) was given \(last), and by what you noted may be given again from \(next) on."
  }

  /// "next from 8:10 PM", "may be given again"
  ///
  /// - Parameter isOver: the time has come.
  public static func nextDose(_ clock: String, isOver: Bool) -> String {
    isOver ? "may be given again" : "next from \(clock)"
  }

  /// "last 2:10 PM"
  public static func lastDose(_ clock: String) -> String { "last \(clock)" }

  /// "Tylenol may be given again": a statement about the log, and not advice to give it.
  public static func mayBeGivenAgain(_ name: String) -> String { "\(name) may be given again" }

  /// "2 of 4 in 24 hours", "2 in 24 hours"
  public static func doses(_ given: Int, of most: Int?) -> String {
    (most.map { "\(given) of \($0)" } ?? "\(given)") + " in 24 hours"
  }

  public static let noMedicine = "No medicine was given in the last 90 days"
}
