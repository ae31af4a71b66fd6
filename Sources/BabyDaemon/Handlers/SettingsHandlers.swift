import BabyEngine
import BabyModel
import BabyProtocol
import BabyRecords
import BabyStore

extension HandlerTable {
  mutating func addSettings() {
    read(SettingsList.self) { params, book in try book.settingsList(of: params.childID) }
    read(SettingsGet.self) { params, book in
      SettingsGet.Answer(setting: try book.setting(SettingKey.named(params.key), of: params.childID))
    }
    write(SettingsSet.self) { params, book in
      try book.answer(book.setSetting(params.key, to: params.value, child: params.childID), child: params.childID)
    }
    write(SettingsReset.self) { params, book in
      try book.answer(book.setSetting(params.key, to: nil, child: params.childID), child: params.childID)
    }
  }
}
