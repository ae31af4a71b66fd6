/// What a family has set, for everything or for one child.
public struct Settings: Hashable, Sendable {
  /// When a day begins (BabyBasics: day start time).
  public var dayStart: TimeOfDay = .midnight
  public var units: VolumeUnit = .milliliters
  /// What weights and temperatures are listed in, as far as somebody has chosen.
  public var measures = MeasureUnits()
  public var timeFormat: TimeFormat = .twelveHour
  public var dateOrder: DateOrder = .ask
  public var weekStart: WeekStart = .monday
  /// How long after a feed the next one is due; nil when nobody wants to know.
  public var feedingInterval: Duration?
  /// From what of a feed the time since it counts, and its interval.
  public var feedingIntervalFrom: IntervalStart = .start
  /// How soon after a feed a bottle belongs to it; nil where each feed counts by itself.
  public var topUp: Duration?
  /// Whether solid food is a feed, too, for the time since the last one and for what is predicted: off, for a spoonful of
  /// banana leaves a child as hungry as before.
  public var solids: Switch = .off
  /// How long after a diaper the next one is due; nil when nobody wants to know.
  public var diaperInterval: Duration?
  /// On, though nothing reminds before somebody sets an interval, adds a reminder or leaves a timer running: whoever
  /// does that wants to be told.
  public var reminders: Switch = .on
  public var quietHours: QuietHours?
  /// After how long a running sleep is asked about; nil for never. Few nights are longer than Nestling's longest sleep.
  public var sleepReminder: Duration? = .hours(12)
  /// How long before a nap becomes likely it is said; nil for never.
  public var napReminder: Duration?
  /// After how long a running tummy time is asked about; nil for never. One lasts a few minutes.
  public var tummyReminder: Duration? = .minutes(30)
  /// After how long a running feed is asked about; nil for never. At the breast, one takes up to an hour.
  public var feedReminder: Duration? = .hours(2)
  /// Whether it is said when a medicine may be given again. On: who notes how often wants to be told.
  public var medicineReminder: Switch = .on
  /// On: it is computed here, from what was logged, and sent nowhere.
  public var predictions: Switch = .on
  public var theme = Theme()

  public init() {}

  public var weightUnit: WeightUnit {
    get { measures.weight ?? .kilograms }
    set { measures.weight = newValue }
  }

  public var temperatureUnit: TemperatureUnit {
    get { measures.temperature ?? .celsius }
    set { measures.temperature = newValue }
  }
}

/// The units that somebody has chosen for what is measured; nil leaves each value in the unit that it was typed in.
public struct MeasureUnits: Hashable, Sendable {
  public var weight: WeightUnit?
  public var temperature: TemperatureUnit?

  public init(weight: WeightUnit? = nil, temperature: TemperatureUnit? = nil) {
    self.weight = weight
    self.temperature = temperature
  }

  /// Their words in entries' fields.
  var words: Set<String> {
    Set([weight?.rawValue, temperature.map { $0 == .celsius ? "celsius" : "fahrenheit" }].compactMap(\.self))
  }
}

public enum TimeFormat: String, CaseIterable, Sendable {
  case twelveHour = "12h"
  case twentyFourHour = "24h"
}

public enum WeightUnit: String, CaseIterable, Sendable {
  case kilograms = "kg"
  case pounds = "lb"
}

public enum TemperatureUnit: String, CaseIterable, Sendable {
  case celsius = "C"
  case fahrenheit = "F"
}

public enum Switch: String, CaseIterable, Sendable {
  case on, off
}

/// From what of an entry the time since it counts.
public enum IntervalStart: String, CaseIterable, Sendable {
  case start, end
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
