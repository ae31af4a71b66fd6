import BabyProtocol

/// A command as key bindings and status bars give it: its words alone, or with `--json`.
///
/// Parsing even one command's options takes ArgumentParser four times as long as all the rest of the call. What has no
/// options needs no parser.
struct Shortcut {
  let settings: SessionSettings
  let run: (CommandSession) throws -> Void

  /// Nil when the arguments are for the parser.
  init?(_ arguments: [String]) {
    var settings = SessionSettings()
    var words = arguments
    if words.last == "--json" {
      settings.printsJSON = true
      words.removeLast()
    }
    guard let run = Self.action(for: words) else { return nil }
    self.settings = settings
    self.run = run
  }

  private static func action(for words: [String]) -> ((CommandSession) throws -> Void)? {
    switch words {
    case ["status"]: { try Status.show(child: nil, in: $0) }
    case ["sleep", "start"]: { try $0.log(SleepStart.self, .init()) }
    case ["sleep", "stop"]: { try $0.log(SleepStop.self, .init()) }
    case ["sleep", "toggle"]: { try $0.log(SleepToggle.self, .init()) }
    default: nil
    }
  }
}
