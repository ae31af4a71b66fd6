import BabyAPI
import BabyProtocol

@testable import BabyModel

/// What presses become: feeds and what is filled in, timers step by step, and changes.
enum DraftCases {
  private static let now = Instant(milliseconds: 1_605_993_245_123)

  static func table() throws -> CaseTable {
    var table = CaseTable()
    let family = try SampleFamily(zone: "Europe/Berlin")
    var numbers = SeededNumbers(seed: 23)
    table.set("now", JSON(now))
    table.set("zone", .string(family.zone.name))
    table.set("childId", .string("\(family.child.id)"))
    let situations = situations(family)
    table.add("dashboards", situations.map { $0.dashboard(family) })
    table.add("feeds", try situations.enumerated().flatMap { try feeds(family, $1, place: $0) })
    table.add("tummies", tummies(family))
    table.add("naps", [nap(family)])
    table.add("entries", entries(family))
    table.add("timers", timers(family, &numbers))
    table.add("edits", edits(family, &numbers))
    table.add(
      "completed",
      (0..<12).map { _ in
        let entry = family.anything(at: now - .seconds(numbers.within(60...400_000)), &numbers)
        return ["draft": draft(entry), "entry": JSON(entry, in: family.zone)]
      })
    return table
  }

  private static func draft(_ entry: Entry) -> JSON { JSON(EntryDraft(entry)) }

  // What is over

  /// After what and with which units something is logged.
  private struct Situation {
    let facts: DashboardFacts
    let settings: Settings

    init(last: Entry?, units: VolumeUnit) {
      let isBreast = last.map { if case .feeding(let feed) = $0.content { feed.method == .breast } else { false } }
      facts = DashboardFacts(
        lastFeeding: last, lastBreastFeeding: isBreast == true ? last : nil, lastBottle: isBreast == false ? last : nil)
      var settings = Settings()
      settings.units = units
      self.settings = settings
    }

    /// As far as it matters.
    func dashboard(_ family: SampleFamily) -> JSON {
      let dashboard = Dashboard(facts: facts, child: family.child, settings: settings, zone: family.zone, now: now)
      let answer = JSON(DashboardGet.Answer(dashboard, settings: settings, zone: family.zone, seq: 1))
      return .present([
        "child": answer["child"], "units": answer["units"], "suggestedSide": answer["suggestedSide"],
        "quick": answer["quick"],
      ])
    }
  }

  private static func situations(_ family: SampleFamily) -> [Situation] {
    func last(_ feeding: Feeding) -> Entry { family.entry(.feeding(feeding), at: now - .hours(3)) }
    return [
      Situation(last: nil, units: .milliliters), Situation(last: nil, units: .ounces),
      Situation(last: last(Feeding(method: .breast, startedSide: .left, breasts: .one)), units: .milliliters),
      Situation(last: last(Feeding(method: .bottle, amount: Volume(3.5, .ounces))), units: .milliliters),
      Situation(
        last: last(Feeding(method: .bottle, amount: Volume(4, .milliliters), content: .formula)), units: .ounces),
    ]
  }

  /// Answers about a feed.
  private struct Choice {
    var method: FeedingMethod
    var side: Side?
    var breasts: Breasts?
    var amount: Double?
    var unit: VolumeUnit?
    var content: BottleContent?

    static let all = [
      Choice(method: .breast), Choice(method: .breast, side: .left), Choice(method: .breast, side: .right),
      Choice(method: .breast, breasts: .both), Choice(method: .breast, side: .right, breasts: .both),
      Choice(method: .bottle, amount: 90, unit: .milliliters),
      Choice(method: .bottle, amount: 3, unit: .ounces, content: .water),
      Choice(method: .bottle, amount: 90, unit: .milliliters, content: .formula),
      Choice(method: .pumping, side: .left, amount: 80, unit: .milliliters),
      Choice(method: .pumping, breasts: .both, amount: 2.5, unit: .ounces),
    ]
  }

  private static func feeds(_ family: SampleFamily, _ situation: Situation, place: Int) throws -> [JSON] {
    try Choice.all.enumerated().map { number, choice in
      let feeding = try QuickLog.feeding(
        method: choice.method, startedSide: choice.side, breasts: choice.breasts, amount: choice.amount,
        unit: choice.unit, content: choice.content, child: family.child, settings: situation.settings,
        facts: situation.facts)
      // Without a time, or with a start, a duration, or both.
      let start = number % 2 == 0 ? nil : now - .minutes(20)
      let length: Int64? = number % 4 < 2 ? nil : 15
      let texts = TimeTexts(at: start.map { $0.text(in: family.zone) }, for: length.map { "\($0)m" })
      let span = try texts.resolve(now: now, zone: family.zone)
      let entry = family.entry(.feeding(feeding), at: span.start, lasting: span.end.map { $0 - span.start }, note: "so")
      return [
        "dashboard": .integer(Int64(place)),
        "said": .present([
          "method": .string(choice.method.rawValue), "side": choice.side.map { .string($0.rawValue) },
          "both": choice.breasts.map { .bool($0 == .both) }, "amount": choice.amount.map { .amount($0) },
          "unit": choice.unit.map { .string($0.rawValue) },
          "content": choice.content.map { .string($0.rawValue) }, "start": start.map { JSON($0) },
          "minutes": length.map { .integer($0) }, "note": "so",
        ]),
        "draft": draft(entry),
      ]
    }
  }

