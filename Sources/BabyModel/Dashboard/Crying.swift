/// A logged stretch of crying.
public struct Crying: Hashable, Sendable {
  public let start: Instant
  public let length: Duration

  /// The names of activities that are crying, in lower case.
  private static let names = ["crying", "cry"]

  /// Nil for any other activity.
  ///
  /// - Parameter length: nil if unknown.
  public init?(named name: String, start: Instant, length: Duration?) {
    guard Self.names.contains(name.lowercased()) else { return nil }
    self.start = start
    self.length = max(length ?? .zero, .zero)
  }

  /// - Parameter now: until when a running one goes on.
  public init?(_ entry: Entry, now: Instant) {
    guard entry.kind == .declared(.activity) else { return nil }
    self.init(named: entry.timer.name, start: entry.start, length: entry.isRunning ? now - entry.start : entry.duration)
  }
}

/// How much crying was logged of a day, and of those before it.
public struct CryingDays: Hashable, Sendable {
  public let today: Duration
  /// Of each of the days before on which anything was logged.
  public let before: [Duration]

  /// How many days before are looked at.
  public static let days = 7

  /// - Parameter entries: the child's, of all kinds; deleted ones are left out.
  public init(_ entries: some Sequence<Entry>, dayStart: TimeOfDay, zone: ZoneRules, now: Instant) {
    let today = DayWindow(containing: now, dayStart: dayStart, zone: zone)
    let windows = (0...Self.days).map { DayWindow(today.date.adding(days: -$0), dayStart: dayStart, zone: zone) }
    var covered = windows.map { _ in CoveredTime() }
    var isKept = windows.map { _ in false }
    for entry in entries where entry.deletedAt == nil && entry.start <= now {
      let crying = Crying(entry, now: now)
      let end = min(crying.map { $0.start + $0.length } ?? entry.start, now)
      for (index, window) in windows.enumerated() {
        if window.contains(entry.start) { isKept[index] = true }
        // Time that was logged twice is counted once.
        if crying != nil { covered[index].add(from: max(entry.start, window.start), to: min(end, window.end)) }
      }
    }
    let lengths = covered.map { $0.duration(before: nil) }
    self.today = lengths[0]
    before = zip(lengths, isKept).dropFirst().filter(\.1).map(\.0)
  }
}
