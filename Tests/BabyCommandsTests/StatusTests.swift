import BabyModel
import BabyProtocol
import Testing

@testable import BabyCommands

@Suite("The top of status")
struct StatusTests {
  @Test("failed changes, conflicts and overdue events are above everything else on a terminal")
  func attention() throws {
    let lines = try Self.lines("status", Sample.offline, onTerminal: true)
    #expect(
      lines.prefix(7) == [
        "Offline · Showing last known data (synced 9:02 PM)", "2 unsent · 1 failed  (bbctl queue)",
        "1 conflict to decide  (bbctl inbox)", "Maximilian Alexander Theodor von Hohenfels-Sonnenschein",
        "Feed overdue 30m · was due 10:09 PM", "Time for Vitamin D · 13h 39m ago  (bbctl remind dismiss 'Vitamin D')",
        "Sleeping 1h 04m · since 9:35 PM",
      ])
  }

  @Test("an ended session is shown with the command for a new login")
  func loggedOut() throws {
    let lines = try Self.lines("status", Sample.loggedOut)
    #expect(lines.first == "Logged out · Showing last known data (synced Thu, Nov 12 9:02 PM)  (bbctl login)")
  }

  @Test("shows since when the child is awake, by the end of the last sleep")
  func awake() throws {
    #expect(try Self.lines("status --child awake").contains("Awake 7h 04m · since 3:35 PM"))
    #expect(try Self.lines("sleep status --child awake") == ["Awake 7h 04m · since 3:35 PM · 寝子"])
    #expect(try !Self.lines("status").contains { $0.contains("Awake") })
    #expect(try !Self.lines("status --child empty").contains { $0.contains("Awake") })
    #expect(try Self.lines("sleep status --child empty") == ["Not sleeping · Mia"])
  }

  @Test("shows no waking time after a sleep with an unknown end, or for longer than is possible")
  func unknownEnd() {
    var dashboard = LongFamily.dashboard("awake")
    func lines() -> String { Renderer.text(.dashboard(dashboard, now: Sample.now)) }
    #expect(lines().contains("Awake"))
    dashboard.lastSleep = Sample.record(1, .sleep, "2026-11-14T21:50:00Z", endUnknown: true)
    #expect(!lines().contains("Awake"))
    dashboard.lastSleep = Sample.record(1, .sleep, "2026-11-13T21:50:00Z", "2026-11-14T06:39:30Z")
    #expect(!lines().contains("Awake"))
    dashboard.lastSleep = Sample.record(1, .sleep, "2026-11-13T21:50:00Z", "2026-11-14T06:39:31Z")
    #expect(lines().contains("Awake 23h 59m · since yesterday 10:39 PM"))
  }

  @Test("if everything is old, it shows since when there are no entries, with the place, and nothing as overdue")
  func old() throws {
    let lines = try Self.lines("status --child old")
    #expect(lines.prefix(2) == ["Tom", "Nothing since December 2020  (bbctl history 2020-12)"])
    #expect(!lines.contains { $0.contains("due") || $0.contains("Next diaper") || $0.contains("Awake") })
    for child in ["awake", "empty", "forgotten"] {
      #expect(try !Self.lines("status --child \(child)").contains { $0.contains("Nothing since") })
    }
  }

  @Test("a forgotten timer is shown above the last of each kind")
  func forgotten() throws {
    let lines = try Self.lines("status --child forgotten")
    #expect(
      lines.prefix(3).dropFirst() == [
        "Tummy time 11h 09m · since 11:30 AM", "It must have ended by now. Say when: bbctl tummy stop --at TIME",
      ])
  }

  @Test("shows when medicines were last given, and when the next dose may be given")
  func medicines() throws {
    for command in ["status", "today"] {
      let lines = try Self.lines(command)
      #expect(lines.contains("Tylenol · last 7:10 PM · next from tomorrow 1:10 AM"), "\(lines)")
      #expect(
        lines.contains("Ibuprofen Oral Suspension 100 mg per 5 ml for Children · last 3:00 PM · may be given again"))
    }
    #expect(try !Self.lines("status --child awake").contains { $0.contains("given") })
  }

  @Test("for a child with only medicine it does not claim that there were no entries")
  func medicineAlone() {
    var dashboard = LongFamily.dashboard("old")
    dashboard.medicines = LongFamily.dashboard(LongFamily.name).medicines
    #expect(!Renderer.text(.dashboard(dashboard, now: Sample.now)).contains("Nothing since"))
  }

  @Test("shows how often the child was awake in the running or last sleep")
  func wakings() {
    var dashboard = Sample.dashboard()
    dashboard.wakings = .init(count: 1, awakeSeconds: 0)
    #expect(
      Renderer.text(.dashboard(dashboard, now: Sample.now)).contains("Sleeping 1h 04m · since 9:35 PM · 1 waking\n"))
    #expect(
      Renderer.text(.sleepStatus(dashboard, now: Sample.now)) == "Sleeping 1h 04m · since 9:35 PM · 1 waking · Eva\n")
    dashboard.runningSleep = nil
    dashboard.wakings = .init(count: 2, awakeSeconds: 1_500)
    #expect(Renderer.text(.dashboard(dashboard, now: Sample.now)).contains("1h 45m · 2 wakings, 25m awake\n"))
  }

  @Test("shows all running activities, and how to end a forgotten one")
  func activities() throws {
    var dashboard = LongFamily.dashboard("awake")
    dashboard.runningActivities = [
      Sample.record(0xd1, try .activity("music class"), "2026-11-14T05:30:00Z"),
      Sample.record(0xd2, try .activity("bath"), "2026-11-15T06:30:00Z"),
    ]
    let lines = Renderer.text(.dashboard(dashboard, now: Sample.now)).split(separator: "\n").map(String.init)
    #expect(
      lines.dropFirst().prefix(3) == [
        "Music class 25h 09m · since yesterday 9:30 PM",
        "It must have ended by now. Say when: bbctl stop 'music class' --at TIME", "Bath 9m · since 10:30 PM",
      ])
  }

  @Test("in a pipe, only the dashboard and the account are requested")
  func calls() throws {
    for onTerminal in [false, true] {
      let daemon = try LongFamily.start(Sample.offline)
      defer { daemon.stop() }
      _ = Run(["status"], socket: daemon.socket, onTerminal: onTerminal)
      let more = onTerminal ? ["inbox.list", "reminder.list", "chart.get"] : []
      #expect(daemon.calls.map(\.method) == ["dashboard.get", "account.status"] + more)
    }
  }

  private static func lines(
    _ command: String, _ account: AccountStatus.Answer = Sample.noAccount, onTerminal: Bool = false
  ) throws -> [String] {
    let daemon = try LongFamily.start(account)
    defer { daemon.stop() }
    let run = Run(
      words(command), socket: daemon.socket, onTerminal: onTerminal,
      variables: ["HOME": "/nonexistent", "NO_COLOR": "1"])
    return run.output.split(separator: "\n").map(String.init)
  }
}

extension Renderer {
  /// A page as it stands in a pipe.
  static func text(_ page: Page) -> String {
    Renderer(isPlain: false, in: CommandEnvironment(variables: [:], now: { Sample.now })).render(page)
  }
}
