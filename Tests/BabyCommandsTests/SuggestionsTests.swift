import ArgumentParser
import BabyProtocol
import Testing

@testable import BabyCommands

@Suite("Words that people try") struct SuggestionsTests {
  private static let table = Suggestions.table.flatMap { typed, commands in commands.map { (typed, $0) } }
    .sorted { $0 < $1 }

  @Test("each leads to an existing command that accepts the arguments", arguments: table)
  func exists(typed: String, command: String) throws {
    let line = words(command.replacing(Suggestions.open, with: "Eva"))
    if line == ["--help"] || line == ["--version"] { return }
    let (found, rest) = try #require(try CommandTable.find(line))
    let takesNoArgument = rest.isEmpty || rest == ["--help"]
    // The parser asks for missing arguments itself.
    let needsMore = ["child add", "child edit", "edit", "remind add", "settings set"].contains { command.hasPrefix($0) }
    if !takesNoArgument, !needsMore { _ = try found.parseAsRoot(rest) }
    #expect(Run(line.prefix(line.count - rest.count) + ["--help"]).output.contains("USAGE: bbctl"))
  }

  @Test("none of them is already a command, or logs something", arguments: table.map(\.0))
  func isNotACommand(typed: String) {
    let line = words(typed)
    if line.first == "log" || line.first == "start" { return }
    #expect((try? CommandTable.find(line)) == nil, "\(typed) is a command")
    #expect(Invocation(words: line) == nil || line.first == "sleep", "\(typed) is said to the daemon")
  }

  @Test("there are enough of them to be of use")
  func count() { #expect(Suggestions.table.count >= 60) }

  @Test(
    "bbctl suggests the right command, with the words that followed",
    arguments: [
      ("share cancel K7Q2", ["bbctl share revoke K7Q2"]), ("share cancel", ["bbctl share revoke --help"]),
      ("switch Max", ["bbctl child select Max"]), ("graph", ["bbctl chart"]),
      ("stats", ["bbctl history --last 7d", "bbctl summary"]), ("signin", ["bbctl login"]),
      ("users", ["bbctl share members"]), ("search 'first smile'", ["bbctl history --search 'first smile'"]),
      ("search", ["bbctl history --help"]), ("STATS", ["bbctl history --last 7d"]),
      ("help stats", ["bbctl history --last 7d"]), ("handover", ["bbctl activity"]),
      ("who", ["bbctl activity", "bbctl share members"]), ("since 11:40", ["bbctl activity --since 11:40"]),
      ("child switch Max --json", ["bbctl child select Max"]),
    ])
  func said(line: String, hints: [String]) {
    let run = Run(words(line))
    #expect(run.status == .invalid)
    for hint in hints { #expect(run.errors.contains(hint), "\(run.errors)") }
  }

  @Test(
    "phrases that the grammar refuses get the same suggestions",
    arguments: [
      ("log out", "bbctl logout"), ("log stats", "bbctl history --last 7d"), ("log 'dashboard please'", "bbctl status"),
    ])
  func refusedPhrase(line: String, hint: String) throws {
    let daemon = try FakeDaemon { _ in .error(RPCError(.phraseNotUnderstood, "\"out\" is not understood.")) }
    defer { daemon.stop() }
    #expect(Run(words(line), socket: daemon.socket).errors.contains("Try: \(hint)\n"))
    // Other words are answered as before.
    #expect(Run(words("log qwertz"), socket: daemon.socket).errors.contains("Try: bbctl log --help\n"))
  }
}
