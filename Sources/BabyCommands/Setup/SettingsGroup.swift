import ArgumentParser
import BabyModel
import BabyProtocol

struct SettingsGroup: ParsableCommand, NamedCommand {
  static let commandName = "settings"

  static func listSubcommands(_ add: (any NamedCommand.Type) -> Void) {
    add(SettingsListCommand.self)
    add(SettingsGetCommand.self)
    add(SettingsSetCommand.self)
    add(SettingsResetCommand.self)
  }

  static let configuration = group(
    "Show and change settings, for everything or for one child.",
    discussion: """
        bbctl settings units
        bbctl settings units oz
        bbctl settings set day.start 04:00 --child Eva
        bbctl settings reset day.start --child Eva

      With a family server, your settings are the same on all your machines. With --child, these are the same for \
      everybody who shares the child: \(SettingKey.all.filter { $0.home == .child }.map(\.name).joined(separator: ", ")).
      """)
}

extension SettingsGroup {
  /// `settings units` and `settings units oz` with the command that they leave out.
  static func spelledOut(_ arguments: [String]) -> [String] {
    guard arguments.count > 1, arguments[0] == commandName,
      SettingKey.all.contains(where: { $0.name == arguments[1] })
    else { return arguments }
    let isSet = arguments.count > 2 && !arguments[2].hasPrefix("-")
    return [arguments[0], isSet ? "set" : "get"] + arguments.dropFirst()
  }
}

struct SettingsListCommand: Command {
  static let commandName = "list"

  static let configuration = command(
    "List all settings and their current values.", usage: "settings list")

  @Option(help: OptionHelp.settingChild) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(SettingsList.self, .init(childID: child)) { .settings($0.settings) }
  }
}

struct SettingsGetCommand: Command {
  static let commandName = "get"

  static let configuration = command(
    "Print the value of a setting and nothing else.", usage: "settings get <key>")

  @Argument(help: OptionHelp.setting, completion: settingNames)
  var key: String

  @Option(help: OptionHelp.settingChild) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(SettingsGet.self, .init(key: key, childID: child)) { Page(line: $0.setting.value) }
  }
}

struct SettingsSetCommand: Command {
  static let commandName = "set"

  static let configuration = command(
    "Change a setting.", usage: "settings set <key> <value>",
    discussion: (["  bbctl settings set units oz"] + SettingKey.all.map(\.explanation)).joined(separator: "\n\n"))

  @Argument(help: OptionHelp.setting, completion: settingNames)
  var key: String

  @Argument(help: "The value.", completion: settingValues)
  var value: String

  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.settingChild) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(
      SettingsSet.self, .init(key: key, value: value, childID: child, options: write.options)
    ) { .done($0.message, isDryRun: $0.isDryRun) }
  }
}

struct SettingsResetCommand: Command {
  static let commandName = "reset"

  static let configuration = command(
    "Reset a setting: a child's to the one for all children, or that to the default.", usage: "settings reset <key>")

  @Argument(help: OptionHelp.setting, completion: settingNames)
  var key: String

  @OptionGroup var write: WriteFlags
  @Option(help: OptionHelp.settingChild) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(SettingsReset.self, .init(key: key, childID: child, options: write.options)) {
      .done($0.message, isDryRun: $0.isDryRun)
    }
  }
}

extension SettingKey {
  /// "time.format: How clock times are written. It is 12h or 24h; default: 12h."
  fileprivate var explanation: String { "\(name): \(summary) Value: \(expected). Default: \(defaultValue)." }
}

private let settingNames = CompletionKind.list(SettingKey.all.map(\.name))

/// The values of the setting that was typed before.
private let settingValues = CompletionKind.custom { words, _, typed in
  let key = words.lazy.compactMap { word in SettingKey.all.first { $0.name == word } }.first
  return (key?.choices ?? []).filter { $0.hasPrefix(typed) }
}

extension Page {
  static func settings(_ settings: [SettingRecord]) -> Page {
    var page = Page()
    for setting in settings {
      let source = setting.source == .default ? "default" : setting.source.rawValue
      let overflow: Overflow = setting.source == .default ? .spare : .needed
      page.row([
        .init(setting.key, .strong), .init(setting.value), .init(source, .faint, overflow), .init(setting.summary),
      ])
    }
    return page
  }
}
