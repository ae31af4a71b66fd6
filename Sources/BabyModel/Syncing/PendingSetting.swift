/// A value of this machine's that the family server has not confirmed yet.
public struct PendingSetting: Hashable, Sendable {
  /// Sent along with every attempt, so that the server does it once however often it arrives.
  public var idempotencyKey: String
  public var setting: SharedSetting
  /// Whether it was sent before and may have arrived: another person's value may have replaced it since, and the
  /// response does not show that.
  public var isRepeated: Bool

  public init(idempotencyKey: String, setting: SharedSetting, isRepeated: Bool) {
    self.idempotencyKey = idempotencyKey
    self.setting = setting
    self.isRepeated = isRepeated
  }
}

/// The result of one attempt to send a value: it is accepted as the server has it now.
public typealias SettingResult = RelayResult<SharedSetting>
