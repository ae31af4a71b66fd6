import ArgumentParser
import BabyModel
import BabyProtocol

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
  static let code: ArgumentHelp =
    "The code, or - for the first line of standard input. Spaces, dashes and small letters do not matter."
  static let session: ArgumentHelp = "The session: its last characters as the list shows them, or its whole id."
  static let yes: ArgumentHelp = "Do it without asking."
  static let dryRun: ArgumentHelp = "Show what would change, without changing it."
  static let entry: ArgumentHelp =
    "The entry: its last characters as \"bbctl today\" shows them, its whole id, or \"last\" for the latest one logged."
  static let queued: ArgumentHelp =
    "The entry: its last characters as \"bbctl queue\" shows them, or its whole id; default: all that failed."
  static let setting: ArgumentHelp = "The setting's name, as \"bbctl settings list\" shows it."

  /// - Throws: `ValidationError` for a limit that the daemon does not take.
  static func validate(limit: Int?, upTo most: Int = 1000) throws(ValidationError) {
    if let limit, !(1...most).contains(limit) { throw ValidationError("--limit must be between 1 and \(most).") }
  }
}

/// The child that a command shows: `status Eva` and `status --child Eva` are the same.
struct ChildArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The child, as with --child.", valueName: "child"), completion: .children)
  var words: [String] = []

  @Option(help: OptionHelp.eachChild, completion: .children) var child: String?

  func validate() throws {
    if child != nil, !words.isEmpty { throw ValidationError("The child is given twice.") }
  }

  /// Nil for the selected child.
  var name: String? { words.isEmpty ? child : words.joined(separator: " ") }
}

/// When something happened and how long it took.
struct TimeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When it began, such as \"20m ago\" or 2:30am, or from when to when: 22:10-05:40.", valueName: "time"))
  var at: String?

  @Option(help: ArgumentHelp("How long, such as 15m or \"1h 20m\"; on its own, it ended now.", valueName: "duration"))
  var `for`: String?

  @Option(help: ArgumentHelp("When it began; use with --to or --for.", valueName: "time"))
  var from: String?

  @Option(help: ArgumentHelp("When it ended; use with --from or --for.", valueName: "time"))
  var to: String?

  var words: TimeTexts { TimeTexts(at: at, for: `for`, from: from, to: to) }

  /// No more than a point in time was given.
  var isPoint: Bool { `for` == nil && from == nil && to == nil }

  var isEmpty: Bool { at == nil && isPoint }
}

/// The options of every command that changes something.
struct WriteFlags: ParsableArguments {
  @Flag(help: OptionHelp.dryRun) var dryRun = false

  @Option(
    help: ArgumentHelp(
      "An idempotency key: running the command again with the same key changes nothing.", valueName: "key"))
  var idempotencyKey: String?

  var options: WriteOptions { WriteOptions(idempotencyKey: idempotencyKey, dryRun: dryRun) }
}
