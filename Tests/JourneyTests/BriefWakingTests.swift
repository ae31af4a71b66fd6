import BabyProtocol
import TestSupport
import Testing

@Suite("A brief waking")
struct BriefWakingTests {
  @Test("is shown with its sleep, leaves it running, does not count as asleep, and can be undone")
  func logged() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("sleep", "start", "--at", "3h ago")
      let logged = try machine.bbctl("sleep", "waking", "--at", "2h ago", "--for", "15m")
      #expect(logged.status == 0 && logged.output.contains("Logged brief waking"), "\(logged.output)\(logged.errors)")
      #expect(try machine.bbctl("sleep", "waking", "--for", "10m").status == 0)
      #expect(try machine.call("dashboard.get")["runningSleep"] != .null)
      let history = try machine.bbctl("history", "--plain").output
      #expect(history.contains("2 wakings, 25m awake"), "\(history)")
      #expect(try machine.bbctl("undo").status == 0)
      #expect(try machine.bbctl("history", "--plain").output.contains("1 waking, 15m awake"))
      #expect(try machine.bbctl("sleep", "stop").status == 0)
      let page = try machine.call("timeline.list", ["days": 2])
      let asleep = page["days"]?.arrayValue?.compactMap { $0["totals"]?["sleepSeconds"]?.integerValue }.reduce(0, +)
      #expect(asleep.map { abs($0 - (180 - 15) * 60) < 120 } == true, "\(asleep ?? -1)")
    }
  }
}
