/// What a family has set, for everything or for one child.
public struct Settings: Hashable, Sendable {
  /// When a day begins (BabyBasics: day start time).
  public var dayStart: TimeOfDay = .midnight
  public var units: VolumeUnit = .milliliters
  public var timeFormat: TimeFormat = .twelveHour
  /// How long after a feed the next one is due, from start to start; nil when nobody wants to know.
  public var feedingInterval: Duration?
  /// How long after a diaper the next one is due; nil when nobody wants to know.
  public var diaperInterval: Duration?
  public var theme = Theme()

  public init() {}
}

public enum TimeFormat: String, CaseIterable, Sendable {
  case twelveHour = "12h"
  case twentyFourHour = "24h"
}

extension Settings {
  /// The settings in force: the stored values of everything first, then the child's own.
  ///
  /// Values that are no longer allowed, from an older version, leave the default in force.
  public init(family: [String: String], child: [String: String] = [:]) {
    for stored in [family, child] where !stored.isEmpty {
      for key in SettingKey.all {
        if let value = stored[key.name] { _ = key.apply(value, &self) }
      }
    }
  }
}
