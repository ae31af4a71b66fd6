import BabyProtocol
import TestSupport
import Testing

@Suite("Travelling")
struct TravelTests {
  @Test("days follow the clocks of the child's current place, and nothing is counted twice or lost")
  func days() async throws {
    try await Machine.withEva(zone: "Europe/Berlin") { machine in
      // In Berlin from 22:00 to 6:00 the next day, in New York from 17:00 to 1:00.
      try machine.bbctl("sleep", "log", "--from", "2026-03-09T21:00:00Z", "--to", "2026-03-10T05:00:00Z")
      // In Berlin at 3:00 on the 10th, in New York at 22:00 on the 9th.
      try machine.bbctl("feed", "bottle", "120ml", "--at", "2026-03-10T02:00:00Z")
      try machine.bbctl("diaper", "wet", "--at", "2026-03-10T15:00:00Z")
      #expect(try kinds(of: "2026-03-09", machine) == ["sleep 22:00+01:00"])
      #expect(
        try kinds(of: "2026-03-10", machine) == ["diaper 16:00+01:00", "feeding 03:00+01:00", "sleep 22:00+01:00"])

      #expect(try machine.bbctl("child", "edit", "Eva", "--zone", "America/New_York").status == 0)
      #expect(try kinds(of: "2026-03-09", machine) == ["feeding 22:00-04:00", "sleep 17:00-04:00"])
      #expect(try kinds(of: "2026-03-10", machine) == ["diaper 11:00-04:00", "sleep 17:00-04:00"])
      let history = try machine.bbctl("history", "2026-03-09")
      #expect(history.output.contains("10:00 PM") && history.output.contains("5:00 PM"))
      #expect(try machine.call("daemon.status")["entries"] == 3)

      // And home again: everything is as it was.
      #expect(try machine.bbctl("child", "edit", "Eva", "--zone", "Europe/Berlin").status == 0)
      #expect(
        try kinds(of: "2026-03-10", machine) == ["diaper 16:00+01:00", "feeding 03:00+01:00", "sleep 22:00+01:00"])
    }
  }

  @Test("a sleep that runs over a flight keeps its real duration")
  func flight() async throws {
    try await Machine.withEva(zone: "Europe/Berlin") { machine in
      let start = try machine.bbctl("sleep", "start", "--at", "2h ago", "--json").json["entry"]?["start"]
      try machine.bbctl("child", "edit", "Eva", "--zone", "Pacific/Auckland")
      let running = try machine.bbctl("status", "--json").json["runningSleep"]
      #expect(running?["start"] == start)
      let entry = try machine.bbctl("sleep", "stop", "--json").json["entry"]
      #expect(entry?["start"] == start)
      #expect(try machine.bbctl("today").output.contains("2h"))
    }
  }

  @Test("a machine in another zone shows and accepts the child's times")
  func machineAway() async throws {
    try await Machine.withEva(zone: "Europe/Berlin") { machine in
      try machine.bbctl("diaper", "wet", "--at", "2026-03-10T15:00:00Z")
      let home = try machine.bbctl("history", "2026-03-10").output
      for zone in ["Asia/Tokyo", "America/Los_Angeles"] {
        machine.environment["TZ"] = zone
        try machine.restart()
        #expect(try machine.bbctl("history", "2026-03-10").output == home)
      }
      let entry = try machine.bbctl("feed", "bottle", "100ml", "--at", "yesterday 14:05", "--json").json["entry"]
      #expect(entry?["startLocal"]?.stringValue?.contains("T14:05:00.000+0") == true)
    }
  }

  /// What a day shows, newest first: "sleep 22:00+01:00".
  private func kinds(of day: String, _ machine: Machine) throws -> [String] {
    let entries = try machine.call("timeline.list", ["day": .string(day)])["entries"]?.arrayValue ?? []
    return entries.map { entry in
      let local = entry["startLocal"]?.stringValue ?? ""
      return "\(entry["kind"]?.stringValue ?? "") \(local.dropFirst(11).prefix(5))\(local.suffix(6))"
    }
  }
}
