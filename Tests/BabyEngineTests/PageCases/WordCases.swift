import BabyClient
import BabyModel
import BabyProtocol

/// Words for entries, lengths, times and days.
enum WordCases {
  private static let now = Instant(milliseconds: 1_605_993_245_123)

  static func table() throws -> CaseTable {
    var table = CaseTable()
    let family = try SampleFamily(zone: "America/Los_Angeles")
    var numbers = SeededNumbers(seed: 3)
    table.set("now", JSON(now))
    table.add("entries", entries(family).enumerated().map { said(of: $1, family, isSynced: $0 % 3 == 0) })
    let random = (0..<3).map { _ in family.anything(at: now - .seconds(numbers.within(60...90_000)), &numbers) }
    table.add("more", (declared(family) + random).map { said(of: $0, family) })
    table.add("fields", fields)
    table.add("settings", settings)
    table.add("numbers", decimals(&numbers))
    table.add("amounts", amounts)
    table.add("lengths", lengths)
    table.add("ages", ages)
    table.add("moments", try moments())
    table.add("predictions", try predictions())
    table.add("doses", try doses())
    table.add("names", names)
    table.add("days", days)
    table.add("wakings", wakings)
    return table
  }

  // Entries

  /// - Parameter isSynced: whether all is told, with what is said when it does not arrive; nil for the least.
  private static func said(of entry: Entry, _ family: SampleFamily, isSynced: Bool? = nil) -> JSON {
    var deleted = entry
    deleted.deletedAt = now
    let (inMilliliters, inOunces) = (Words.line(entry, units: .milliliters), Words.line(entry, units: .ounces))
    let least: [(String, JSON?)] = [
      ("entry", JSON(brief: entry).without(["id", "createdAt"])), ("title", .string(Words.title(entry))),
      ("ml", .string(inMilliliters)), ("oz", inOunces == inMilliliters ? nil : .string(inOunces)),
      ("logged", .string(Words.logged(entry, units: .ounces))),
      ("running", entry.isRunning ? .string(Words.running(entry, now: now)) : nil),
    ]
    let more: [(String, JSON?)] = [
      ("measured", .string(Words.line(Words.measures(entry, units: .milliliters)))),
      ("note", .string(Words.noteLine(entry) ?? "")),
    ]
    let synced: [(String, JSON?)] = [
      ("updated", .string(Words.updated(entry))), ("deleted", .string(Words.deleted(entry.timer))),
      ("couldntSync", .string(Words.couldntSync(entry))),
      ("couldntDelete", .string(Words.stillCouldntSync(deleted))),
      ("conflict", .string(Words.conflict(with: entry))), ("startedTwice", .string(Words.startedTwice(entry.timer))),
      ("notShared", .string(Words.notShared(entry, of: "$& Eva"))),
      ("readOnly", .string(Words.readOnly(deleted, of: "Eva"))),
    ]
    let all = least + (isSynced == nil ? [] : more) + (isSynced == true ? synced : [])
    return .object(JSONObject(all.compactMap { name, value in value.map { (name, $0) } }))
  }

