/// What a family has set, for everything or for one child.
public struct Settings: Hashable, Sendable {
  /// When a day begins (BabyBasics: day start time).
  public var dayStart: TimeOfDay = .midnight
  public var units: VolumeUnit = .milliliters
  public var timeFormat: TimeFormat = .twelveHour

  public init() {}
}

public enum TimeFormat: String, CaseIterable, Sendable {
  case twelveHour = "12h"
  case twentyFourHour = "24h"
}

/// The one list of settings: names, defaults, what values are allowed, and how each reaches `Settings`.
public struct SettingKey: Sendable {
  public let name: String
  public let summary: String
  /// What a value may be, as a person reads it.
  public let expected: String
  /// Allowed words, where the values are words.
  public let choices: [String]
  public let defaultValue: String
  /// Puts a value into the settings; false when the value is not allowed.
  let apply: @Sendable (String, inout Settings) -> Bool

  public static let all: [SettingKey] = [
    SettingKey(
      name: "day.start", summary: "When a day begins, in the child's zone.", expected: "a time such as 00:00 or 04:30",
      choices: [], defaultValue: "00:00"
    ) { value, settings in
      guard let time = TimeOfDay(value) else { return false }
      settings.dayStart = time
      return true
    },
    SettingKey(
      name: "time.format", summary: "How clock times are written.", expected: "12h or 24h",
      choices: TimeFormat.allCases.map(\.rawValue), defaultValue: "12h"
    ) { value, settings in
      guard let format = TimeFormat(rawValue: value) else { return false }
      settings.timeFormat = format
      return true
    },
    SettingKey(
      name: "units", summary: "The unit in which amounts are shown and numbers without a unit are read.",
      expected: "ml or oz", choices: VolumeUnit.allCases.map(\.rawValue), defaultValue: "ml"
    ) { value, settings in
      guard let unit = VolumeUnit(rawValue: value) else { return false }
      settings.units = unit
      return true
    },
  ]

  /// - Throws: `BabyError.settingUnknown` with the nearest name.
  public static func named(_ name: String) throws(BabyError) -> SettingKey {
    if let key = all.first(where: { $0.name == name }) { return key }
    throw .settingUnknown(name, nearest: nearestName(to: name, among: all.map(\.name)))
  }

  /// - Throws: `BabyError.settingInvalid`.
  public func validate(_ value: String) throws(BabyError) {
    var scratch = Settings()
    guard apply(value, &scratch) else { throw .settingInvalid(key: name, value: value, expected: expected) }
  }
}

extension Settings {
  /// The settings in force: the stored values of everything first, then the child's own.
  ///
  /// Values that are no longer allowed, from an older version, leave the default in force.
  public init(family: [String: String], child: [String: String] = [:]) {
    for key in SettingKey.all {
      for value in [family[key.name], child[key.name]] {
        if let value { _ = key.apply(value, &self) }
      }
    }
  }
}
