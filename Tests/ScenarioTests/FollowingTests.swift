import BabyProtocol
import Foundation
import Testing

@Suite("Following the family")
struct FollowingTests {
  @Test("monitor prints every entry once and in order, also when the daemon is killed and restarted meanwhile")
  func monitorOverRestarts() async throws {
    try await Machine.withEva { machine in
      let monitor = try machine.begin(
        Machine.program("bbctl"), ["monitor", "timeline", "--json"], output: "monitor", errors: "monitor.err")
      defer { monitor.end() }
      try machine.wait(for: "the snapshot") { try machine.text("monitor").contains("\"snapshot\"") }
      var noted: [String] = []
      for round in 0..<4 {
        for number in 0..<5 {
          let text = "note \(round).\(number)"
          noted.append(text)
          try machine.bbctl("note", text)
        }
        // What the monitor has not read by now it reads after the restart.
        if round == 2 { try machine.stop() } else { try machine.kill() }
        try machine.start()
      }
      try machine.bbctl("note", "the last")
      noted.append("the last")
      func told() throws -> [String] {
        // The last line may be on its way.
        try machine.text("monitor").components(separatedBy: "\n").dropLast().map { try JSON(parsing: $0.utf8) }
          .compactMap { $0["data"]?["entry"]?["note"]?.stringValue }
      }
      try machine.wait(for: "the last note") { try told().last == "the last" }
      #expect(try told() == noted)
    }
  }

  @Test("monitor ends when its output is closed, and after the requested number of events")
  func monitorEnds() async throws {
    try await Machine.withEva { machine in
      let run = try machine.shell("bbctl monitor sleep --json | head -n 1")
      #expect(run.status == 0)
      let limited = try machine.begin(
        Machine.program("bbctl"), ["monitor", "banner", "--limit", "1"], output: "limited", errors: "limited.err")
      try machine.wait(for: "the snapshot") { try machine.text("limited").contains("following") }
      try machine.bbctl("diaper", "wet")
      #expect(try limited.wait() == .exited(0))
      #expect(try machine.text("limited").hasSuffix("success · Logged wet diaper\n"))
    }
  }

  @Test("an unknown child is refused, and the daemon may start later")
  func monitorRefused() async throws {
    try await Machine.run { machine in
      let early = try machine.begin(
        Machine.program("bbctl"), ["monitor", "children", "--limit", "1"], output: "early", errors: "early.err")
      try machine.wait(for: "the first try") { try machine.text("early").contains("not running") }
      try machine.start()
      try machine.wait(for: "the snapshot") { try machine.text("early").contains("following") }
      let refused = try machine.bbctl("monitor", "sleep", "--child", "Otto")
      #expect(refused.status == 2)
      #expect(refused.errors.contains("There is no child \"Otto\""))
      try machine.addEva(zone: "UTC")
      #expect(try early.wait() == .exited(0))
    }
  }

  @Test("watch redraws the page after an entry and when the daemon goes, and at no other time")
  func watch() async throws {
    try await Machine.withEva { machine in
      let watch = try machine.begin(Machine.program("bbctl"), ["watch"], output: "watch", errors: "watch.err")
      defer { watch.end() }
      try machine.wait(for: "the page") { try machine.text("watch").contains("Eva") }
      try machine.bbctl("diaper", "dirty")
      try machine.wait(for: "the diaper") { try machine.text("watch").contains("1 dirty") }
      // Nothing of what is shown changes.
      try machine.bbctl("settings", "set", "theme.mode", "dark")
      try machine.stop()
      try machine.wait(for: "the loss") { try machine.text("watch").contains("Offline · Showing last known data") }
      #expect(try machine.text("watch").components(separatedBy: "Eva").count == 4)
    }
  }

  @Test("a script waits for the next change with one call")
  func waiting() async throws {
    try await Machine.withEva { machine in
      let none = try machine.call("changes.wait", ["topics": ["sleep"], "timeoutSeconds": .number(0.05)])
      #expect(none["events"] == [])
      let place: JSON = ["instance": none["instance"] ?? .null, "seq": none["seq"] ?? .null]
      try machine.bbctl("sleep", "start")
      let woken = try machine.call("changes.wait", ["topics": ["sleep"], "since": place])
      #expect(woken["events"]?.arrayValue?.count == 1)
      #expect(woken["events"]?.arrayValue?.first?["data"]?["running"]?["kind"] == "sleep")
    }
  }
}
