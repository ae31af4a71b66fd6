/// Variables of the environment that are about clients. The daemon, which may be started where they are set, ignores them.
package enum ClientVariable {
  /// How many seconds a client waits for the daemon's answer.
  package static let timeout = "BABYBASICS_TIMEOUT"
  /// Whether `bbctl` was run by a key of the desktop, or by a script.
  package static let notify = "BABYBASICS_NOTIFY"
  /// The prefix of the variables that `bbctl remind --exec` sets for its command.
  package static let reminderPrefix = "BABYBASICS_REMINDER_"

  package static func isOne(_ name: String) -> Bool {
    name == timeout || name == notify || name.hasPrefix(reminderPrefix)
  }
}
