package import BabyEngine
package import BabyModel
package import BabyProtocol
import BabyStore

extension LogbookReader {
  /// - Parameter reference: the child whose own values count; nil for the family's.
  package func settingsList(of reference: String?) throws -> SettingsList.Answer {
    SettingsList.Answer(settings: try SettingKey.all.map { try setting($0, of: reference) })
  }

  package func setting(_ key: SettingKey, of reference: String?) throws -> SettingRecord {
    let child = try reference.map { try self.child($0) }
    let own = try child.flatMap { try transaction.settings(child: $0.id)[key.name] }
    let family = try transaction.settings(child: nil)[key.name]
    let source: SettingRecord.Source = own != nil ? .child : family != nil ? .family : .default
    return SettingRecord(
      key: key.name, value: own ?? family ?? key.defaultValue, defaultValue: key.defaultValue, source: source,
      summary: key.summary)
  }
}

extension LogbookWriter {
  package func answer(_ outcome: SettingOutcome, child: String?) throws -> SettingAnswer {
    SettingAnswer(
      setting: try reader.setting(outcome.key, of: child), message: outcome.message, seq: try seq, isDryRun: isDryRun)
  }
}
