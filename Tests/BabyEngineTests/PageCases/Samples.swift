import BabyModel

/// Entries of which a text is said, so that the text can be read off.
enum Sample {
  /// What stands in a text where something else is to stand.
  static let place = "{}"

  static let start = Instant(milliseconds: 1_600_000_000_000)

  static let child = Child(
    id: ChildID(high: 1, low: 1), name: place, born: LocalDate(dayNumber: 18_000), zone: "UTC", createdAt: start,
    updatedAt: start)

  static func entry(_ content: EntryContent, lasting length: Duration? = nil, endUnknown: Bool = false) -> Entry {
    Entry(
      id: EntryID(high: 1, low: 2), childID: child.id, content: content, start: start, end: length.map { start + $0 },
      endUnknown: endUnknown, createdAt: start, updatedAt: start)
  }

  /// Called as the place is, and over.
  static let named = entry(.declared(.activity, [.text(place)]), endUnknown: true)
  /// The same while it runs.
  static let running = entry(named.content)

  static let deleted: Entry = {
    var entry = named
    entry.deletedAt = start
    return entry
  }()

  static func feed(_ side: Side?, _ breasts: Breasts? = .one) -> Entry {
    entry(.feeding(Feeding(method: .breast, startedSide: side, breasts: breasts)))
  }

  /// A breast feed that runs, without any time yet.
  static func nursing(_ side: Side, isPaused: Bool = false) -> Entry {
    let turn = NursingTurn(side, since: start, isPaused: isPaused)
    return entry(.feeding(Feeding(method: .breast, startedSide: side, breasts: .one, turn: turn)))
  }

  static func medicine(at time: Instant, interval: Duration?) -> Entry {
    var dose = entry(
      .declared(.medicine, [.text(place), nil, interval.map { .seconds(Int($0.components.seconds)) }, nil]))
    dose.start = time
    return dose
  }
}

extension String {
  /// The text with a place where a part of it stands.
  func with(_ part: String, as place: String = Sample.place) -> String {
    let parts = parts(around: part)
    precondition(parts.count == 2, "\(part) is not once in \(self)")
    return parts.joined(separator: place)
  }
}
