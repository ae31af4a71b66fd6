import BabyModel
import BabyProtocol

/// Decides when the daemon is told what the desktop prefers: when that changes, and when the daemon has come and knows
/// otherwise.
///
/// What somebody else sets meanwhile is left alone. Agents of two sessions would else correct each other for ever.
struct PreferenceReport {
  private static let key = "theme.desktop"

  /// Nil until the desktop has said it.
  private var preference: DesktopPreference?
  /// What the settings said when they were asked, or were last told; nil until then.
  private var recorded: DesktopPreference?
  private var isAsking = false

  /// The desktop prefers this now.
  ///
  /// - Returns: the call to make, if any; so do the others.
  mutating func saw(_ preference: DesktopPreference) -> MethodCall? {
    self.preference = preference
    return next()
  }

  /// The daemon can be called, and may be another one than before.
  mutating func connected() -> MethodCall? {
    recorded = nil
    isAsking = false
    return next()
  }

  /// One of the calls was answered. Only the answer to a question is news.
  mutating func answered(_ answer: JSON) -> MethodCall? {
    guard isAsking, let setting = try? SettingsGet.Answer(json: answer).setting else { return nil }
    recorded = DesktopPreference(rawValue: setting.value)
    isAsking = recorded == nil
    return next()
  }

  private mutating func next() -> MethodCall? {
    guard let preference, preference != recorded, !isAsking else { return nil }
    guard recorded != nil else {
      isAsking = true
      return MethodCall(SettingsGet.self, .init(key: Self.key))
    }
    recorded = preference
    return MethodCall(SettingsSet.self, .init(key: Self.key, value: preference.rawValue))
  }
}
