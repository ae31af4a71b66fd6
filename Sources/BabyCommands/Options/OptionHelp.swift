import ArgumentParser

/// The help texts of options that many commands share.
enum OptionHelp {
  static let at = ArgumentHelp(
    "When, such as \"20m ago\", 2:30am or \"yesterday 22:10\"; default: now.", valueName: "time")
  static let note = ArgumentHelp("A remark to keep with the entry.", valueName: "text")
  static let child = ArgumentHelp(
    "The child; default: the selected one. Repeat the option to run the command for several.", valueName: "name|id")
  static let eachChild = ArgumentHelp(
    "The child, or \"all\" for each of them; default: the selected one. May be repeated.", valueName: "name|id|all")
  static let settingChild = ArgumentHelp(
    "A child's own value; default: the one for all children.", valueName: "name|id")
  static let reminder: ArgumentHelp =
    "The reminder: feeding, diaper, nap, sleep, tummy, a name, or an id; default: the last one sent."
  static let reminderChild = ArgumentHelp("The child; default: any.", valueName: "name|id")
  static let member: ArgumentHelp = "The member: a name or e-mail address as \"bbctl share\" shows it, or an id."
  static let yes: ArgumentHelp = "Do it without asking."
  static let entry: ArgumentHelp =
    "The entry: its last characters as \"bbctl today\" shows them, its whole id, or \"last\" for the latest one logged."
  static let queued: ArgumentHelp =
    "The entry: its last characters as \"bbctl queue\" shows them, or its whole id; default: all that failed."
  static let setting: ArgumentHelp = "The setting's name, as \"bbctl settings list\" shows it."

  /// - Throws: `ValidationError` for a limit that the daemon does not take.
  static func validate(limit: Int?) throws(ValidationError) {
    if let limit, !(1...1000).contains(limit) { throw ValidationError("--limit must be between 1 and 1000.") }
  }
}
