/// A family's settings, global or for one child.
public struct Settings: Hashable, Sendable {
  /// When a day begins (BabyBasics: day start time).
  public var dayStart: TimeOfDay = .midnight
  public var units: VolumeUnit = .milliliters
  /// The chosen units for lists of weights and temperatures.
  public var measures = MeasureUnits()
  public var timeFormat: TimeFormat = .twelveHour
  public var dateOrder: DateOrder = .ask
  public var weekStart: WeekStart = .monday
  /// How long after a feed the next one is due; nil for no reminder.
  public var feedingInterval: Duration?
  /// From what of a feed the time since it counts, and its interval.
  public var feedingIntervalFrom: IntervalStart = .start
  /// How soon after a feed a bottle belongs to it; nil if each feed counts by itself.
  public var topUp: Duration?
  /// Whether solid food is a feed, too, for the time since the last one and for predictions: off, because a spoonful of
  /// banana leaves a child as hungry as before.
  public var solids: Switch = .off
  /// How long after a diaper the next one is due; nil for no reminder.
  public var diaperInterval: Duration?
  /// On, although there are no reminders until a person sets an interval, adds a reminder or leaves a timer running:
  /// those who do that want reminders.
  public var reminders: Switch = .on
  public var quietHours: QuietHours?
  /// How long a sleep runs before a reminder; nil for never. Few nights are longer than Nestling's longest sleep.
  public var sleepReminder: Duration? = .hours(12)
  /// How long before a likely nap there is a reminder; nil for never.
  public var napReminder: Duration?
  /// How long a tummy time runs before a reminder; nil for never. It usually takes a few minutes.
  public var tummyReminder: Duration? = .minutes(30)
  /// How long a feed runs before a reminder; nil for never. At the breast, it takes up to an hour.
  public var feedReminder: Duration? = .hours(2)
  /// Whether there is a reminder when a medicine may be given again. On: those who record the interval want it.
  public var medicineReminder: Switch = .on
  /// On: predictions are computed locally, from the log, and sent nowhere.
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

/// The chosen units of measurements; nil leaves each value in the unit in which it was typed.
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

/// How clock times are written: `8:24 PM` or `20:24`.
public enum TimeFormat: String, CaseIterable, Sendable {
  case twelveHour = "12h"
  case twentyFourHour = "24h"
}

/// The unit in which weights are shown.
public enum WeightUnit: String, CaseIterable, Sendable {
  case kilograms = "kg"
  case pounds = "lb"
}

/// The unit in which temperatures are shown.
public enum TemperatureUnit: String, CaseIterable, Sendable {
  case celsius = "C"
  case fahrenheit = "F"
}

/// A setting that is on or off.
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
