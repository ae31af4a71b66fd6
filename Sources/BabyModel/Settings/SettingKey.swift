/// The owner of a setting, which decides where it is shared.
public enum SettingHome: String, CaseIterable, Sendable {
  /// A person's, on every machine where they are logged in.
  case person
  /// Per child, for everybody who shares it. Set without a child, it applies to all of the person's children without a
  /// value of their own.
  case child
  /// A machine's: no other hears of it.
  case machine
}

/// One setting: its name and default, what values are allowed, and how they reach `Settings`.
public struct SettingKey: Sendable {
  public let name: String
  public let home: SettingHome
  public let summary: String
  /// The valid values, as text for people.
  public let expected: String
  /// Allowed words, where the values are words.
  public let choices: [String]
  public let defaultValue: String
  /// Puts a value into the settings; false when the value is not allowed.
  let apply: @Sendable (String, inout Settings) -> Bool

  /// Programs tell what they see of it, and no person changes it.
  public var isObserved: Bool { home == .machine }

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
