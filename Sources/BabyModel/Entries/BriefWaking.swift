extension KindDeclaration {
  /// A brief waking during a sleep: it ends nothing, and predictions do not treat it as waking up.
  public static let briefWaking = KindDeclaration(
    "briefWaking", title: "Brief waking", noun: "a brief waking", alsoCalled: ["night waking"], longest: .hours(1))
}

/// The brief wakings within a sleep.
public struct BriefWakings: Hashable, Sendable {
  public var count = 0
  /// Time awake during the sleep; time that was logged twice is counted once, and a momentary one takes no time.
  public var awake: Duration = .zero

  public init(count: Int, awake: Duration) {
    self.count = count
    self.awake = awake
  }

  /// - Parameters:
  ///   - entries: the child's; other kinds are left out, and wakings that begin before the sleep or after it.
  ///   - now: until when a running sleep goes on.
  public init(in sleep: Entry, among entries: some Sequence<Entry>, until now: Instant) {
    let end = sleep.end ?? (sleep.isRunning ? max(now, sleep.start) : sleep.start)
    var covered = CoveredTime()
    for waking in entries where waking.kind == .declared(.briefWaking) && waking.deletedAt == nil {
      guard (sleep.start..<end).contains(waking.start) else { continue }
      count += 1
      covered.add(from: waking.start, to: min(waking.end ?? waking.start, end))
    }
    awake = covered.duration(before: nil)
  }
}

extension BriefWakings {
  /// Those within the running sleep, or where none runs within the last; nil without any.
  init?(_ facts: DashboardFacts, until end: Instant) {
    guard let sleep = facts.runningSleep ?? facts.lastSleep else { return nil }
    self.init(in: sleep, among: facts.wakings, until: end)
    if count == 0 { return nil }
  }
}

extension Words {
  /// "2 wakings, 25m awake", "1 waking"; nil without any.
  public static func wakings(_ wakings: BriefWakings) -> String? {
    guard wakings.count > 0 else { return nil }
    let count = "\(wakings.count) \(wakings.count == 1 ? "waking" : "wakings")"
    return wakings.awake > .zero ? "\(count), \(duration(wakings.awake)) awake" : count
  }
}
