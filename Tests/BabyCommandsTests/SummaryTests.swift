import BabyModel
import Testing

@testable import BabyCommands

@Suite("An entry as one line")
struct SummaryTests {
  @Test("says what and when, and is not on the clipboard unless that is asked for")
  func line() throws {
    let daemon = try SampleDaemon.start()
    defer { daemon.stop() }
    #expect(Run(["summary"], socket: daemon.socket).output == "Feed · Left breast · 15 min · 8:09 PM\n")
    let run = Run(["summary", "last", "--copy"], socket: daemon.socket)
    #expect(run.status == .invalid)
    #expect(run.errors.contains("wl-copy"))
  }

  @Test("words of notes are offered by how often they were used, and short ones never")
  func words() {
    let notes = ["spat up a little", "Spat up after the bottle", "first smile, at us"]
    #expect(frequentWords(in: notes, beginningWith: "").prefix(2) == ["spat", "little"])
    #expect(frequentWords(in: notes, beginningWith: "s") == ["spat", "smile"])
    #expect(frequentWords(in: notes, beginningWith: "at") == [])
  }
}
