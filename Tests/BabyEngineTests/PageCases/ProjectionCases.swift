import BabyModel
import BabyProtocol
import BabyStore
import Dispatch
import Foundation

/// A dashboard as the server has answered it, what waits on a phone, and what the server will answer once it has that.
///
/// Both answers come from the store, as the server's do.
enum ProjectionCases {
  static func table() async throws -> CaseTable {
    var table = CaseTable()
    var (logs, cases): ([JSON], [JSON]) = ([], [])
    let store = try ScratchStore()
    for (place, log) in try SampleLog.all().enumerated() {
      let before = try await log.dashboard(log.entries, now: log.now, in: store)
      logs.append([
        "zone": .string(log.family.zone.name), "settings": .object(JSONObject(log.settings.map { ($0, .string($1)) })),
        "childId": .string("\(log.family.child.id)"), "entries": .array(log.entries.map { JSON(brief: $0) }),
        "dashboard": before.withEntriesByID,
      ])
      var numbers = SeededNumbers(seed: UInt64(place) + 100)
      for round in 0..<log.rounds {
        var (json, after) = log.round(round, &numbers)
        let expected = try await log.dashboard(after.entries, now: after.now, in: store)
        json.insert(("log", .integer(Int64(place))), at: 0)
        json.append(("changes", expected.difference(from: before, deep: ["today", "quick"]).withEntriesByID))
        cases.append(.object(JSONObject(json)))
      }
    }
    table.add("logs", logs)
    table.add("cases", cases)
    return table
  }
}

/// A store in which logs are written, read and taken back.
private final class ScratchStore {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "page-cases-\(UUID().uuidString)")
  private let store: Store

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = try Store.open(
      path: folder.path + "/log.db", now: Sample.start, readExecutor: globalConcurrentExecutor,
      writeExecutor: globalConcurrentExecutor)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// What a dashboard is made of.
  func facts(
    of child: Child, _ entries: [Entry], day: DayWindow, settings: Settings, now: Instant
  ) async throws -> DashboardFacts {
    try await store.write(WriteContext(uid: 0, client: "page-cases", at: now, dryRun: true)) { transaction in
      try transaction.label("Logged")
      try transaction.insert(child)
      for entry in entries { try transaction.insert(entry) }
      return try transaction.read.dashboardFacts(child.id, day: day, settings: settings)
    }
  }
}

/// A few days of a child.
private struct SampleLog {
  let family: SampleFamily
  /// Of the child.
  let settings: KeyValuePairs<String, String>
  let entries: [Entry]
  /// When the server has answered.
  let now: Instant
  let rounds: Int

  private var inForce: Settings {
    Settings(family: [:], child: Dictionary(uniqueKeysWithValues: settings.map { ($0, $1) }))
  }

  static func all() throws -> [SampleLog] {
    let usual: KeyValuePairs = ["feeding.interval": "3h", "diaper.interval": "2h30m"]
    let topUps: KeyValuePairs = [
      "feeding.topUp": "30m", "reminders.from": "end", "feeding.interval": "2h", "feeding.solids": "on",
    ]
    let late: KeyValuePairs = ["day.start": "04:30", "units": "oz", "feeding.topUp": "1h"]
    return [
      try SampleLog("America/Los_Angeles", seed: 1, usual, count: 14, rounds: 20),
      try SampleLog("Europe/Berlin", seed: 2, topUps, count: 16, rounds: 20),
      try SampleLog("Australia/Lord_Howe", seed: 3, late, count: 14, rounds: 14),
      try SampleLog("UTC", seed: 4, ["reminders.from": "end", "feeding.interval": "90m"], count: 0, rounds: 9),
      try SampleLog("America/Havana", seed: 5, topUps, count: 18, isBottles: true, rounds: 18),
    ]
  }

  /// - Parameter isBottles: bottles close to each other, of which many are top-ups.
  private init(
    _ zone: String, seed: UInt64, _ settings: KeyValuePairs<String, String>, count: Int, isBottles: Bool = false,
    rounds: Int
  ) throws {
    family = try SampleFamily(zone: zone, seed: seed)
    self.settings = settings
    self.rounds = rounds
    var numbers = SeededNumbers(seed: seed)
    let zone = try SampleFamily.zone(zone)
    // In the afternoon of a day on which clocks change, where they do.
    let change =
      zone.transitions.first { zone.local($0.at).date.year == 2025 }?.at ?? Instant(milliseconds: 1_741_000_000_000)
    now = change + .hours(16) + .milliseconds(123)
    var start = now - .minutes(numbers.within(4...40))
    var entries: [Entry] = []
    while entries.count < count {
      // Some begin at the same instant.
      if !numbers.isLikely(8) { start = start - .seconds(numbers.within(isBottles ? 120...3000 : 120...9000)) }
      var entry =
        isBottles && numbers.isLikely(60) ? family.bottle(at: start, &numbers) : family.anything(at: start, &numbers)
      if let end = entry.end, end > now { entry.end = now }
      entries.append(entry)
    }
    if count > 0 {
      entries.append(family.entry(.sleep, at: now - .minutes(70)))
      if seed % 2 == 0 {
        entries.append(family.entry(.feeding(.running(.right, since: now - .minutes(12))), at: now - .minutes(12)))
      }
      entries.append(family.entry(.declared(.activity, [.text("walk")]), at: now - .minutes(25)))
      entries.append(
        family.entry(.declared(.medicine, [.text("Tylenol"), nil, .seconds(21_600), nil]), at: now - .hours(5)))
      entries.append(
        family.entry(.declared(.medicine, [.text("Vitamin D"), nil, .seconds(86_400), nil]), at: now - .hours(20)))
    }
    self.entries = entries.sorted { ($0.start, $0.id) < ($1.start, $1.id) }
  }

