import BabyAPI
package import BabyModel

extension HTTPUpstream {
  package func send(_ setting: PendingSetting) async -> SettingResult {
    var call = Call(Operations.settingsChange, sending: SharedSettingRecord(setting.setting))
    call.headers = [("Idempotency-Key", setting.idempotencyKey)]
    do throws(CallFailure) {
      let theirs = try await perform(call).decoded().setting
      guard theirs.place == setting.setting.place else {
        throw .unavailable(.badAnswer("back a different setting"))
      }
      return .accepted(theirs)
    } catch { return SettingResult(error) }
  }
}
