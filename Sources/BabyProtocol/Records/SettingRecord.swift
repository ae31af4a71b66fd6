/// A setting and the value in force.
public struct SettingRecord: Hashable, WireObject {
  public static var schemaName: String? { "Setting" }

  public var key: String
  public var value: String
  public var defaultValue: String
  /// Where the value comes from.
  public var source: Source
  public var summary: String

  public enum Source: String, WireWord {
    case `default`, family, child
  }

  public init(key: String, value: String, defaultValue: String, source: Source, summary: String) {
    self.key = key
    self.value = value
    self.defaultValue = defaultValue
    self.source = source
    self.summary = summary
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    key = try members.required("key", "The setting's name.")
    value = try members.required("value", "The current value.")
    defaultValue = try members.required("default", "The value when nothing is set.")
    source = try members.required("source", "Where the value comes from.")
    summary = try members.required("summary", "What the setting does.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("key", key)
    members.field("value", value)
    members.field("default", defaultValue)
    members.field("source", source)
    members.field("summary", summary)
  }
}

/// The answer to every call that changes a setting.
public struct SettingAnswer: PressAnswer {
  public static var schemaName: String? { "SettingAnswer" }

  public var setting: SettingRecord
  public var message: String
  public var seq: Int
  public var isDryRun: Bool
  public var isRepeated = false

  public init(setting: SettingRecord, message: String, seq: Int, isDryRun: Bool) {
    self.setting = setting
    self.message = message
    self.seq = seq
    self.isDryRun = isDryRun
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    setting = try members.required("setting", "The setting as it is now.")
    message = try members.required("message", "What was done, in words.")
    seq = try members.required("seq", "Number of the database's last change.")
    isDryRun = try members.flag("dryRun", "True when nothing was changed.")
    isRepeated = try members.repetition()
  }

  public func write(to members: inout ObjectWriter) {
    members.field("setting", setting)
    members.field("message", message)
    members.field("seq", seq)
    members.flag("dryRun", isDryRun)
    members.flag("repeated", isRepeated)
  }
}
