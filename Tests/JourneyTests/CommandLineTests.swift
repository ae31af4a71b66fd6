import BabyModel
import BabyProtocol
import TestSupport
import Testing

@Suite("The command line")
struct CommandLineTests {
  @Test("an ISO date with a time is that time on a 12-hour clock, everywhere")
  func isoDates() async throws {
    try await Machine.withEva { machine in
      // Each at a time of its own: the same again within a second is one press.
      for (line, time) in [
        ("diaper wet --at TIME", "2026-11-20 10:00"), ("wet TIME", "2026-11-20 10:30"),
        ("diaper wet TIME --child Eva", "2026-11-20 12:00"),
      ] {
        let run = try machine.bbctl(shellWords(line.replacing("TIME", with: "'\(time)'")))
        #expect(run.status == 0, "\(line): \(run.errors)")
        let start = time.replacing(" ", with: "T")
        #expect(try machine.last("startLocal")?.hasPrefix(start) == true)
      }
      let sleep = try machine.bbctl("sleep", "log", "--from", "2026-11-20 09:00", "--to", "2026-11-20 12:30")
      #expect(sleep.status == 0, "\(sleep.errors)")
      #expect(try machine.last("endLocal")?.hasPrefix("2026-11-20T12:30") == true)
    }
  }

  @Test("the first child brings the locale's clock, units and dates, and undo removes the child first")
  func locale() async throws {
    try await Machine.run { machine in
      machine.environment["LANG"] = "de_DE.UTF-8"
      try machine.start()
      #expect(try machine.bbctl("child", "add", "Mia", "--born", "2062-01-01").status != 0)
      #expect(try machine.bbctl("settings", "get", "time.format").output == "12h\n", "nothing was added")
      #expect(try machine.bbctl("child", "add", "Mia", "--born", "2026-09-10").status == 0)
      #expect(try machine.bbctl("settings", "get", "time.format").output == "24h\n")
      #expect(try machine.bbctl("settings", "get", "date.order").output == "day-month\n")
      let wet = try machine.bbctl("wet", "--at", "yesterday 10:00")
      #expect(wet.status == 0 && wet.output.contains("10:00"), "\(wet.errors)")
      try machine.bbctl("undo")
      #expect(try machine.bbctl("undo", "--yes").status == 0)
      #expect(try machine.call("child.list")["children"]?.arrayValue?.isEmpty == true)
    }
  }

  @Test("a second child changes no setting, and neither does the first if one was chosen")
  func chosen() async throws {
    try await Machine.run { machine in
      machine.environment["LANG"] = "en_US.UTF-8"
      try machine.start()
      try machine.bbctl("settings", "set", "units", "ml")
      try machine.bbctl("child", "add", "Mia", "--born", "2026-09-10")
      #expect(try machine.bbctl("settings", "get", "units").output == "ml\n")
      try machine.bbctl("settings", "set", "units.weight", "kg")
      try machine.bbctl("child", "add", "Max", "--born", "2026-09-10")
      #expect(try machine.bbctl("settings", "get", "units.weight").output == "kg\n")
    }
  }

  @Test("an implausible date of birth is questioned")
  func oldChild() async throws {
    try await Machine.run { machine in
      try machine.start()
      let run = try machine.bbctl("child", "add", "Eva", "--born", "1900-01-01")
      #expect(run.status == 2 && run.errors.contains("is 126 years old"), "\(run.errors)")
      #expect(try machine.bbctl("child", "add", "Eva", "--born", "1900-01-01", "--yes").status == 0)
      let edited = try machine.bbctl("child", "edit", "Eva", "--born", "1901-01-01")
      #expect(edited.status == 2 && edited.errors.contains("Eva is 125 years old"), "\(edited.errors)")
      #expect(try machine.bbctl("child", "edit", "Eva", "--born", "1901-01-01", "--yes").status == 0)
      #expect(try machine.bbctl("child", "edit", "Eva", "--born", "2026-05-01").status == 0)
    }
  }

  @Test("a sleep that was started with a clock ahead can be stopped by the hint")
  func clockAhead() async throws {
    try await Machine.withEva { machine in
      machine.clock.advance(by: .seconds(2 * 3600))
      try machine.restart()
      try machine.bbctl("sleep", "start")
      machine.clock.advance(by: .seconds(-2 * 3600))
      try machine.restart()
      #expect(try machine.bbctl("status").output.contains("It begins in the future"))
      let doctor = try machine.bbctl("doctor").output
      #expect(doctor.contains("is in the future: a clock was ahead"), "\(doctor)")
      let refused = try machine.bbctl("sleep", "stop")
      #expect(refused.status == 3)
      let hint = try #require(refused.errors.split(separator: "\n").last { $0.hasPrefix("  Try: ") }?.dropFirst(7))
      #expect(try machine.bbctl(Array(shellWords(String(hint)).dropFirst())).status == 0, "\(hint)")
      let stopped = try machine.bbctl("sleep", "stop")
      #expect(stopped.status == 0, "\(stopped.errors)")
    }
  }

