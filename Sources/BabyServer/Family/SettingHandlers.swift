import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore

extension OperationHandlers {
  mutating func addSettings() {
    read(Operations.settingsGet) { authorized in authorized.answer(try authorized.settingsList()) }
    write(Operations.settingsPut) { authorized, writer in
      let body = try authorized.body()
      var values: [String: String] = [:]
      for setting in body.settings {
        try SettingKey.named(setting.key).validate(setting.value)
        guard values.updateValue(setting.value, forKey: setting.key) == nil else {
          throw APIError.invalid(setting.key, "appears twice")
        }
      }
      try writer.setSettings(values, of: authorized.user.id)
      return authorized.answer(try authorized.settingsList())
    }
    write(Operations.settingsChange) { authorized, writer in
      let new = try authorized.body().setting
      if let problem = try new.problem() { throw APIError.invalid(problem.field, problem.message) }
      if let child = new.place.childID {
        let membership = try authorized.membership(in: child)
        // A person's settings for a child affect no one else.
        if new.place.home == .child, !membership.role.covers(.caregiver) { throw APIError.noAccess(needs: .caregiver) }
      }
      guard let setting = try writer.put(new, of: authorized.user.id) else {
        throw APIError.invalid("key", "is one too many: there can be \(SharedSetting.valuesPerHome)")
      }
      return authorized.answer(SharedSettingRecord(setting))
    }
  }
}

extension AuthorizedCall {
  fileprivate func settingsList() throws -> SettingsList.Answer {
    let own = try reader.settings(of: user.id)
    return SettingsList.Answer(
      settings: SettingKey.all.map { key in
        SettingRecord(
          key: key.name, value: own[key.name] ?? key.defaultValue, defaultValue: key.defaultValue,
          source: own[key.name] == nil ? .default : .family, summary: key.summary)
      })
  }
}