  /// What the server answers of a log.
  func dashboard(_ entries: [Entry], now: Instant, in store: ScratchStore) async throws -> JSON {
    let settings = inForce
    let day = DayWindow(containing: now, dayStart: settings.dayStart, zone: family.zone)
    let facts = try await store.facts(of: family.child, entries, day: day, settings: settings, now: now)
    let dashboard = Dashboard(facts: facts, child: family.child, settings: settings, zone: family.zone, now: now)
    return JSON(DashboardGet.Answer(dashboard, settings: settings, zone: family.zone, seq: 1))
  }

  /// Some changes that wait on a phone, and what comes of them.
  ///
  /// - Returns: the case as far as the phone knows it, and the log as it will be.
  func round(
    _ round: Int, _ numbers: inout SeededNumbers
  ) -> (json: [(String, JSON)], after: (entries: [Entry], now: Instant)) {
    // Now and then a day has begun since.
    let later = now + (round % 7 == 6 ? .hours(12) : .minutes(numbers.within(1...45)))
    var log = entries
    var operations: [Entry] = []
    for _ in 0..<numbers.within(1...3) {
      guard let operation = operation(on: log, at: later, &numbers),
        !operations.contains(where: { $0.id == operation.id })
      else { continue }
      operations.append(operation)
      log.removeAll { $0.id == operation.id }
      if operation.deletedAt == nil { log.append(operation) }
    }
    let day = DayWindow(containing: later, dayStart: inForce.dayStart, zone: family.zone)
    // How far back the phone knows the log: all of it, some days, today, or nothing for certain.
    let since: Instant? = [now - .hours(24 * 60), now - .hours(48), day.start, nil][round % 4]
    let json: [(String, JSON)] = [
      ("now", JSON(later)), ("since", since.map { .string($0.utcText) } ?? .null),
      ("operations", .array(operations.map { JSON(brief: $0) })),
    ]
    return (json, (log, later))
  }

  /// Something that a person logs, changes or deletes; nil if that is impossible.
  private func operation(on log: [Entry], at time: Instant, _ numbers: inout SeededNumbers) -> Entry? {
    let entry = log.isEmpty ? nil : log[max(log.count - 1 - numbers.below(min(log.count, 14)), 0)]
    switch numbers.below(12) {
    case 0...3: return family.anything(at: time - .minutes(numbers.within(0...90)), &numbers).ending(by: time)
    case 4: return family.anything(at: time - .hours(numbers.within(6...40)), &numbers)
    case 5: return family.bottle(at: time - .minutes(numbers.within(0...50)), &numbers).ending(by: time)
    case 6, 7: return entry?.deleted(at: time)
    case 8: return entry?.moved(by: .minutes(numbers.within(-200...20)), at: time)
    case 9:
      guard let running = log.first(where: \.isRunning) else { return nil }
      return try? Timer.stop(running.timer, child: family.child, running: running, at: nil, now: time)
    case 10:
      let content = numbers.one(of: [
        EntryContent.sleep, .tummyTime, .feeding(.running(.left, since: time)), .declared(.activity, [.text("bath")]),
      ])
      guard !log.contains(where: { $0.isRunning && $0.kind == content.kind && $0.content.name == content.name }) else {
        return nil
      }
      return family.entry(content, at: time)
    default: return entry?.otherwise(at: time, &numbers)
    }
  }
}

extension JSON {
  /// Entries by their ids alone: what they are stands elsewhere in the case.
  fileprivate var withEntriesByID: JSON {
    switch self {
    case .object where self["kind"] != nil: self["id"] ?? self
    case .object(let object): .object(JSONObject(object.members.map { ($0.name, $0.value.withEntriesByID) }))
    case .array(let elements): .array(elements.map(\.withEntriesByID))
    default: self
    }
  }
}

extension Entry {
  fileprivate func ending(by time: Instant) -> Entry {
    var entry = self
    if let end, end > time { (entry.start, entry.end) = (min(start, time - .seconds(90)), time) }
    return entry
  }

  fileprivate func deleted(at time: Instant) -> Entry {
    var entry = self
    (entry.deletedAt, entry.updatedAt) = (time, time)
    return entry
  }

  /// At another time, but not in the future.
  fileprivate func moved(by shift: Duration, at time: Instant) -> Entry? {
    var entry = self
    guard (end ?? start) + shift <= time, !isRunning else { return nil }
    (entry.start, entry.end, entry.updatedAt) = (start + shift, end.map { $0 + shift }, time)
    return entry
  }

  /// With something else in it.
  fileprivate func otherwise(at time: Instant, _ numbers: inout SeededNumbers) -> Entry? {
    var entry = self
    entry.updatedAt = time
    switch content {
    case .feeding where isRunning: return nil
    case .feeding(let feeding):
      entry.content = .feeding(
        feeding.method == .breast
          ? Feeding(method: .bottle, amount: Volume(Double(numbers.within(1...20)), .ounces))
          : Feeding(method: .breast, startedSide: numbers.one(of: Side.allCases), breasts: .one))
    case .diaper: entry.content = .diaper(numbers.one(of: DiaperType.allCases))
    default: entry.note = "changed"
    }
    return entry
  }
}