  private static func entries(_ family: SampleFamily) -> [Entry] {
    let ago: (Duration) -> Instant = { now - $0 }
    func feed(
      _ feeding: Feeding, _ length: Duration? = nil, at start: Duration = .minutes(95), note: String? = nil
    ) -> Entry { family.entry(.feeding(feeding), at: ago(start), lasting: length, note: note) }
    let breast: [Entry] = [
      feed(Feeding(method: .breast, startedSide: .left, breasts: .one)),
      feed(Feeding(method: .breast, startedSide: .left, breasts: .one), .seconds(899)),
      feed(Feeding(method: .breast, startedSide: .right, breasts: .both), .minutes(60)),
      feed(Feeding(method: .breast, startedSide: nil, breasts: .both), .minutes(64)),
      feed(Feeding(method: .breast)), feed(Feeding(method: .breast, startedSide: .right)),
      feed(Feeding(method: .breast, startedSide: .left, breasts: .one, left: .seconds(600)), .seconds(600)),
      feed(Feeding(method: .breast, startedSide: .left, breasts: .one, left: .seconds(600)), .seconds(700)),
      feed(
        Feeding(method: .breast, startedSide: .right, breasts: .both, left: .seconds(59), right: .seconds(725)),
        .minutes(20)),
      feed(Feeding(method: .breast, startedSide: .right, breasts: .one, right: .seconds(0)), .minutes(20)),
    ]
    let running = [(Side.left, false), (.right, false), (.left, true)].flatMap { side, isPaused in
      let turn = NursingTurn(side, since: ago(.minutes(5)), isPaused: isPaused)
      return [
        feed(Feeding(method: .breast, startedSide: side, breasts: .one, turn: turn), at: .minutes(5)),
        feed(
          Feeding(method: .breast, startedSide: .left, breasts: .both, left: .seconds(720), right: .zero, turn: turn)),
        feed(
          Feeding(
            method: .breast, startedSide: .left, breasts: .both, left: .seconds(720), right: .seconds(61), turn: turn)),
      ]
    }
    let bottles =
      [120, 9.5, 125.55, 0.05, 500].map { Volume($0, .milliliters) }
      + [4, 3.5, 0.3, 0.333, 16.9, 1].map { Volume($0, .ounces) }
    let pumped: [Entry] = [
      feed(Feeding(method: .pumping)),
      feed(
        Feeding(method: .pumping, startedSide: .left, breasts: .one, amount: Volume(80, .milliliters)), .minutes(15)),
      feed(Feeding(method: .pumping, startedSide: .left, breasts: .both, amount: Volume(2.75, .ounces)), .minutes(15)),
    ]
    // The content of some is unknown.
    let contents = [nil] + BottleContent.allCases
    return breast + running
      + bottles.enumerated().map { place, amount in
        feed(Feeding(method: .bottle, amount: amount, content: contents[place % contents.count]), note: "half of it")
      } + [feed(Feeding(method: .bottle, content: .breastMilk))] + [feed(Feeding(method: .bottle), .minutes(12))]
      + pumped + others(family)
  }

  private static func others(_ family: SampleFamily) -> [Entry] {
    let lengths: [Duration] = [.seconds(1), .seconds(45), .seconds(3599), .minutes(60), .minutes(64), .hours(24)]
    return DiaperType.allCases.map { family.entry(.diaper($0), at: now - .minutes(45)) }
      + lengths.map { family.entry(.sleep, at: now - .hours(30), lasting: $0) }
      + [
        family.entry(.sleep, at: now - .minutes(64)), family.entry(.sleep, at: now + .seconds(30)),
        family.entry(.sleep, at: now - .hours(9), endUnknown: true), family.entry(.tummyTime, at: now - .seconds(59)),
        family.entry(.tummyTime, at: now - .hours(3), lasting: .minutes(5)),
        family.entry(.tummyTime, at: now - .hours(3), endUnknown: true),
      ]
      + NoteCategory.allCases.map {
        family.entry(.note($0), at: now - .hours(1), note: " first\u{a0}smile \n and\ta laugh\u{2003}")
      }
  }

  /// Of each declared kind: with all of its fields, and with none but those that it needs.
  private static func declared(_ family: SampleFamily) -> [Entry] {
    DeclaredKinds.all.flatMap { kind -> [Entry] in
      let all = kind.fields.map { value(of: $0, 0) }
      let least = kind.fields.map { $0.isRequired ? value(of: $0, 1) : nil }
      let units = kind.fields.indices.flatMap { place in
        values(of: kind.fields[place]).map { value in kind.fields.indices.map { $0 == place ? value : least[$0] } }
      }
      return ([all, least] + units).map { values in
        family.entry(
          .declared(kind, values), at: now - .minutes(50), lasting: kind.longest.map { _ in .minutes(20) })
      }
    }
      + ["music class", "ßaunen", "élan", "x"].flatMap { name -> [Entry] in
        let content = EntryContent.declared(.activity, [.text(name)])
        return [
          family.entry(content, at: now - .minutes(12)),
          family.entry(content, at: now - .minutes(12), endUnknown: true),
        ]
      }
  }

  private static func value(_ field: FieldDeclaration, _ place: Int) -> FieldValue? { value(of: field, place) }

  private static func value(of field: FieldDeclaration, _ place: Int) -> FieldValue? {
    switch field.type {
    case .choice: .choice(place)
    case .quantity: .quantity(place == 0 ? 7.25 : 1, unit: place)
    case .seconds: .seconds(place == 0 ? 28_800 : 5400)
    case .count: .count(place + 1)
    case .text: .text(place == 0 ? "Vitamin D" : "egg, Pear")
    case .instant: nil
    }
  }

