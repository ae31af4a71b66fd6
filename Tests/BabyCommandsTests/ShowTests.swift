import BabyModel
import BabyProtocol
import Testing

@testable import BabyCommands

@Suite("Everything that is stored about an entry")
struct ShowTests {
  @Test("shows kind, fields, times, author and id, and whether it is still to be sent")
  func facts() {
    var record = Sample.record(
      0xa1b2c3, .feeding(Feeding(method: .bottle, amount: Volume(4.5, .ounces))), "2026-11-15T04:09:00Z",
      "2026-11-15T04:24:00Z", note: "spat up")
    record.entry.author = "Ben"
    record.entry.createdAt = Sample.at("2026-11-15T04:25:00Z")
    record.entry.updatedAt = Sample.at("2026-11-15T05:02:00Z")
    #expect(
      Self.text(record, .failed) == """
        Bottle · Eva
          Kind     Feed
          Method   bottle
          Amount   4.5 oz
          When     8:09–8:24 PM
          Length   15 min
          Note     spat up
          Logged   8:25 PM · by Ben
          Changed  9:02 PM
          Server   could not be sent                     bbctl queue
          ID       01920000-0000-7000-8000-000000a1b2c3

        """)
    record.entry.changedBy = "Omar"
    #expect(Self.text(record).contains("  Changed  9:02 PM · by Omar\n"))
    #expect(Self.text(record, .waiting).contains("  Server   waiting to be sent\n"))
    #expect(!Self.text(record).contains("Server"))
  }

  @Test("marks running, unknown ends, and deleted entries")
  func states() {
    #expect(Self.text(Sample.night).contains("  Running  1h 04m\n"))
    let unknown = Sample.record(1, .sleep, "2026-11-14T21:50:00Z", endUnknown: true)
    #expect(Self.text(unknown).contains("  End     unknown\n"))
    var deleted = Sample.wetDiaper
    deleted.entry.deletedAt = Sample.at("2026-11-15T06:00:00Z")
    #expect(Self.text(deleted).contains("  Deleted  10:00 PM"))
    #expect(Self.text(deleted).contains("bbctl undo a1b2c5"))
    deleted.entry.changedBy = "Omar"
    #expect(Self.text(deleted).contains("  Deleted  10:00 PM · by Omar"))
  }

  @Test("a running feed has the time at each breast, and the start of the current turn")
  func nursing() {
    let turn = NursingTurn(.left, since: Sample.at("2026-11-15T06:31:00Z"))
    let feeding = Feeding(method: .breast, startedSide: .right, breasts: .both, right: .minutes(12), turn: turn)
    let lines = Self.text(Sample.record(1, .feeding(feeding), "2026-11-15T06:19:00Z")).split(separator: "\n")
    for line in [
      "  Started side  right", "  Right         12 min", "  Timed side    left", "  Timed since   10:31 PM",
    ] { #expect(lines.contains { $0 == line }, "\(lines)") }
  }

  @Test("without an id it is the latest one")
  func latest() throws {
    let daemon = try SampleDaemon.start()
    defer { daemon.stop() }
    #expect(Run(["show"], socket: daemon.socket).output.hasPrefix("Left breast · Eva\n"))
    #expect(daemon.calls.first?.params["id"] == "last")
  }

  @Test("several entries are deleted after one question that lists them")
  func deletion() throws {
    let daemon = try FakeDaemon { request in
      request.method == "entry.deleteSeveral"
        ? .result(
          EntryDeleteSeveral.Answer(
            entries: [Sample.leftBreast, Sample.wetDiaper], children: [Sample.child], timeFormat: .twelveHour,
            message: "Deleted 2 entries", seq: 7
          ).json) : SampleDaemon.answer(request)
    }
    defer { daemon.stop() }
    let asked = Run(words("delete a1b2c3 a1b2c5"), socket: daemon.socket, typed: ["n"])
    #expect(asked.errors.contains("  Left breast · 15 min · 8:09–8:24 PM · Eva\n"))
    #expect(asked.errors.contains("Delete these 2 entries? [y/N]"))
    #expect(asked.status == .failed)
    #expect(!daemon.calls.contains { $0.method == "entry.deleteSeveral" })
    #expect(Run(words("delete a1b2c3 a1b2c5"), socket: daemon.socket).status == .invalid)
    #expect(
      Run(words("delete a1b2c3 a1b2c5 --yes"), socket: daemon.socket).output == """
        Deleted 2 entries · Eva  (undo: bbctl undo)
          a1b2c3  8:09–8:24 PM  Left breast · 15 min
          a1b2c5  9:37 PM       Wet diaper · a little rash

        """)
  }

  private static func text(_ record: EntryRecord, _ queued: QueueState? = nil) -> String {
    Renderer.text(
      .entry(
        EntryGet.Answer(entry: record, child: Sample.child, timeFormat: .twelveHour, queued: queued), now: Sample.now))
  }
}

@Suite("An entry as one line")
struct SummaryTests {
  @Test("has the kind and the time, and goes to the clipboard only on request")
  func line() throws {
    let daemon = try SampleDaemon.start()
    defer { daemon.stop() }
    #expect(Run(["summary"], socket: daemon.socket).output == "Feed · Left breast · 15 min · 8:09 PM\n")
    let run = Run(["summary", "last", "--copy"], socket: daemon.socket)
    #expect(run.status == .invalid)
    #expect(run.errors.contains("wl-copy"))
  }

  @Test("words of notes are completed by frequency, and short ones never")
  func words() {
    let notes = ["spat up a little", "Spat up after the bottle", "first smile, at us"]
    #expect(frequentWords(in: notes, beginningWith: "").prefix(2) == ["spat", "little"])
    #expect(frequentWords(in: notes, beginningWith: "s") == ["spat", "smile"])
    #expect(frequentWords(in: notes, beginningWith: "at") == [])
  }
}

@Suite("An edit that changes nothing")
struct UnchangedEntryTests {
  @Test("prints one line without an undo hint: undo would undo something else")
  func page() {
    let now = Sample.at("2026-11-15T06:00:00Z")
    let record = Sample.leftBreast
    let before = EntryGet.Answer(entry: record, child: Sample.child, timeFormat: .twelveHour)
    func text(_ after: EntryRecord, _ message: String) -> String {
      let answer = EntryAnswer(
        entry: after, child: Sample.child, timeFormat: .twelveHour, message: message, seq: 1)
      return Renderer.text(.change(from: before, to: answer, now: now))
    }
    #expect(text(record, "Nothing changed") == "Nothing changed · Eva\n")
    var edited = record
    edited.entry.note = "spat up"
    #expect(text(edited, "Updated left breast").contains("undo: bbctl undo"))
  }
}
