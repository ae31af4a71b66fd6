import BabyProtocol
import Testing

@Suite("A first day with bbctl")
struct FirstDayTests {
  @Test("the words that scripts rely on")
  func words() async throws {
    try await Machine.run { machine in
      try machine.start()
      let lines = [
        "bbctl child add Eva --born 2019-12-18 --zone America/Los_Angeles",
        #"bbctl sleep start --at "20m ago""#,
        "bbctl sleep stop",
        "bbctl sleep start",
        #"bbctl sleep stop --at "now""#,
        "bbctl sleep toggle",
        #"bbctl sleep toggle --at "now""#,
        "bbctl feed left --for 15m",
        "bbctl feed bottle 120ml",
        "bbctl diaper wet",
        "bbctl tummy 5m",
        #"bbctl note "first smile" --category milestone"#,
        "bbctl status --json",
        "bbctl today",
        "bbctl call dashboard.get '{}'",
      ]
      for line in lines {
        let run = try machine.shell(line)
        #expect(run.status == 0, "\(line): \(run.errors)")
        #expect(!run.output.isEmpty, "\(line)")
        #expect(run.errors.isEmpty, "\(line)")
      }
      let status = try machine.bbctl("status", "--json")
      #expect(status.output.last == "\n")
      #expect(try status.json == machine.call("dashboard.get"))
      #expect(try status.json["child"]?["name"] == "Eva")
      #expect(try status.json["suggestedSide"] == "right")
      #expect(try status.json["runningSleep"] == JSON.null)
      #expect(try status.json["lastNote"]?["category"] == "milestone")
      #expect(try status.json["lastFeeding"]?["amountMl"] == 120)
    }
  }

  @Test("every entry has instants in UTC with milliseconds, and the child's clock times")
  func instants() async throws {
    try await Machine.withEva { machine in
      let entry = try machine.call("entry.log", ["kind": "sleep", "from": "2026-01-31T22:10:00-08:00", "for": "40m"])[
        "entry"]
      #expect(entry?["start"] == "2026-02-01T06:10:00.000Z")
      #expect(entry?["end"] == "2026-02-01T06:50:00.000Z")
      #expect(entry?["startLocal"] == "2026-01-31T22:10:00.000-08:00")
    }
  }

  @Test("the exit status shows the kind of failure")
  func exitStatus() async throws {
    try await Machine.run { machine in
      try machine.start()
      func status(_ arguments: String...) throws -> CInt {
        try machine.run(Machine.program("bbctl"), arguments).status
      }
      #expect(try status("diaper", "wet") == 3)
      try machine.addEva(zone: "America/Los_Angeles")
      #expect(try status("sleep", "status") == 3)
      #expect(try status("sleep", "stop") == 3)
      #expect(try status("sleep", "start") == 0)
      // Another time, because the same words within a second are the same press.
      #expect(try status("sleep", "start", "--at", "5m ago") == 3)
      #expect(try status("diaper", "purple") == 2)
      #expect(try status("feed", "bottle", "900ml") == 2)
      #expect(try status("sleep", "stop", "--at", "when the cow comes home") == 2)
      #expect(try status("nosuchcommand") == 2)
      #expect(try status("call", "no.such", "{}") == 2)
      #expect(try status("child", "add", "Eva", "--born", "2020-01-01") == 6)
      #expect(try status("undo") == 0)
      #expect(try status("status", "--socket", machine.directory + "/none.sock") == 5)
    }
  }

  @Test("a sleep that is already running, and one that is not, are reported by name and since when")
  func sleepErrors() async throws {
    try await Machine.withEva { machine in
      let stopped = try machine.bbctl("sleep", "stop", "--json")
      #expect(stopped.errorName == "timer.notRunning")
      let sleep = try machine.call("timer.start", ["kind": "sleep", "at": "20m ago"])["entry"]
      let started = try machine.bbctl("sleep", "start", "--json")
      #expect(started.errorName == "timer.running")
      #expect(try JSON(parsing: started.errors.utf8)["data"]?["details"]?["since"] == sleep?["start"])
    }
  }

  @Test("a sleep that was forgotten for more than a day asks when it ended")
  func forgottenSleep() async throws {
    try await Machine.withEva { machine in
      let sleep = try machine.call("timer.start", ["kind": "sleep", "at": "30h ago"])["entry"]
      let stopped = try machine.bbctl("sleep", "stop", "--json")
      #expect(stopped.status == 3)
      #expect(stopped.errorName == "timer.forgotten")
      #expect(try machine.call("dashboard.get")["runningSleep"]?["id"] == sleep?["id"])
      #expect(try machine.call("timer.stop", ["kind": "sleep", "at": "20h ago"])["entry"]?["id"] == sleep?["id"])
    }
  }

  @Test("a dry run changes nothing, and a key makes a command repeatable")
  func writeFlags() async throws {
    try await Machine.withEva { machine in
      #expect(try machine.bbctl("diaper", "wet", "--dry-run").status == 0)
      #expect(try machine.diapers == 0)
      let lines = ["bbctl diaper wet", "bbctl feed left --for 5m", "bbctl diaper wet"]
      for line in lines { try #expect(machine.shell(line + " --idempotency-key k-\(line.utf8.count)").status == 0) }
      #expect(try machine.diapers == 1)
    }
  }

  @Test("a sleep survives kill -9 of the daemon, and is stopped in the past")
  func sleepSurvives() async throws {
    try await Machine.withEva { machine in
      let sleep = try machine.call("timer.start", ["kind": "sleep", "at": "20m ago"])["entry"]
      try machine.kill()
      try machine.start()
      #expect(try machine.bbctl("sleep", "status").status == 0)
      let stopped = try machine.call("timer.stop", ["kind": "sleep", "at": "5m ago"])["entry"]
      #expect(stopped?["id"] == sleep?["id"])
      #expect(stopped?["start"] == sleep?["start"])
      #expect(try machine.bbctl("sleep", "status").status == 3)
    }
  }
}