  private static func tummies(_ family: SampleFamily) -> [JSON] {
    [60, 420, 600].flatMap { (seconds: Int64) in
      [nil, .minutes(30), .minutes(2)].map { (ago: Duration?) in
        let (end, length) = (ago.map { now - $0 }, Duration.seconds(seconds))
        let entry = family.entry(.tummyTime, at: (end ?? now) - length, lasting: length)
        return [
          "said": .present(["seconds": .integer(seconds), "end": end.map { JSON($0) }]), "draft": draft(entry),
        ]
      }
    }
  }

  private static func nap(_ family: SampleFamily) -> JSON {
    draft(
      family.entry(
        .sleep, at: now - QuickLog.napDuration, lasting: QuickLog.napDuration, note: QuickLog.napNote))
  }

  /// Entries of any kind by their fields: of one moment, with a length, and running.
  private static func entries(_ family: SampleFamily) -> [JSON] {
    let kinds: [(EntryContent, Duration?)] = [
      (.declared(.temperature, [.quantity(38.2, unit: 0), .choice(1)]), nil),
      (.declared(.medicine, [.text("Vitamin D"), .quantity(2, unit: 1), nil, nil]), nil),
      (.declared(.activity, [.text("bath")]), nil), (.declared(.activity, [.text("bath")]), .minutes(20)),
      (.declared(.briefWaking, []), nil), (.declared(.briefWaking, []), .minutes(5)), (.sleep, .minutes(45)),
    ]
    return kinds.map { content, length in
      let entry = family.entry(
        content, at: now - (length ?? .zero), lasting: length,
        endUnknown: length == nil && content.kind.declaration.isNamed)
      let frame = ["childId", "kind", "start", "end", "endUnknown"]
      let fields = draft(entry).objectValue?.members.filter { !frame.contains($0.name) } ?? []
      return [
        "kind": .string(content.kind.rawValue),
        "said": .present([
          "fields": .object(JSONObject(fields.map { ($0.name, $0.value) })),
          "minutes": length.map { .integer($0.wholeMinutes) },
        ]),
        "draft": draft(entry),
      ]
    }
  }

  // What runs

  /// Feeds that are started, switched, paused, resumed and ended, sleeps that are ended, each at some time; and what is
  /// refused. Each step is taken on what the steps before it, back to a start, have made.
  private static func timers(_ family: SampleFamily, _ numbers: inout SeededNumbers) -> [JSON] {
    (0..<12).flatMap { round -> [JSON] in
      var time = now - .minutes(numbers.within(2...300))
      let content: EntryContent =
        switch round % 6 {
        case 4: .sleep
        case 5: numbers.isLikely(50) ? .tummyTime : .declared(.activity, [.text("bath")])
        default: .feeding(.running(numbers.one(of: Side.allCases), since: time))
        }
      var running = family.entry(content, at: time)
      var cases: [JSON] = [["step": "start", "at": JSON(time), "after": JSON(brief: running)]]
      while cases.count < 8 {
        // Now and then two presses within a moment, or a clock that was set back.
        let passed = numbers.one(of: [
          Duration.seconds(numbers.within(1...2000)), .milliseconds(400), .milliseconds(-1500),
        ])
        time = time + passed
        let step = step(of: running, &numbers)
        // Only stopping takes a time.
        let at = step == "stop" && numbers.isLikely(30) ? time - .seconds(numbers.within(-10...400)) : nil
        let result = take(step, running, family, at: at, now: time)
        cases.append(
          .present([
            "step": .string(step), "now": JSON(time),
            "at": at.map { JSON($0) }, "after": (try? result.get()).map { JSON(brief: $0.entry) },
            "said": (try? result.get()).map { .string($0.said) }, "refusal": result.refusal,
          ]))
        guard let entry = try? result.get().entry else { continue }
        running = entry
        if entry.end != nil { break }
      }
      return cases
    } + forgotten(family)
  }

  private static func step(of running: Entry, _ numbers: inout SeededNumbers) -> String {
    guard let turn = running.turn, numbers.isLikely(75) else { return "stop" }
    return numbers.one(of: turn.isPaused ? ["switchSides", "resume"] : ["switchSides", "pause"])
  }

