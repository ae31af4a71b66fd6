import ArgumentParser
import BabyProtocol

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

  var words: TimeWords { TimeWords(at: at, for: `for`, from: from, to: to) }

  /// No more than a point in time was given.
  var isPoint: Bool { `for` == nil && from == nil && to == nil }

  var isEmpty: Bool { at == nil && isPoint }
}
