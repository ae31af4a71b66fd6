import BabyModel
import BabyStore
import TestSupport

/// Children with everything that can be kept of them, different with each seed.
struct RandomLog {
  let seed: UInt64
  var entries = 120

  /// Writes the family into the daemon's database.
  @discardableResult
  func write(to daemon: TestDaemon) async throws -> (children: Int, entries: Int) {
    var random = SeededGenerator(seed: seed)
    let now = daemon.clock.now
    let ids = IDGenerator { .random(in: .min ... .max) }
    var children: [Child] = []
    for (index, name) in ["Eva", "Max \"the \u{1F476}\"", "Zoë\\"].prefix(Int.random(in: 1...3, using: &random))
      .enumerated()
    {
      let zone = ["America/Los_Angeles", "Europe/Berlin", "Asia/Kathmandu"][index]
      children.append(
        Child(
          id: ids.next(at: now), name: name, born: LocalDate(dayNumber: 18_300),
          sex: Sex.allCases.randomElement(using: &random),
          zone: zone, feedingStyle: index == 0 ? .both : nil, createdAt: now, updatedAt: now,
          removedAt: index == 2 ? now : nil))
    }
    let all = children.flatMap { child in
      (0..<entries).map { _ in entry(of: child, before: now, ids: ids, using: &random) }
    }
    let reminders = children.map { child in
      CustomReminder(
        id: ids.next(at: now), childID: child.id, name: "Vitamin D",
        schedule: Bool.random(using: &random) ? .every(.minutes(480)) : .daily(.midnight), since: now)
    }
    try await daemon.store.write(WriteContext(uid: 1000, client: "test", at: now)) { [children] transaction in
      for child in children { try transaction.insert(child) }
      try transaction.setSetting("units", "oz", child: nil)
      try transaction.setSetting("day.start", "04:00", child: children[0].id)
      for reminder in reminders { try transaction.set(reminder) }
      for entry in all { try transaction.insert(entry) }
      // What is deleted is in no file.
      try transaction.insert(
        Entry(
          id: ids.next(at: now), childID: children[0].id, content: .diaper(.wet), start: now, createdAt: now,
          updatedAt: now))
    }
    let eldest = children[0].id
    let deleted = try await daemon.store.read { try $0.lastLoggedEntry(child: eldest) }
    if let deleted {
      try await daemon.store.write(WriteContext(uid: 1000, client: "test", at: now)) { _ = try $0.delete(deleted.id) }
    }
    return (children.count, all.count)
  }

  private func entry(
    of child: Child, before now: Instant, ids: IDGenerator, using random: inout SeededGenerator
  ) -> Entry {
    let start = now - .milliseconds(Int.random(in: 86_400_000...15_000_000_000, using: &random))
    let notes = [nil, "plain", "a, \"quoted\"\nline", "comma, and \u{1F37C} emoji", "={1+1}"]
    var entry = Entry(
      id: ids.next(at: start), childID: child.id, content: .sleep, start: start,
      note: notes.randomElement(using: &random) ?? nil, author: Bool.random(using: &random) ? "Anna" : nil,
      createdAt: start + .seconds(5), updatedAt: start + .seconds(9))
    let side = Side.allCases.randomElement(using: &random)
    switch Int.random(in: 0...12, using: &random) {
    case 0:
      entry.content = .feeding(Feeding(method: .breast, startedSide: side, breasts: .both))
      entry.end = start + .minutes(15)
    case 1:
      let amount = Double.random(in: 0.1...16, using: &random)
      let content = BottleContent.allCases.randomElement(using: &random)
      entry.content = .feeding(
        Feeding(method: .bottle, amount: Volume(amount, .ounces), content: amount < 4 ? nil : content))
    case 2:
      entry.content = .feeding(Feeding(method: .pumping, startedSide: side, amount: Volume(80, .milliliters)))
    case 3: entry.content = .diaper(DiaperType.allCases.randomElement(using: &random) ?? .wet)
    case 4:
      entry.content = .note(NoteCategory.allCases.randomElement(using: &random) ?? .general)
      entry.note = entry.note ?? "a note"
    case 5:
      entry.content = .tummyTime
      entry.endUnknown = true
    case 6: entry.end = start + .milliseconds(Int.random(in: 1...86_400_000, using: &random))
    default:
      let kind = DeclaredKinds.all.randomElement(using: &random) ?? .weight
      guard let content = content(of: kind, using: &random) else { break }
      entry.content = content
      if kind.longest != nil { entry.end = start + .milliseconds(Int.random(in: 60_000...3_600_000, using: &random)) }
    }
    return entry
  }

  /// With some of what the kind's entries can have.
  private func content(of kind: KindDeclaration, using random: inout SeededGenerator) -> EntryContent? {
    let texts = ["Vitamin D", "a, \"b\" & c", "=1+1", "Bad & \u{1F37C}"]
    var fields: [FieldInputs.Field] = []
    for field in kind.fields where field.isRequired || Bool.random(using: &random) {
      switch field.type {
      case .text: fields.append(.init(field.name, .word(texts.randomElement(using: &random) ?? "")))
      case .choice(let words): fields.append(.init(field.name, .word(words.randomElement(using: &random) ?? "")))
      case .count(let range), .seconds(let range):
        fields.append(.init(field.name, .number(Double(Int.random(in: range, using: &random)))))
      case .quantity(let quantity):
        let unit = Int.random(in: quantity.unitWords.indices, using: &random)
        let zero = quantity.inBaseUnit(0, unit: unit)
        let factor = quantity.inBaseUnit(1, unit: unit) - zero
        let number = (Double.random(in: quantity.limits ?? 1...90, using: &random) - zero) / factor
        fields += [.init(field.name, .number(number)), .init("unit", .word(quantity.unitWords[unit]))]
      case .instant: continue
      }
    }
    return try? EntryContent(.declared(kind), fields: FieldInputs(fields))
  }
}
