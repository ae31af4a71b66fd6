import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore

extension HandlerTable {
  mutating func addSettings() {
    read("settings.get") { book in CallAnswer(book.call.operation, try book.settingsList()) }
    write("settings.put") { book, writer in
      let wish = try book.call.decode(SettingValues.self)
      var values: [String: String] = [:]
      for setting in wish.settings {
        try SettingKey.named(setting.key).validate(setting.value)
        guard values.updateValue(setting.value, forKey: setting.key) == nil else {
          throw APIError.invalid(setting.key, "appears twice")
        }
      }
      if try book.reader.settings(of: book.user.id) != values { try writer.setSettings(values, of: book.user.id) }
      return CallAnswer(book.call.operation, try book.settingsList())
    }
  }
}

extension Book {
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
