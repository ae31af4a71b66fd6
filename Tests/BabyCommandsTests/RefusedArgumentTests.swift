import BabyProtocol
import Testing

@testable import BabyCommands

@Suite("Command lines that are refused")
struct RefusedArgumentTests {
  @Test(
    "invalid ones are refused before calling a daemon",
    arguments: [
      "feed left --started left", "diaper wet --for 5m", "tummy start --for 5m", "tummy 5m --for 5m",
      "sleep log", "note",
      "sleep nap --at 2am", "history --last 7", "history today --last 7d", "history today --from may",
      "history --totals --kind sleep", "history --totals --last 12h", "history --totals --to may", "delete",
      "summary a1b2c3 --child Eva", "history --limit 0", "activity --limit 0", "growth --limit 0",
      "chart today --last 7d", "chart --last 12h", "chart --last 400d", "chart --svg a --png b", "chart --on light",
      "chart --all --last 7d", "chart sleep november --all", "chart sleep --last 3661d", "chart sleep feeds",
      "chart november sleep",
      "report", "report eva", "report eva.doc", "report pdf", "report a.pdf today --last 7d", "report a.pdf --last 63d",
      "report a.pdf --last 12h", "report a.pdf --since-visit --last 7d", "report a.html --paper a4",
      "chart --png -", "chart --pdf -", "milk --limit 0",
      "foods --limit 0", "edit last",
      "edit last --set amount", "edit last --set =3",
      "edit last --side left --started left", "child add Eva", "child add Eva --born yesterday", "child edit Eva",
      "settings set units", "completion tcsh",
      "status --timeout 0", "status --child", "delete last",
      "child remove Eva", "child purge Eva", "sleep cancel",
      "queue discard", "queue discard a1b2c3", "queue discard a1b2c3 --failed",
      "queue --limit 0", "inbox apply", "inbox apply mine", "share create --role owner", "share accept",
      "share role Ben", "share role Ben boss", "share role Ben owner", "share remove", "share remove Ben",
      "share leave",
      "share transfer Ben",
      "remind --exec",
      "remind list now", "account upload now",
    ])
  func refusals(line: String) throws {
    let daemon = try FakeDaemon { _ in .hangUp }
    defer { daemon.stop() }
    let run = Run(words(line), socket: daemon.socket)
    #expect(run.status == .invalid)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("bbctl: "))
    #expect(daemon.requests.isEmpty)
  }

  @Test(
    "a single unknown word is refused by the command, which lists the valid words",
    arguments: ["feed 120ml", "diaper purple", "tummy sometimes", "sleep strat", "slep"])
  func plainRefusals(line: String) throws {
    let daemon = try FakeDaemon { _ in .error(RPCError(.phraseNotUnderstood, "No.")) }
    defer { daemon.stop() }
    for socket in [daemon.socket, "/nonexistent/daemon.sock"] {
      let run = Run(words(line), socket: socket)
      #expect(run.status == .invalid)
      #expect(run.output == "")
      #expect(run.errors.hasPrefix("bbctl: ") && !run.errors.contains("No."))
    }
    #expect(daemon.calls.map(\.method) == ["phrase.log"])
  }

  @Test(
    "several unknown words are refused as a phrase, and without a daemon by the command",
    arguments: ["feed left 120ml", "feed bottle much", "diaper wet tomorrow", "slep start", "she flew --child Eva"])
  func refusedPhrases(line: String) throws {
    let daemon = try FakeDaemon { _ in .error(RPCError(.phraseNotUnderstood, "No.")) }
    defer { daemon.stop() }
    let run = Run(words(line), socket: daemon.socket)
    #expect(run.status == .invalid)
    #expect(run.errors.hasPrefix("bbctl: No.\n  Try: bbctl "))
    let alone = Run(words(line), socket: "/nonexistent/daemon.sock")
    #expect(alone.status == .invalid)
    #expect(alone.errors.hasPrefix("bbctl: ") && !alone.errors.contains("No."))
  }

  @Test("an option that does not apply to the entry's kind is refused")
  func editOfAnotherKind() throws {
    let found = EntryGet.Answer(entry: Sample.wetDiaper, child: Sample.child, timeFormat: .twelveHour)
    let daemon = try FakeDaemon { _ in .result(found.json) }
    defer { daemon.stop() }
    let run = Run(words("edit last --amount 90ml"), socket: daemon.socket)
    #expect(run.status == .invalid)
    #expect(run.errors == "bbctl: --amount is for a bottle or pumping, but this entry is a diaper.\n")
    #expect(run.errors.contains("--amount"))
    #expect(daemon.calls.map(\.method) == ["entry.get"])
  }
}