  @Test("weights and temperatures are listed in the configured units, and plain numbers are in them")
  func units() async throws {
    try await Machine.withEva { machine in
      #expect(try machine.bbctl("weight", "16").status == 2, "nothing is set")
      try machine.bbctl("weight", "7.25kg")
      try machine.bbctl("temperature", "38.2C")
      #expect(try machine.bbctl("today").output.contains("7.25 kg"), "as it was typed")
      try machine.bbctl("settings", "set", "units.weight", "lb")
      try machine.bbctl("settings", "set", "units.temperature", "F")
      let today = try machine.bbctl("today").output
      #expect(today.contains("16 lb") && today.contains("100.8 °F"), "\(today)")
      #expect(try machine.bbctl("growth").output.contains("16 lb"))
      #expect(try machine.bbctl("weight", "16").output.contains("16 lb"))
      #expect(try machine.last("unit") == "lb")
      try machine.bbctl("settings", "set", "units.weight", "kg")
      #expect(try machine.bbctl("today").output.contains("7.26 kg"))
    }
  }

  @Test("the manual's example of an edit works, and errors use words that people see")
  func edits() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("left", "15m")
      let edited = try machine.bbctl("edit", "last", "--left", "12m", "--right", "4m")
      #expect(edited.output.contains("16 min · left 12 min · right 4 min"), "\(edited.errors)")
      let amount = try machine.bbctl("edit", "last", "--set", "amount=100")
      #expect(amount.status == 2 && amount.errors.contains("amount does not apply to a breast feed"))
      try machine.bbctl("tummy", "5m")
      #expect(try machine.bbctl("edit", "last", "--for", "10m").status == 0)
      let end = try #require(try machine.last("end"))
      #expect(end <= machine.clock.now.utcText)
      try machine.bbctl("weight", "3kg")
      for line in ["edit last --set value=300", "sleep log --to 3pm", "edit last --set leftSeconds=3"] {
        let run = try machine.bbctl(line.split(separator: " ").map(String.init))
        #expect(run.status == 2)
        for word in ["value ", "leftSeconds", "rightSeconds", "to needs"] {
          #expect(!run.errors.contains(word), "\(run.errors)")
        }
      }
    }
  }

  @Test(
    "commands typed from habit work",
    arguments: [
      "status Eva", "today eva", "settings units oz", "settings units", "backup list", "remind add Drops --daily 9am",
      "diaper wet --at -20m", "--child Eva she pooped",
    ])
  func habits(line: String) async throws {
    try await Machine.withEva { machine in
      let run = try machine.bbctl(line.split(separator: " ").map(String.init))
      #expect(run.status == 0, "\(run.errors)")
    }
  }

  @Test(
    "or get the right command",
    arguments: [
      ("add child Eva", "bbctl child add Eva"), ("stat", "bbctl status"), ("remind add --daily 9am", "Vitamin D"),
      ("login", "--server"),
    ])
  func answered(line: String, answer: String) async throws {
    try await Machine.withEva { machine in
      let run = try machine.bbctl(line.split(separator: " ").map(String.init))
      #expect(run.status == 2 && run.errors.contains(answer), "\(run.errors)")
    }
  }

  @Test("no server is suggested if none is configured, and no password goes anywhere")
  func noServer() async throws {
    try await Machine.withEva { machine in
      #expect(try machine.call("account.status")["account"]?["defaultServer"] == nil)
      let run = try machine.bbctl(
        "call", "account.login", #"{"email":"anna@example.org","password":"correct horse"}"#)
      #expect(run.status != 0 && run.errors.contains("No family server is known"), "\(run.errors)")
    }
  }

  @Test("an import with unreadable rows has its own exit status")
  func partialImport() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("bottle", "90ml")
      let file = machine.directory + "/log.csv"
      try machine.bbctl("export", file)
      #expect(try machine.bbctl("import", file, "--child", "Eva", "--yes").status == 0)
      let rows = try machine.text("log.csv").split(whereSeparator: \.isNewline).map(String.init)
      let last = try #require(rows.last)
      try machine.write((rows + [last.replacing("2026", with: "x")]).joined(separator: "\n") + "\n", to: file)
      #expect(try machine.bbctl("import", file, "--child", "Eva", "--yes").status == 8)
    }
  }
}

extension Machine {
  /// A member of the entry that was logged last.
  fileprivate func last(_ member: String) throws -> String? {
    try call("entry.get", ["id": "last"])["entry"]?[member]?.stringValue
  }
}
