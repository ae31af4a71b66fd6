import BabyModel
import BabyProtocol

/// What is wrong with entries: everything that a form can make, at each limit and one step beyond.
enum ValidationCases {
  private static let now = Instant(milliseconds: 1_605_993_245_000)

  static func table() throws -> CaseTable {
    var table = CaseTable()
    let family = try SampleFamily(zone: "America/Los_Angeles")
    table.set("now", JSON(now))
    table.set("child", JSON(ChildRecord(family.child, isCurrent: false)))
    let checker = Checker(family: family)
    table.add("times", checker.times)
    table.add("feeds", checker.feeds)
    table.add("fields", checker.fields)
    table.add("texts", checker.texts)
    return table
  }

  private struct Checker {
    let family: SampleFamily

    /// A draft with what is wrong with it.
    ///
    /// - Parameter text: what is long, and stands for itself many times.
    func check(
      _ kind: EntryKind, _ fields: [(String, FieldInputs.Value)] = [], at start: Instant = now - .minutes(30),
      to end: Instant? = nil, note: String? = nil, repeated: (field: String, unit: String, count: Int)? = nil
    ) -> JSON {
      var said = fields.map { FieldInputs.Field($0.0, $0.1) }
      var note = note
      var members: [(String, JSON)] = [("kind", .string(kind.rawValue)), ("start", .string(start.utcText))]
      if let end { members.append(("end", .string(end.utcText))) }
      if let note { members.append(("note", .string(note))) }
      members += fields.compactMap { name, value in
        switch value {
        case .word(let word): (name, .string(word))
        case .number(let number): (name, .amount(number))
        case .nothing: nil
        }
      }
      if let (field, unit, count) = repeated {
        let text = String(repeating: unit, count: count)
        if field == "note" { note = text } else { said.append(.init(field, .word(text))) }
        members.append((field, ["repeat": .string(unit), "count": .integer(Int64(count))]))
      }
      return [
        "draft": .object(JSONObject(members)),
        "problems": JSON(problems(kind, FieldInputs(said), at: start, to: end, note: note)),
      ]
    }

    private func problems(
      _ kind: EntryKind, _ said: FieldInputs, at start: Instant, to end: Instant?, note: String?
    ) -> [FieldError] {
      do throws(BabyError) {
        let content = try EntryContent(kind, fields: said)
        let isMoment = kind.declaration.isNamed && end == nil
        var entry = family.entry(content, at: start, endUnknown: isMoment, note: note)
        entry.end = end
        try entry.validate(child: family.child, zone: family.zone, now: now)
        return []
      } catch {
        guard case .entryInvalid(let errors) = error else { preconditionFailure("\(error)") }
        return errors
      }
    }

    var times: [JSON] {
      let born = family.zone.instants(of: LocalDateTime(family.child.born.adding(days: -1), .midnight)).earliest
      let lasting: [EntryKind] = [.feeding, .sleep, .tummyTime, .declared(.briefWaking), .declared(.activity)]
      let starts = [now, now + .minutes(5), now + .minutes(5) + .milliseconds(1), born, born - .milliseconds(1)].flatMap
      {
        [check(.diaper, [("type", .word("wet"))], at: $0), check(.sleep, at: $0)]
      }
      let ends = lasting.flatMap { kind -> [JSON] in
        let fields = fields(of: kind)
        let longest = kind.declaration.longest ?? .zero
        let start = now - longest
        let lengths: [Duration] = [.milliseconds(-1), .zero, .milliseconds(1), longest, longest + .milliseconds(1)]
        return lengths.map { check(kind, fields, at: start, to: start + $0) } + [
          check(kind, fields, to: now + .minutes(5)), check(kind, fields, to: now + .minutes(5) + .milliseconds(1)),
          check(kind, fields, at: born - .hours(1), to: born - .hours(2)),
        ]
      }
      return starts + ends
    }

    /// What it needs at least.
    private func fields(of kind: EntryKind) -> [(String, FieldInputs.Value)] {
      switch kind {
      case .feeding: [("method", .word("breast"))]
      case .diaper: [("type", .word("wet"))]
      case .declared(let kind) where kind == .activity: [("name", .word("bath"))]
      default: []
      }
    }

