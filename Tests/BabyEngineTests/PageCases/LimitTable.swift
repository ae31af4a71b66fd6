import BabyAPI
import BabyModel
import BabyProtocol

/// Limits, and what is usual.
enum LimitTable {
  static let all: JSON = .present([
    "clockDifference": .milliseconds(EntryLimits.clockDifference), "longest": .milliseconds(EntryLimits.longest),
    "feed": .milliseconds(EntryLimits.feed), "feedMl": .amount(EntryLimits.feedMilliliters),
    "pumpingMl": .amount(EntryLimits.pumpingMilliliters), "leastMl": .amount(QuickLog.leastMilliliters),
    "note": row(TextLimits.note), "field": row(TextLimits.field), "activity": row(TextLimits.activity),
    "nap": .milliseconds(QuickLog.napDuration), "napNote": .string(QuickLog.napNote),
    "tummy": .milliseconds(QuickLog.tummyDuration(last: nil)), "standardAmounts": standardAmounts,
    "activities": .integer(Int64(KindDeclaration.mostRunningActivities)),
    "feedWindow": .milliseconds(FeedClock.window), "awaited": .milliseconds(awaited),
    "recent": .milliseconds(recent), "recentKinds": .integer(Int64(shown(DeclaredKinds.all, ago: .zero))),
    "unsent": .integer(Int64(PhraseRequest.mostUnsent)),
    "password": .integer(Int64(User.passwordLength.lowerBound)),
  ])

  private static func row(_ limit: TextLimit) -> JSON {
    .present(["characters": .integer(Int64(limit.characters)), "bytes": .integer(Int64(limit.bytes))])
  }

  /// A bottle's where none was logged yet.
  private static var standardAmounts: JSON {
    .object(
      JSONObject(
        VolumeUnit.allCases.map { unit in
          let amount = QuickLog.amount(last: nil, units: unit)
          precondition(amount.unit == unit)
          return (unit.rawValue, .amount(amount.value))
        }))
  }

  /// For how long a next dose is awaited.
  private static var awaited: Duration {
    let dose = Sample.medicine(at: Sample.start, interval: .hours(4))
    let course = MedicineCourse.all(in: [dose], at: dose.start).first
    guard let next = course?.next, let until = course?.awaitedUntil else { return .zero }
    return until - next
  }

  /// How long before a day an entry can be of a kind that is used.
  private static var recent: Duration {
    let days = (0...365).last { shown([.weight], ago: .hours(24 * $0)) > 0 }
    return .hours(24 * (days ?? 0))
  }

  /// How many of some kinds a dashboard offers that were logged so long before its day.
  private static func shown(_ kinds: [KindDeclaration], ago: Duration) -> Int {
    let day = DayWindow(containing: Sample.start, dayStart: .midnight, zone: .utc)
    var facts = DashboardFacts.nothing
    for kind in kinds { facts.declared[.declared(kind)] = day.start - ago }
    return Dashboard(facts: facts, child: Sample.child, settings: Settings(), zone: .utc, now: Sample.start)
      .recentKinds.count
  }
}

extension SettingKey {
  /// The defaults of the settings that the page shows or calculates with; those that are off are left out.
  static var table: JSON {
    let names = [
      "day.start", "diaper.interval", "feeding.interval", "feeding.solids", "feeding.topUp", "predictions.enabled",
      "reminders.enabled", "reminders.feed", "reminders.from", "reminders.sleep", "reminders.tummy",
      "theme.categoryStrategy", "theme.iconStyle", "theme.mode", "theme.palette", "time.format", "units",
      "units.temperature", "units.weight",
    ]
    let keys = all.filter { names.contains($0.name) }
    precondition(keys.count == names.count)
    return .object(JSONObject(keys.filter { $0.defaultValue != "off" }.map { ($0.name, .string($0.defaultValue)) }))
  }
}

/// What palettes and the colours of kinds are called.
enum ThemeTable {
  static var palettes: JSON { .array(Palette.allCases.map { row($0.rawValue, $0.name) }) }
  static var strategies: JSON { .array(CategoryStrategy.allCases.map { row($0.rawValue, $0.name) }) }

  /// Without a name it is called as its id is spoken: "Ocean Calm" of "ocean-calm".
  private static func row(_ id: String, _ name: String) -> JSON {
    let spoken = id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    return .present(["id": .string(id), "name": name == spoken ? nil : .string(name)])
  }
}
