import BabyProtocol
import Testing

@Suite("Links, followed in a terminal")
struct LinkTests {
  /// Runs `bbctl open` on a terminal with a typed answer.
  private func follow(_ link: String, typing answer: String, on machine: Machine) throws -> Machine.Run {
    let line = "exec bbctl open \"$LINK\" 2>&1"
    return try machine.shell("export LINK='\(link)'; printf '\(answer)\\n' | script -qec '\(line)' /dev/null")
  }

  private func count(_ machine: Machine) throws -> Int {
    try machine.call("timeline.list")["entries"]?.arrayValue?.count ?? -1
  }

  @Test("nothing is written without confirmation", .enabled(if: Machine.has("script")))
  func asking() async throws {
    try await Machine.withEva { machine in
      for answer in ["", "n", "yess", "nestling"] {
        let run = try follow("nestling://log/feed?amount=120&unit=ml", typing: answer, on: machine)
        #expect(run.output.contains("Log this? Bottle · 120 ml · "))
        #expect(run.output.contains(" · Eva [y/N]"))
        #expect(run.output.contains("Nothing was changed."))
        #expect(try count(machine) == 0)
      }
      let run = try follow("nestling://log/feed?amount=120&unit=ml", typing: "y", on: machine)
      #expect(run.output.contains("Logged bottle · 120 ml · "))
      let entry = try machine.call("entry.get", ["id": "last"])["entry"]
      #expect(entry?["amount"] == 120)
      #expect(entry?["method"] == "bottle")
      #expect(try count(machine) == 1)
    }
  }

  @Test("each link of the table logs its content", .enabled(if: Machine.has("script")))
  func table() async throws {
    try await Machine.withEva { machine in
      var logged: [String?] = []
      for link in [
        "log/feed?amount=4.5&unit=oz", "log/diaper?type=dirty", "log/diaper", "log/tummy?duration=7.5", "sleep/start",
      ] {
        _ = try follow("babybasics://" + link, typing: "y", on: machine)
        let entry = try machine.call("entry.get", ["id": "last"])["entry"]
        logged.append(entry?["unit"]?.stringValue ?? entry?["type"]?.stringValue ?? entry?["kind"]?.stringValue)
      }
      #expect(logged == ["oz", "dirty", "dirty", "tummy", "sleep"])
      #expect(try machine.call("dashboard.get")["runningSleep"] != .null)
      // The second sleep is refused before anybody is asked.
      #expect(try !follow("nestling://log/sleep", typing: "y", on: machine).output.contains("[y/N]"))
      try machine.bbctl("edit", "last", "--at", "1h ago")
      #expect(try follow("nestling://sleep/stop", typing: "y", on: machine).output.contains("Sleep ended · 1h"))
      #expect(try machine.call("dashboard.get")["runningSleep"] == .null)
    }
  }

  @Test("a link with a phrase logs what is understood, as it was shown", .enabled(if: Machine.has("script")))
  func said() async throws {
    try await Machine.withEva { machine in
      func say(_ words: String) throws -> String {
        try follow("babybasics://say?text=" + words.replacing(" ", with: "%20"), typing: "y", on: machine).output
      }
      for (words, kind, note) in [
        ("bottle 4oz 20 min ago note slowly", "feeding", "slowly"), ("wet and dirty", "diaper", nil),
        ("left 10m", "feeding", nil), ("nap 1h", "sleep", nil), ("tummy 5 min", "tummy", nil),
        ("note first smile", "note", "first smile"), ("asleep 10 min ago note at last", "sleep", "at last"),
      ] as [(String, String, String?)] {
        let output = try say(words)
        #expect(output.contains("Log this? "), "\(words): \(output)")
        let entry = try machine.call("entry.get", ["id": "last"])["entry"]
        #expect(entry?["kind"] == .string(kind), "\(words): \(output)")
        #expect(entry?["note"]?.stringValue == note)
      }
      #expect(try count(machine) == 7)
      #expect(try say("woke up 5 min ago").contains("Sleep ended · 5 min"))
      #expect(try machine.call("dashboard.get")["runningSleep"] == .null)
      #expect(try say("feed 15").contains("Or: bbctl feed 15 min"))
      #expect(try count(machine) == 7)
    }
  }

  @Test("without a person it refuses, and names the command that logs the same")
  func nobody() async throws {
    try await Machine.withEva { machine in
      // Another folder's programs have no desktop agent beside them.
      let alone = "mkdir alone && cp $(command -v bbctl) alone && PATH=/usr/bin:/bin"
      let run = try machine.shell(alone + " alone/bbctl open 'nestling://log/diaper?type=wet'")
      #expect(run.status == 2)
      #expect(run.errors.contains("there is no terminal to ask on"))
      #expect(run.errors.contains("Try: bbctl diaper wet"))
      #expect(try count(machine) == 0)
    }
  }
}
