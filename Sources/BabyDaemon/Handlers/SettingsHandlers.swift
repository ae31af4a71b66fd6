import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

extension MethodHandlers {
  mutating func addSettings() {
    read(SettingsList.self) { params, logbook in try logbook.settingsList(of: params.childID) }
    read(SettingsGet.self) { params, logbook in
      SettingsGet.Answer(setting: try logbook.setting(SettingKey.named(params.key), of: params.childID))
    }
    write(SettingsSet.self) { params, logbook in
      try logbook.setSetting(params.key, to: params.value, child: params.childID)
    }
    write(SettingsReset.self) { params, logbook in
      try logbook.setSetting(params.key, to: nil, child: params.childID)
    }
  }
}