  /// Each unit with one and several, and what has parts with some of them.
  private static func values(of field: FieldDeclaration) -> [FieldValue] {
    guard case .quantity(let quantity) = field.type else { return [] }
    return quantity.units.indices.flatMap { unit -> [FieldValue] in
      let parts = quantity.units[unit].parts == nil ? [] : [0.5, 16.25, 7.3, 12.03125, 0.001]
      return ([1, 2.5] + parts).map { .quantity($0, unit: unit) }
    }
  }

  // Fields, numbers and lengths

  private static var fields: [JSON] {
    EntryKind.allCases.flatMap { kind -> [JSON] in
      let fields = kind.declaration.fields
      let values = fields.map { field -> FieldValue? in
        if case .instant = field.type { .instant(now) } else { value(of: field, 0) }
      }
      guard let content = EntryContent(kind, values) else { return [] }
      let titles = Words.fields(content) { _ in "then" }.map(\.title)
      precondition(titles.count == fields.count || kind == .feeding)
      return titles.count < fields.count
        ? []
        : zip(fields, titles).map { ["kind": .string(kind.rawValue), "name": .string($0.name), "title": .string($1)] }
    }
  }

  /// What each setting is where nobody has set it, and what else it can be.
  private static var settings: [JSON] {
    SettingKey.all.filter { $0.home != .machine }.map { key in
      .present([
        "key": .string(key.name), "standard": .string(key.defaultValue),
        "choices": key.choices.isEmpty ? JSON?.none : JSON.words(key.choices),
        "expected": key.choices.isEmpty ? JSON.string(key.expected) : JSON?.none,
      ])
    }
  }

  private static func decimals(_ numbers: inout SeededNumbers) -> [JSON] {
    let chosen = [
      0, 0.5, 1, 0.05, 0.005, 0.0049, 1.005, 2.675, 99.995, 120, 29.5735, 1e6, 0.1 + 0.2, 1234.5678, 999.9996,
    ]
    let random = (0..<8).map { _ in Double(numbers.within(0...2_000_000)) / Double(numbers.within(1...4000)) }
    return (chosen + random).flatMap { number in
      [0, 2, 3].map { places in
        [
          "number": .amount(number), "places": .integer(Int64(places)),
          "text": .string(Words.decimalText(number, places: places)),
        ]
      }
    }
  }

  private static var amounts: [JSON] {
    VolumeUnit.allCases.flatMap { unit in
      VolumeUnit.allCases.flatMap { other in
        [0.1, 0.3, 0.95, 1, 3.5, 4, 9.94, 9.95, 29.5735, 120, 295.735, 499.9].map { value in
          let volume = Volume(value, unit)
          return [
            "value": .amount(value), "unit": .string(unit.rawValue), "in": .string(other.rawValue),
            "text": .string(Words.amount(volume, in: other)), "milliliters": .amount(volume.milliliters),
            "sum": .string(Words.amount(milliliters: volume.milliliters, in: other)),
          ]
        }
      }
    }
  }

  private static var lengths: [JSON] {
    let seconds = [-5, 0, 1, 59, 60, 61, 119, 3599, 3600, 3659, 3660, 7200, 7260, 35_999, 36_000, 86_400, 360_000]
    return (seconds.map { Duration.seconds($0) } + [.milliseconds(999), .milliseconds(59_999), .milliseconds(-1)]).map {
      [
        "ms": .milliseconds($0), "duration": .string(Words.duration($0)), "length": .string(Words.length($0)),
        "awake": .string(Words.awake(for: Words.duration($0))),
      ]
    }
  }

  private static var ages: [JSON] {
    let minutes = [-1, 0, 1, 45, 59, 60, 135, 1439, 1440, 1441, 1500, 4320, 4379, 10_020, 10_079, 10_080, 50_000]
    return minutes.flatMap { minutes in
      [0, 59].filter { minutes % 2 != 0 || $0 == 0 }.map { seconds in
        let instant = now - .seconds(minutes * 60 + seconds)
        return ["at": JSON(instant), "text": .string(Words.ago(instant, now: now))]
      }
    }
  }

  private static var wakings: [JSON] {
    [(0, 0), (1, 0), (1, 59), (2, 1500), (3, 7260)].map { count, seconds in
      let wakings = BriefWakings(count: count, awake: .seconds(seconds))
      return ["wakings": JSON(WakingsRecord(wakings)), "text": .string(Words.wakings(wakings) ?? "")]
    }
  }
}
