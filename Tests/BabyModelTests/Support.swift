import BabyModel
import Testing

/// An instant from RFC 3339 text.
func at(_ text: String) throws -> Instant {
  try #require(Instant(rfc3339: text), "\(text) is not an instant")
}

func date(_ text: String) throws -> LocalDate { try #require(LocalDate(text)) }

func time(_ text: String) throws -> TimeOfDay { try #require(TimeOfDay(text)) }

extension ZoneRules {
  /// A zone from the texts of the instants at which it changes and the hours east of UTC from then on.
  static func make(_ name: String, initialHours: Int, _ changes: [(String, Int)]) -> ZoneRules {
    ZoneRules(
      name: name, initialOffset: initialHours * 3600,
      transitions: changes.map { text, hours in
        Transition(at: Instant(rfc3339: text) ?? Instant(milliseconds: 0), offset: hours * 3600)
      })
  }

  /// The changes of the years that the tests speak of.
  static let losAngeles = make(
    "America/Los_Angeles", initialHours: -8,
    [
      ("2019-03-10T10:00:00Z", -7), ("2019-11-03T09:00:00Z", -8), ("2020-03-08T10:00:00Z", -7),
      ("2020-11-01T09:00:00Z", -8), ("2026-03-08T10:00:00Z", -7), ("2026-11-01T09:00:00Z", -8),
    ])

  static let berlin = make(
    "Europe/Berlin", initialHours: 1, [("2026-03-29T01:00:00Z", 2), ("2026-10-25T01:00:00Z", 1)])

  /// Clocks changed at midnight here: there was a day without 00:00, and a 23:30 that came twice.
  static let saoPaulo = make(
    "America/Sao_Paulo", initialHours: -2, [("2018-02-18T02:00:00Z", -3), ("2018-11-04T03:00:00Z", -2)])
}

extension EntryID {
  static let one = EntryID(high: 1, low: 1)
  static let two = EntryID(high: 2, low: 2)
}

extension Child {
  static func make(
    name: String = "Eva", born: String = "2019-12-18", feedingStyle: FeedingStyle? = nil
  ) throws -> Child {
    let added = try at("2019-12-20T12:00:00Z")
    return Child(
      id: ChildID(high: 9, low: 9), name: name, born: try date(born), zone: "America/Los_Angeles",
      feedingStyle: feedingStyle, createdAt: added, updatedAt: added)
  }
}

extension Entry {
  /// An entry of a child, with times as texts.
  static func make(
    _ content: EntryContent, _ start: String, to end: String? = nil, note: String? = nil, endUnknown: Bool = false
  ) throws -> Entry {
    let start = try at(start)
    return Entry(
      id: .one, childID: ChildID(high: 9, low: 9), content: content, start: start, end: try end.map(at),
      endUnknown: endUnknown, note: note, createdAt: start, updatedAt: start)
  }

  static func breast(_ side: Side?, _ breasts: Breasts? = .one, _ start: String, to end: String? = nil) throws -> Entry
  {
    try make(.feeding(Feeding(method: .breast, startedSide: side, breasts: breasts)), start, to: end)
  }

  static func bottle(_ amount: Volume?, _ start: String, to end: String? = nil) throws -> Entry {
    try make(.feeding(Feeding(method: .bottle, amount: amount)), start, to: end)
  }
}

extension Volume {
  static func ml(_ value: Double) -> Volume { Volume(value, .milliliters) }
  static func oz(_ value: Double) -> Volume { Volume(value, .ounces) }
}
