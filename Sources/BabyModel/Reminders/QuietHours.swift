/// The part of each day when no reminders are sent, in the child's time zone.
public struct QuietHours: Hashable, Sendable {
  public var start: TimeOfDay
  /// The first time that is not quiet any more. Before `start` it is the next day's; the same as `start` means that no
  /// time is quiet.
  public var end: TimeOfDay

  public init(from start: TimeOfDay, to end: TimeOfDay) {
    self.start = start
    self.end = end
  }

  /// Reads `22:00-06:00`. Nil for any other form.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let start = TimeOfDay(parts[0]), let end = TimeOfDay(parts[1]) else { return nil }
    self.init(from: start, to: end)
  }

  public func contains(_ time: TimeOfDay) -> Bool {
    start <= end ? (start..<end).contains(time) : time >= start || time < end
  }

  /// The first instant from this one on that is not quiet.
  ///
  /// Quiet is what the clock on the wall says: an hour that clocks show twice is quiet twice, and one that they skip is
  /// over when they have skipped it.
  public func release(_ instant: Instant, zone: ZoneRules) -> Instant {
    let local = zone.local(instant)
    guard contains(local.time) else { return instant }
    let ends = (0...1).flatMap { zone.instants(of: LocalDateTime(local.date.adding(days: $0), end)).all }
    return ends.filter { $0 > instant }.min() ?? instant
  }
}

extension QuietHours: CustomStringConvertible {
  /// `22:00-06:00`
  public var description: String { "\(start)-\(end)" }
}
