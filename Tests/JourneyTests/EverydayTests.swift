import BabyProtocol
import TestSupport
import Testing

@Suite("Everyday")
struct EverydayTests {
  @Test(
    "an option that does not fit the entry is an error, and nothing is logged",
    arguments: [
      "diaper wet --for 5m", "note x --amount 3", "feed left 120ml", "feed bottle 100ml --started left",
      "feed left --started right", "sleep start --for 5m", "sleep stop --from 17:00", "sleep nap --at 17:00",
      "tummy start --for 5m", "edit last --type wet", "edit last --for 5m", "edit last --side left",
    ])
  func misfits(line: String) async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("note", "kept")
      let seq = try machine.call("daemon.status")["seq"]
      let run = try machine.bbctl(line.split(separator: " ").map(String.init))
      #expect(run.status == 2)
      #expect(run.errors.hasPrefix("bbctl: "))
      #expect(try machine.call("daemon.status")["seq"] == seq)
    }
  }

  @Test("a removed child returns with all its entries")
  func removal() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("diaper", "wet")
      #expect(try machine.bbctl("child", "remove", "eva").status == 2, "nobody can be asked")
      #expect(try machine.bbctl("child", "remove", "eva", "--yes").status == 0)
      #expect(try machine.bbctl("status").status == 3)
      #expect(try machine.bbctl("child", "list", "--removed").output.contains("removed"))
      #expect(try machine.bbctl("child", "restore", "Eva").status == 0)
      #expect(try machine.call("timeline.list")["entries"]?.arrayValue?.count == 1)
    }
  }

  @Test("a child's own settings override the family's until they are reset")
  func overrides() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("child", "add", "Max", "--born", "2020-01-01")
      try machine.bbctl("settings", "set", "units", "oz")
      try machine.bbctl("settings", "set", "units", "ml", "--child", "Max")
      func amount(_ child: String) throws -> String {
        try machine.bbctl("feed", "bottle", "60ml", "--child", child)
        return try machine.bbctl("today", "--child", child).output
      }
      #expect(try amount("Max").contains("60 ml"))
      #expect(try amount("Eva").contains("oz"))
      try machine.bbctl("settings", "reset", "units", "--child", "Max")
      #expect(try machine.bbctl("today", "--child", "Max").output.contains("oz"))
    }
  }

  @Test("the daemon keeps statistics, and shows them only on request")
  func counters() async throws {
    try await Machine.withEva { machine in
      let before = try machine.call("daemon.status")
      _ = try machine.bbctl("call", "entry.get", #"{"id":"ffff"}"#)
      let after = try machine.call("daemon.status")
      #expect(try #require(after["calls"]?.integerValue) > before["calls"]?.integerValue ?? 0)
      #expect(after["failedCalls"] == .integer((before["failedCalls"]?.integerValue ?? 0) + 1))
    }
  }
}
