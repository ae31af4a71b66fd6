import BabyModel
import BabyProtocol
import Glibc
import Synchronization
import Testing

@testable import BabyCommands

@Suite("History of many days")
struct HistoryTests {
  /// Three days in two pages, each with a diaper.
  private static func daemon() throws -> FakeDaemon {
    try FakeDaemon { request in
      guard request.method == "timeline.list" else { return SampleDaemon.answer(request, Sample.offline) }
      let isSecond = request.params["cursor"] == "2026-11-12"
      let dates = isSecond ? [12] : [14, 13]
      let isTotals = request.params["totalsOnly"] == true
      return .result(
        TimelineList.Answer(
          child: Sample.child, units: .milliliters, timeFormat: .twelveHour, theme: .init(),
          entries: isTotals ? [] : dates.map { diaper($0) }, nextCursor: isSecond ? nil : "2026-11-12",
          days: dates.map(day)
        ).json)
    }
  }

  private static func diaper(_ day: Int) -> EntryRecord {
    Sample.record(UInt64(0xabcd00 + day), .diaper(.wet), "2026-11-\(day)T20:00:00Z")
  }

  private static func day(_ number: Int) -> DaySummaryRecord {
    var totals = DayTotalsRecord.zero
    (totals.diapers, totals.wetDiapers) = (1, 1)
    let start = Sample.at("2026-11-\(number)T08:00:00Z")
    return DaySummaryRecord(
      day: DayRecord(date: Sample.date("2026-11-\(number)"), start: start, end: start + .hours(24)), totals: totals)
  }