    var feeds: [JSON] {
      let amounts = [("bottle", 500.0), ("pumping", 1000.0)].flatMap { method, most -> [JSON] in
        let ounces = most / VolumeUnit.ounces.milliliters
        let all: [(Double, String)] = [
          (0, "ml"), (0.01, "ml"), (most, "ml"), (most + 0.01, "ml"), (most + 1, "ml"), (0, "oz"),
          (ounces, "oz"), (ounces + 0.001, "oz"), (1_000_001, "ml"), (-1, "oz"),
        ]
        return all.map { value, unit in
          check(.feeding, [("method", .word(method)), ("amount", .number(value)), ("unit", .word(unit))])
        }
      }
      let side: [(String, FieldInputs.Value)] = [("method", .word("breast")), ("startedSide", .word("left"))]
      func counted(_ left: Double?, _ right: Double?, _ length: Duration?) -> JSON {
        let start = now - .hours(7)
        let times = [("leftSeconds", left), ("rightSeconds", right)].compactMap { name, value in
          value.map { (name, FieldInputs.Value.number($0)) }
        }
        return check(.feeding, side + times, at: start, to: length.map { start + $0 })
      }
      let sides = [
        counted(600, nil, .seconds(600)), counted(601, nil, .seconds(600)), counted(300, 300, .seconds(600)),
        counted(300, 301, .seconds(600)), counted(10_800, 10_800, nil), counted(10_800, 10_801, nil),
        counted(86_400, nil, nil), counted(86_401, nil, nil), counted(-1, nil, nil), counted(1.5, nil, nil),
      ]
      let turns = [
        ("timedSince", now - .minutes(31)), ("timedSince", now - .minutes(30)), ("pausedSince", now - .minutes(31)),
        ("timedSince", now + .minutes(5)), ("pausedSince", now + .minutes(6)), ("timedSince", now + .minutes(6)),
      ].map { name, since in
        check(.feeding, side + [("timedSide", .word("left")), (name, .word(since.utcText))])
      }
      return amounts + sides + turns + [
        check(.feeding), check(.diaper), check(.feeding, [("method", .word("breast"))]),
      ]
    }

    /// Every number of every declared kind at its limits, in every unit.
    var fields: [JSON] {
      DeclaredKinds.all.flatMap { kind in
        kind.fields.flatMap { field -> [JSON] in
          let others = kind.fields.filter { $0.isRequired && $0 !== field }.flatMap { said($0) }
          let values: [[(String, FieldInputs.Value)]] =
            switch field.type {
            case .quantity(let quantity): limits(of: field, quantity)
            case .seconds(let range), .count(let range):
              [range.lowerBound - 1, range.lowerBound, range.upperBound, range.upperBound + 1].map {
                [(field.name, .number(Double($0)))]
              } + [[(field.name, .number(Double(range.lowerBound) + 0.5))]]
            case .choice, .text, .instant: field.isRequired ? [[]] : []
            }
          return values.map { check(.declared(kind), others + $0) }
        }
      }
    }

    private func said(_ field: FieldDeclaration) -> [(String, FieldInputs.Value)] {
      switch field.type {
      case .choice(let words): [(field.name, .word(words[0]))]
      case .quantity(let quantity): [(field.name, .number(quantity.limits.map { $0.lowerBound * 2 } ?? 1))]
      case .text: [(field.name, .word("egg"))]
      case .seconds, .count, .instant: []
      }
    }

    private func limits(of field: FieldDeclaration, _ quantity: QuantityDeclaration) -> [[(String, FieldInputs.Value)]]
    {
      quantity.units.indices.flatMap { unit -> [[(String, FieldInputs.Value)]] in
        let plausible = unit == 0 ? [quantity.plausible.lowerBound, quantity.plausible.upperBound] : []
        let sense = quantity.limits.map { [$0.lowerBound, $0.upperBound] } ?? []
        let bounds = plausible + sense.map { ($0 - quantity.units[unit].offset) / quantity.units[unit].factor }
        return bounds.flatMap { [$0 - 0.01, $0, $0 + 0.01] }.map {
          [(field.name, .number($0)), (quantity.unitName, .word(quantity.unitWords[unit]))]
        }
      } + [[]]
    }

    var texts: [JSON] {
      let medicine = EntryKind.declared(.medicine)
      let activity = EntryKind.declared(.activity)
      // A letter of several marks, and a family of four, are one letter each.
      let lengths: [(String, Int)] = [
        ("x", 200), ("x", 201), ("e\u{301}", 200), ("e\u{301}", 201), ("漢", 200), ("漢", 342), ("👨‍👩‍👧‍👦", 40), ("👨‍👩‍👧‍👦", 41),
        (" ", 3), ("x", 1024), ("x", 1025),
      ]
      let names = [("x", 40), ("x", 41), ("👶", 40), ("👶", 41), ("👶🏽", 32), ("👨‍👩‍👧‍👦", 11)]
      let notes = [("x", 10_000), ("x", 10_001), ("漢", 10_000), ("👶🏽", 8192), ("👶🏽", 8193), ("e\u{301}", 10_001)]
      let plain = ["a\u{7}b", "a\nb", "a\u{202e}b", "a\u{61c}b", "a\u{85}b", "\u{feff}", "ok", " ok "]
      return lengths.map { check(medicine, repeated: ("name", $0.0, $0.1)) }
        + names.map { check(activity, repeated: ("name", $0.0, $0.1)) }
        + notes.map { check(.sleep, to: now, repeated: ("note", $0.0, $0.1)) }
        + plain.map { check(medicine, [("name", .word($0))]) }
        + plain.map { check(.sleep, to: now, note: $0) }
        + ["", " ", "\n", "smiled", "\u{1}"].map { check(.note, note: $0) } + [check(.note), check(activity)]
    }
  }
}
