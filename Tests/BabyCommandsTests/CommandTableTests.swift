import ArgumentParser
import BabyProtocol
import Testing

@testable import BabyCommands

@Suite struct CommandTableTests {
  @Test("a command alone parses as in the whole tree", arguments: ArgumentTests.table.map(\.line))
  func sameAsTree(line: String) throws {
    let arguments = words(line)
    let (command, rest) = try #require(try CommandTable.find(arguments))
    let alone = try command.parseAsRoot(rest)
    let inTree = try Bbctl.parseAsRoot(arguments)
    #expect(type(of: alone) == type(of: inTree))
    #expect(dumped(alone) == dumped(inTree))
  }

  /// With a line for each command that has an action without options.
  private static let withoutOptions = [
    "status", "status Eva", "status --json", "sleep", "sleep status", "sleep status --json", "sleep start",
    "sleep stop", "sleep stop --json", "sleep toggle", "sleep nap", "feed", "feed left", "feed right", "feed both",
    "feed bottle 4oz", "feed pump 80 ml", "feed start", "feed start left", "feed start right", "feed switch",
    "feed pause", "feed resume", "feed stop", "feed toggle", "diaper", "diaper pee", "tummy", "tummy start",
    "tummy stop", "tummy 5m", "note first smile", "wet 20m ago", "log wet 20m ago", "bottle 4oz --plain",
    "nap 1h --json", "today", "today --json", "history", "history last Monday", "history --plain", "undo", "redo",
    "predict", "predict show", "why", "remind", "remind list", "child", "child list",
  ]

  @Test("words without options have the effect of the parsed command", arguments: withoutOptions)
  func withoutParser(line: String) throws {
    #expect(Invocation(words: words(line)) != nil)
    let parsed = words(line) + ["--timeout", "50"]
    #expect(Invocation(words: parsed) == nil)
    let (short, shortCalls) = try Self.run(words(line))
    let (long, longCalls) = try Self.run(parsed)
    #expect(shortCalls == longCalls && shortCalls != [])
    #expect(short.output == long.output && short.errors == long.errors && short.status == long.status)
    #expect(short.output != "" || short.errors != "")
  }

  /// A run with the sample family, where every sentence is a wet diaper, and the calls that it made.
  private static func run(_ arguments: [String]) throws -> (run: Run, calls: [String]) {
    let daemon = try FakeDaemon { request in
      request.method == "phrase.log"
        ? .result(Sample.answer(Sample.wetDiaper, "Logged wet diaper").json) : SampleDaemon.answer(request)
    }
    defer { daemon.stop() }
    return (Run(arguments, socket: daemon.socket), daemon.calls.map { "\($0.method) \($0.params.text)" })
  }

  @Test("every command can be found by its words")
  func all() throws {
    for (path, command) in Self.leaves() {
      let found = try CommandTable.find(path + ["--json"])
      #expect(found?.0 == command, "\(path)")
      #expect(found?.1 == ["--json"])
      #expect(command.configuration.commandName == path.last)
      let needsParser = CommandTable.action(for: path) == nil
      #expect(needsParser || Self.withoutOptions.contains(path.joined(separator: " ")), "\(path)")
    }
    #expect(Self.leaves().count > 50)
  }

  @Test(
    "help goes to the whole tree", arguments: ["", "help", "help sleep", "help sleep stop", "sleep --help", "--help"])
  func help(line: String) throws {
    let run = Run(words(line))
    #expect(run.status == .success)
    #expect(run.output.contains("USAGE: bbctl"))
    #expect(run.errors == "")
  }

  @Test("help for an unknown command is refused, and suggests the most similar one")
  func wrongHelp() {
    let run = Run(["help", "slep"])
    #expect(run.status == .invalid)
    #expect(run.errors.contains("There is no command \"bbctl slep\"."))
    #expect(Run(["help", "sleep", "stat"]).status == .invalid)
  }

  @Test("an unknown command gets a suggestion")
  func nearest() {
    #expect(Run(["slep", "start"]).errors.hasSuffix("Try: bbctl sleep\n"))
    #expect(Run(["sleep", "strat"]).errors.hasSuffix("Try: bbctl sleep start\n"))
    #expect(Run(["sleep", "qqqqqqqq"]).errors.hasSuffix("Try: bbctl sleep --help\n"))
  }

  /// Every command except groups, with the words that lead to it.
  static func leaves(
    of command: any ParsableCommand.Type = Bbctl.self, after path: [String] = []
  ) -> [(path: [String], command: any ParsableCommand.Type)] {
    command.configuration.subcommands.flatMap { next -> [(path: [String], command: any ParsableCommand.Type)] in
      let path = path + [next.configuration.commandName ?? ""]
      return next.configuration.subcommands.isEmpty ? [(path, next)] : leaves(of: next, after: path)
    }
  }

  private func dumped(_ value: Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }
}
