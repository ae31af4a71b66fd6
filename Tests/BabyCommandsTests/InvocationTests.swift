import ArgumentParser
import BabyProtocol
import Testing

@testable import BabyCommands

@Suite("The request of a command line")
struct InvocationTests {
  @Test(
    "is determined from its words, without a daemon",
    arguments: [
      // Commands
      ("sleep stop", "command"), ("sleep stop --at 3pm", "command"), ("--json status", "command"),
      ("status ann marie", "command"), ("note -- --json", "command"), ("diaper wet --at -20m", "command"),
      ("settings units oz", "command"), ("feed bottle 120ml", "command"),
      // Questions
      ("feeds yesterday", "command"), ("why is she crying", "command"),
      // Sentences
      ("120 ml formula", "sentence"), ("wet -20m", "sentence"), ("log wet", "sentence"), ("milk add 120ml", "sentence"),
      ("feed bottle formula 4", "sentence, or command"), ("sleep 2h", "sentence, or wrong"),
      ("sleep 2h --child Eva", "sentence, or wrong"),
      ("poop --child Eva", "command"),
      // Words that nothing begins with
      ("she pooped --note x", "bbctl-she, or sentence, or wrong"), ("stats", "bbctl-stats, or wrong"),
      ("help stats", "bbctl-stats, or wrong"), ("help left", "bbctl-left, or help"),
      ("--demo", "bbctl-demo, or wrong"), ("--json --demo left 15m", "bbctl-demo, or wrong"),
      ("--json hlep me", "bbctl-hlep, or sentence, or wrong"),
      // Help and wrong usage
      ("--help", "help"), ("help sleep", "help"), ("sleep --help", "help"), ("--version", "help"),
      ("sleep nap --at 2am", "wrong"), ("share cancel", "wrong"), ("status --chld Eva", "wrong"),
      // Children
      ("diaper wet --child Eva --child Max", "command and command"),
      ("status --child all", "every child"), ("diaper wet --child all", "wrong"),
      // Nothing
      ("", "nothing"), ("--json", "nothing"),
    ])
  func kind(line: String, kind: String) {
    #expect(Self.kind(Invocation(words(line))) == kind)
  }

  private static func kind(_ invocation: Invocation) -> String {
    switch invocation.request {
    case .run: "command"
    case .log(let sentence): "sentence" + (sentence.otherwise.map { ", or \(kind($0()))" } ?? "")
    case .answer(let error): Bbctl.exitCode(for: error).isSuccess && !(error is UsageError) ? "help" : "wrong"
    case .program(let name, _, let otherwise): "\(name), or \(kind(otherwise()))"
    case .each(let invocations): invocations.map(kind).joined(separator: " and ")
    case .everyChild: "every child"
    case .noCommand: "nothing"
    }
  }

  @Test("a phrase that the daemon does not understand is read as a command, and its words are not logged twice")
  func otherReading() throws {
    let daemon = try FakeDaemon { request in
      request.method == "phrase.log" ? .error(RPCError(.phraseNotUnderstood, "No.")) : .hangUp
    }
    defer { daemon.stop() }
    _ = Run(words("feed bottle formula 4"), socket: daemon.socket)
    #expect(daemon.calls.map(\.method) == ["phrase.log", "entry.log"])
  }

  @Test("the options known without ArgumentParser are those that the commands declare")
  func options() throws {
    let tool = try JSON(parsing: Run(["--experimental-dump-help"]).output.utf8)
    let log = try #require(
      tool["command"]?["subcommands"]?.arrayValue?.first { $0["commandName"]?.stringValue == LogCommand.commandName })
    let own: Set<String> = ["--help", "-h", "--version"]
    let flags = Self.names(of: log) { $0["kind"] == "flag" }
    #expect(flags.subtracting(own) == Sentence.flags)
    let optionsWithValue = Self.names(of: log) { $0["kind"] == "option" }
    #expect(optionsWithValue == Sentence.optionsWithValue)
  }

  @Test("the options whose value can begin with a dash are those for a time; --daily is a time of day")
  func times() throws {
    let tool = try JSON(parsing: Run(["--experimental-dump-help"]).output.utf8)
    var left = [try #require(tool["command"])]
    var declared: Set<String> = []
    while let command = left.popLast() {
      left += command["subcommands"]?.arrayValue ?? []
      declared.formUnion(Self.names(of: command) { $0["kind"] == "option" && $0["valueName"] == "time" })
    }
    #expect(declared.subtracting(["--daily"]) == GlobalOptions.times)
  }

  /// The names of a command's arguments, with their dashes.
  private static func names(of command: JSON, where isIncluded: (JSON) -> Bool) -> Set<String> {
    let names = (command["arguments"]?.arrayValue ?? []).filter(isIncluded).flatMap { $0["names"]?.arrayValue ?? [] }
    return Set(names.map { ($0["kind"] == "short" ? "-" : "--") + ($0["name"]?.stringValue ?? "") })
  }
}

@Suite("Questions")
struct QuestionsTests {
  @Test(
    "A question about several entries lists them, and logs nothing",
    arguments: [
      ("feeds", "history --kind feeding"), ("bottles", "history --kind feeding --search bottle"),
      ("diapers", "history --kind diaper"), ("poops", "history --kind diaper --search poop"),
      ("naps", "history --kind sleep"), ("diapers yesterday", "history --kind diaper yesterday"),
      ("feeds --child Max", "history --kind feeding --child Max"), ("Feeds", "history --kind feeding"),
      ("baths", "history --kind activity --search bath"),
    ])
  func lists(typed: String, runs: String) {
    let arguments = typed.split(separator: " ").map(String.init)
    #expect(Questions.asList(arguments).joined(separator: " ") == runs)
  }

  @Test("Anything else stays as it was typed", arguments: [["feed"], ["diaper"], [], ["nap", "1h"], ["she", "naps"]])
  func others(arguments: [String]) { #expect(Questions.asList(arguments) == arguments) }
}
