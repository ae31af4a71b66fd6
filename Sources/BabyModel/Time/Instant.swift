/// A point in time: whole milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Instant: Hashable, Comparable, Sendable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// 1800-01-01 to 2199-12-31, UTC: what anything here can have happened at. Whatever comes in from outside is held
  /// against it where it is read, so that nothing has to be checked again where it is calculated with.
  public static let plausible = Instant(milliseconds: -5_364_662_400_000)...Instant(milliseconds: 7_258_118_399_999)

  public static func < (a: Self, b: Self) -> Bool { a.milliseconds < b.milliseconds }

  public static func + (instant: Self, duration: Duration) -> Self {
    Instant(milliseconds: instant.milliseconds + duration.inMilliseconds)
  }

  public static func - (instant: Self, duration: Duration) -> Self {
    Instant(milliseconds: instant.milliseconds - duration.inMilliseconds)
  }

  /// The time that really passed between two instants, whatever wall clocks did meanwhile.
  public static func - (end: Self, start: Self) -> Duration {
    .milliseconds(end.milliseconds - start.milliseconds)
  }
}

extension Duration {
  public static func minutes(_ count: Int) -> Duration { .seconds(count * 60) }
  public static func hours(_ count: Int) -> Duration { .seconds(count * 3600) }

  /// Whole milliseconds, towards zero.
  public var inMilliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }

  /// Whole minutes, towards zero: 14 min 59 s is 14.
  public var wholeMinutes: Int64 { components.seconds / 60 }
}