  @Test("goes through all pages, with one common heading")
  func pages() throws {
    let daemon = try Self.daemon()
    defer { daemon.stop() }
    #expect(
      Run(words("history november"), socket: daemon.socket).output == """
        Offline · Showing last known data (synced 9:02 PM)
        Today · Eva
          abcd0e  12:00 PM  Wet diaper
        1 wet

        Yesterday · Eva
          abcd0d  12:00 PM  Wet diaper
        1 wet

        Thu, Nov 12 · Eva
          abcd0c  12:00 PM  Wet diaper
        1 wet

        """)
    #expect(daemon.calls.filter { $0.method == "timeline.list" }.map { $0.params["cursor"] } == [nil, "2026-11-12"])
    #expect(daemon.calls.count { $0.method == "account.status" } == 1)
  }

  @Test(
    "shows each day's totals for the requested kinds, and none in a search",
    arguments: [
      ("history november", "1 feed · 60 ml · 1 wet · 2h asleep · 5m tummy · 1 pumping · 1 note"),
      ("history november --kind diaper", "1 wet"), ("history november --kind diaper --kind sleep", "1 wet · 2h asleep"),
      ("history november --kind feed", "1 feed · 60 ml · 1 pumping"), ("history november --kind weight", nil),
      ("history november --search wet", nil),
    ])
  func countsOfKinds(command: String, counts: String?) throws {
    for isOfDays in [true, false] {
      let daemon = try FakeDaemon { request in
        guard request.method == "timeline.list" else { return SampleDaemon.answer(request, Sample.offline) }
        var full = Self.day(14)
        full.totals.feedings = 1
        full.totals.feedingMl = 60
        full.totals.sleepSeconds = 7_200
        full.totals.tummySeconds = 300
        full.totals.pumpings = 1
        full.totals.notes = 1
        return .result(
          TimelineList.Answer(
            child: Sample.child, units: .milliliters, timeFormat: .twelveHour, theme: .init(),
            entries: [Self.diaper(14)], day: isOfDays ? nil : full.day, totals: isOfDays ? nil : full.totals,
            days: isOfDays ? [full] : nil
          ).json)
      }
      defer { daemon.stop() }
      let lines = Run(words(command), socket: daemon.socket).output.split(separator: "\n")
      #expect(lines.last.map(String.init) == counts ?? "  abcd0e  12:00 PM  Wet diaper", "\(command)")
    }
  }

  @Test("prints nothing for an empty page, and one message if all are empty", arguments: [[14], []])
  func emptyPages(dates: [Int]) throws {
    let daemon = try FakeDaemon { request in
      guard request.method == "timeline.list" else { return SampleDaemon.answer(request, Sample.offline) }
      let cursor = request.params["cursor"]?.stringValue
      return .result(
        TimelineList.Answer(
          child: Sample.child, units: .milliliters, timeFormat: .twelveHour, theme: .init(),
          entries: cursor == "second" ? dates.map { Self.diaper($0) } : [],
          nextCursor: cursor == nil ? "second" : cursor == "second" ? "third" : nil, days: dates.map(Self.day)
        ).json)
    }
    defer { daemon.stop() }
    let lines = Run(words("history 2020"), socket: daemon.socket).output.split(separator: "\n")
    let shown = dates.isEmpty ? ["No events · Eva"] : ["Today · Eva", "  abcd0e  12:00 PM  Wet diaper", "1 wet"]
    #expect(lines.map(String.init) == ["Offline · Showing last known data (synced 9:02 PM)"] + shown)
  }

  @Test("ends quietly when its reader is gone, and with an error when the disk is full", arguments: [EPIPE, ENOSPC])
  func unwritten(error: Int32) throws {
    let daemon = try Self.daemon()
    defer { daemon.stop() }
    var environment = CommandEnvironment(variables: ["BABYBASICS_SOCKET": daemon.socket]) { Sample.now }
    environment.write = { _ in
      errno = error
      return false
    }
    let outcome = BbctlProgram.run(words("history november"), in: environment)
    #expect(outcome.status == (error == EPIPE ? .success : .failed))
    #expect(outcome.errors.isEmpty == (error == EPIPE))
    #expect(daemon.calls.count { $0.method == "timeline.list" } == 1)
  }

  @Test("requests no more than the limit allows")
  func limit() throws {
    let daemon = try Self.daemon()
    defer { daemon.stop() }
    let run = Run(words("history november --limit 2"), socket: daemon.socket)
    #expect(run.output.contains("There are older entries"))
    #expect(daemon.calls.count { $0.method == "timeline.list" } == 1)
  }

  @Test("with totals has a line for each day and their sum")
  func totals() throws {
    let daemon = try Self.daemon()
    defer { daemon.stop() }
    #expect(
      Run(words("history november --totals"), socket: daemon.socket).output == """
        Offline · Showing last known data (synced 9:02 PM)
        Eva
          Today        1 wet
          Yesterday    1 wet
          Thu, Nov 12  1 wet
          3 days       3 wet

        """)
  }

  @Test(
    "with JSON is the daemon's pages, one on each line", arguments: ["history november", "history november --totals"])
  func json(command: String) throws {
    let daemon = try Self.daemon()
    defer { daemon.stop() }
    let lines = Run(words(command + " --json"), socket: daemon.socket).output.split(separator: "\n")
    #expect(try lines.map { try JSON(parsing: $0.utf8)["days"]?.arrayValue?.count } == [2, 1])
  }

  @Test("uses a pager only on a terminal, page by page, and not if it is disabled")
  func pager() throws {
    let daemon = try Self.daemon()
    defer { daemon.stop() }
    func paged(_ line: String, onTerminal: Bool = true) -> (pieces: [String], output: String) {
      let pieces = Mutex<[String]>([])
      let run = Run(
        words(line), socket: daemon.socket, onTerminal: onTerminal,
        pager: { piece in pieces.withLock { $0.append(piece) } })
      return (pieces.withLock { $0 }, run.output)
    }
    let read = paged("history november")
    #expect(read.pieces.count == 3)
    #expect(read.pieces.last == "[end]")
    #expect(read.output == "")
    for line in ["--no-pager", "--json", "--plain"].map({ "history november " + $0 }) {
      #expect(paged(line).pieces == [], "\(line)")
    }
    #expect(paged("history november", onTerminal: false).pieces == [])
    // An error is printed outside of it.
    let refused = Run(words("history november"), socket: "/nonexistent", onTerminal: true, pager: { _ in })
    #expect(refused.status == .unreachable && refused.errors.contains("bbctl:"))
  }

  @Test("shows all children in one pager")
  func onePager() throws {
    let daemon = try Self.daemon()
    defer { daemon.stop() }
    let pieces = Mutex<[String]>([])
    _ = Run(
      words("history november --child all"), socket: daemon.socket, onTerminal: true,
      pager: { piece in pieces.withLock { $0.append(piece) } })
    #expect(pieces.withLock { $0.count { $0 == "[end]" } } == 1)
    #expect(pieces.withLock { $0.last } == "[end]")
  }

  @Test("the pager is the configured one, otherwise less if it is installed")
  func pagerCommand() {
    func command(_ variables: [String: String], less: Bool = true) -> [String]? {
      Pager.command(variable: { variables[$0] }) { $0 == "less" && less }
    }
    #expect(command([:]) == ["less"])
    #expect(command([:], less: false) == nil)
    #expect(command(["PAGER": "most -s"], less: false) == ["sh", "-c", "most -s"])
    for none in ["", " ", "cat"] { #expect(command(["PAGER": none]) == nil) }
    #expect(command(["PAGER": "less", "TERM": "dumb"]) == nil)
  }
}
