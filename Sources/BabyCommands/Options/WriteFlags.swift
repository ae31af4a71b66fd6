import ArgumentParser
import BabyProtocol

/// What every command takes that changes something.
struct WriteFlags: ParsableArguments {
  @Flag(name: .customLong("dry-run"), help: "Show what would be done, and change nothing.")
  var dryRun = false

  @Option(
    name: .customLong("idempotency-key"),
    help: ArgumentHelp("Running the command again with the same key changes nothing.", valueName: "key"))
  var idempotencyKey: String?

  var options: WriteOptions { WriteOptions(idempotencyKey: idempotencyKey, dryRun: dryRun) }
}

/// When something happened.
struct AtOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("When, such as \"20m ago\", 2:30am or \"yesterday 22:10\"; without it, now.", valueName: "time"))
  var at: String?
}

/// When something happened and how long it took.
struct TimeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("When it began, such as \"20m ago\" or 2:30am; or all of it: 22:10-05:40.", valueName: "time"))
  var at: String?

  @Option(help: ArgumentHelp("How long, such as 15m or \"1h 20m\"; alone, it ended now.", valueName: "duration"))
  var `for`: String?

  @Option(help: ArgumentHelp("When it began; goes with --to or --for.", valueName: "time"))
  var from: String?

  @Option(help: ArgumentHelp("When it ended; goes with --from or --for.", valueName: "time"))
  var to: String?

  var words: TimeWords { TimeWords(at: at, for: `for`, from: from, to: to) }

  /// Nothing but `--at` was given.
  var isAtMost: Bool { `for` == nil && from == nil && to == nil }

  var isEmpty: Bool { at == nil && isAtMost }
}

struct NoteOption: ParsableArguments {
  @Option(help: ArgumentHelp("A remark to keep with it.", valueName: "text"))
  var note: String?
}