  private static func take(
    _ step: String, _ running: Entry, _ family: SampleFamily, at: Instant?, now: Instant
  ) -> Result<(entry: Entry, said: String), BabyError> {
    let steps: [String: NursingStep] = ["switchSides": .switchSides(), "pause": .pause, "resume": .resume(nil)]
    do throws(BabyError) {
      if let step = steps[step] {
        let entry = try Timer.take(step, child: family.child, running: running, at: at, now: now)
        return .success((entry, Words.took(step, entry)))
      }
      let entry = try Timer.stop(running.timer, child: family.child, running: running, at: at, now: now)
      return .success((entry, Words.stopped(entry)))
    } catch {
      return .failure(error)
    }
  }

  /// A timer that has run for too long: a person has to say when it ended.
  private static func forgotten(_ family: SampleFamily) -> [JSON] {
    let contents: [(EntryContent, Duration)] = [
      (.sleep, EntryLimits.sleep), (.tummyTime, EntryLimits.tummyTime),
      (.feeding(.running(.left, since: now - EntryLimits.feed)), EntryLimits.feed),
    ]
    return contents.flatMap { content, longest in
      [Duration.zero, .milliseconds(1)].flatMap { more -> [JSON] in
        let running = family.entry(content, at: now - longest)
        return [nil, now - .minutes(90)].map { at in
          let result = take("stop", running, family, at: at, now: now + more)
          return .present([
            "step": "stop", "before": JSON(brief: running), "now": JSON(now + more),
            "at": at.map { JSON($0) },
            "after": (try? result.get()).map { JSON(brief: $0.entry) }, "refusal": result.refusal,
          ])
        }
      }
    }
  }

  // What is changed

  /// Feeds of all sorts whose times, sides and amounts are changed; and other entries.
  private static func edits(_ family: SampleFamily, _ numbers: inout SeededNumbers) -> [JSON] {
    (0..<28).map { round in
      let start = now - .minutes(numbers.within(30...300))
      var before = round % 5 == 0 ? family.anything(at: start, &numbers) : family.breastFeed(at: start, &numbers)
      if round % 5 == 1 {
        var feeding = Feeding.running(.left, since: start)
        if numbers.isLikely(50) { (feeding.right, feeding.breasts) = (.seconds(numbers.within(0...900)), .both) }
        if numbers.isLikely(40) { feeding.turn = NursingTurn(.left, since: start + .minutes(9), isPaused: true) }
        before = family.entry(.feeding(feeding), at: start)
      }
      var (after, changes): (Entry, [(String, JSON)]) = (before, [])
      change(&after, &changes, before, &numbers)
      after.fitSides(after: before)
      if after.end != nil { after.endUnknown = false }
      after.updatedAt = before.updatedAt
      return [
        "before": JSON(brief: before), "changes": .object(JSONObject(changes)),
        "after": JSON(brief: after),
      ]
    }
  }

  private static func change(
    _ entry: inout Entry, _ changes: inout [(String, JSON)], _ before: Entry, _ numbers: inout SeededNumbers
  ) {
    if numbers.isLikely(40) {
      entry.start = entry.start - .minutes(numbers.within(1...20))
      changes.append(("start", .string(entry.start.utcText)))
    }
    if entry.kind.declaration.longest != nil, numbers.isLikely(50) {
      entry.end = numbers.isLikely(20) ? nil : entry.start + .minutes(numbers.within(25...50))
      changes.append(("end", entry.end.map { .string($0.utcText) } ?? .null))
    }
    if numbers.isLikely(30) {
      entry.note = numbers.isLikely(50) ? "changed" : nil
      changes.append(("note", entry.note.map { .string($0) } ?? .null))
    }
    guard case .feeding(var feeding) = entry.content, feeding.method == .breast else { return }
    if numbers.isLikely(40) {
      feeding.startedSide = numbers.one(of: Side.allCases)
      changes.append(("startedSide", .string(feeding.startedSide?.rawValue ?? "")))
    }
    if numbers.isLikely(40) {
      feeding.left = numbers.one(of: [nil, .zero, .seconds(numbers.within(1...900))])
      changes.append(("leftSeconds", feeding.left.map { .integer($0.components.seconds) } ?? .null))
    }
    if numbers.isLikely(40) {
      feeding.right = numbers.one(of: [nil, .zero, .seconds(numbers.within(1...900))])
      changes.append(("rightSeconds", feeding.right.map { .integer($0.components.seconds) } ?? .null))
    }
    entry.content = .feeding(feeding)
  }
}

extension Result where Success == (entry: Entry, said: String), Failure == BabyError {
  /// What is wrong, or what has to be said first; nil for what is not refused.
  fileprivate var refusal: JSON? {
    guard case .failure(let error) = self else { return nil }
    return switch error {
    case .entryInvalid(let errors): JSON(errors)
    case .timerForgotten: "forgotten"
    default: preconditionFailure("\(error)")
    }
  }
}
