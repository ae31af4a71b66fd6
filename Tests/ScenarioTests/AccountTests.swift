import BabyProtocol
import Foundation
import Testing

/// A log and its settings after a login, an upload, a restore, or with old files.
@Suite("An account and earlier data")
struct AccountTests {
  @Test("units stay after the login, whether or not anything is uploaded", arguments: ["--upload", "--no-upload"])
  func units(upload: String) async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("settings", "set", "units", "oz")
      try machine.bbctl("settings", "set", "feeding.interval", "3h", "--child", "Eva")
      try machine.bbctl("remind", "add", "Vitamin D", "--daily", "09:00")
      let server = try ServerProcess(on: machine)
      try machine.register("Anna", at: server, upload)
      if upload == "--no-upload" { try machine.addEva(zone: "UTC") }
      #expect(try machine.bbctl("feed", "bottle", "4").status == 0)
      let entry = try machine.call("timeline.list")["entries"]?.arrayValue?.first
      #expect(entry?["amount"] == 4 && entry?["unit"] == "oz")
      let reminders = try machine.bbctl("remind", "list", "--plain").output
      #expect(reminders.contains("Vitamin D") == (upload == "--upload"))
      let settings = try machine.bbctl("settings", "list", "--plain", "--child", "Eva").output
      #expect(settings.contains("3h") == (upload == "--upload"))
    }
  }

  @Test("the same log goes into two accounts of one server, and into neither twice")
  func twoAccounts() async throws {
    try await Machine.withEva { machine in
      for amount in 1...3 { try machine.bbctl("feed", "bottle", "\(amount)0ml", "--at", "\(amount)h ago") }
      let server = try ServerProcess(on: machine)
      for name in ["Anna", "Ben"] {
        try machine.register(name, at: server, "--upload")
        let synced = try machine.bbctl("sync")
        #expect(synced.status == 0, "\(synced.output)")
        for _ in 0..<2 {
          #expect(try machine.call("account.upload")["entries"] == 0)
          #expect(try machine.call("account.status", ["thorough": true])["account"]?["localEntries"] == nil)
        }
        #expect(try machine.call("child.list")["children"]?.arrayValue?.count == 1)
        #expect(try machine.call("timeline.list")["entries"]?.arrayValue?.count == 3)
        #expect(try machine.bbctl("history", "--plain").output.contains("30 ml"))
      }
      #expect(try machine.serverCount("entry") == 6)
      #expect(try machine.serverCount("child") == 2)
    }
  }

  @Test("a backup from before the login is restored in the account, and reaches the server, also for a second account")
  func restored() async throws {
    try await Machine.withEva { machine in
      for amount in 1...3 { try machine.bbctl("feed", "bottle", "\(amount)0ml", "--at", "\(amount)h ago") }
      let file = machine.directory + "/before.db"
      try machine.bbctl("backup", file)
      let server = try ServerProcess(on: machine)
      for (name, count) in [("Anna", 3), ("Ben", 6)] {
        try machine.register(name, at: server, "--no-upload")
        for _ in 0..<2 {
          let refused = try machine.bbctl("restore", file, "--yes")
          #expect(refused.errors.contains("of a log without an account, with 3 entries."), "\(refused.errors)")
          #expect(!refused.errors.contains("twice"), "\(refused.errors)")
          #expect(try machine.bbctl("restore", file, "--yes", "--other-log").status == 0)
          try Family.sync(machine)
          try Family.sync(machine)
          #expect(try machine.call("child.list")["children"]?.arrayValue?.count == 1)
          #expect(try machine.call("timeline.list")["entries"]?.arrayValue?.count == 3)
          #expect(try machine.serverCount("entry") == count)
        }
      }
    }
  }

  @Test("an upload during which the daemon dies is completed by a repeat")
  func killed() async throws {
    try await Machine.withEva { machine in
      let log = machine.directory + "/log.sh"
      try machine.write((1...60).map { "bbctl note 'note \($0)' --at '\($0)m ago'" }.joined(separator: "\n"), to: log)
      try machine.shell("sh '\(log)'")
      let server = try ServerProcess(on: machine)
      try machine.register("Anna", at: server, "--no-upload")
      for round in 0..<12 {
        let upload = try machine.begin(
          Machine.program("bbctl"), ["account", "upload"], output: "upload.out", errors: "upload.err")
        Machine.goOn(forMicroseconds: UInt32(round) * 10_000)
        try machine.kill()
        _ = try upload.wait()
        try machine.start()
        #expect(try machine.call("child.list")["children"]?.arrayValue?.count ?? 0 <= 1, "\(round)")
      }
      _ = try machine.call("account.upload")
      try Family.sync(machine)
      #expect(try machine.call("timeline.list", ["limit": 1000])["entries"]?.arrayValue?.count == 60)
      #expect(try machine.serverCount("entry") == 60)
      #expect(try machine.serverCount("child") == 1)
    }
  }

  @Test(
    "a password does not show while it is typed, and the terminal is restored, also by Ctrl-C",
    arguments: ["\n", "\u{3}"])
  func typedPassword(end: String) async throws {
    try await Machine.withEva { machine in
      let server = try ServerProcess(on: machine)
      _ = try machine.shell("echo 'correct horse' | babybasics-server user add anna@example.org --name Anna")
      let terminal = try PseudoTerminal()
      let login = try machine.begin(
        Machine.program("bbctl"),
        ["login", "--server", server.address, "--email", "anna@example.org", "--no-upload"], on: terminal)
      defer { login.end() }
      try terminal.read(until: "Password: ")
      try machine.wait(for: "the hidden input") { !terminal.showsTyping }
      terminal.type("correct horse" + end)
      #expect(try login.wait() == (end == "\n" ? .exited(0) : .killed(signal: SIGINT)), "\(terminal.output)")
      terminal.readRest()
      #expect(!terminal.output.contains("correct horse"))
      #expect(terminal.showsTyping)
    }
  }

  @Test("a daemon that dies during a login loses nothing from before; the next login continues")
  func killedInLogin() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("settings", "set", "units", "oz")
      try machine.bbctl("note", "before")
      let server = try ServerProcess(on: machine)
      _ = try machine.shell("echo 'correct horse' | babybasics-server user add anna@example.org --name Anna")
      let line = """
        echo 'correct horse' | bbctl login --server \(server.address) --email anna@example.org --password-stdin
        """
      for round in 0..<10 {
        let login = try machine.begin(
          "/bin/sh", ["-c", line + " --no-upload"], output: "login.out", errors: "login.err")
        Machine.goOn(forMicroseconds: 20_000 + UInt32(round) * 15_000)
        try machine.kill()
        _ = try login.wait()
        try machine.start()
        if try machine.call("account.status")["account"]?["state"] == "onboarding" {
          #expect(try machine.call("timeline.list")["entries"]?.arrayValue?.count == 1)
        }
      }
      #expect(try machine.shell(line + " --upload").status == 0)
      try Family.sync(machine)
      #expect(try machine.serverCount("entry") == 1)
      #expect(try machine.bbctl("settings", "list", "--plain").output.contains("units, oz"))
      try machine.bbctl("feed", "bottle", "4")
      #expect(try machine.call("timeline.list")["entries"]?.arrayValue?.first?["unit"] == "oz")
    }
  }

  @Test("twins are not merged")
  func twins() async throws {
    try await Machine.withEva { machine in
      _ = try machine.call("child.add", ["name": "Ole", "born": "2019-12-18", "zone": "UTC"])
      for child in ["Eva", "Ole"] { try machine.bbctl("note", "of \(child)", "--child", child) }
      let server = try ServerProcess(on: machine)
      try machine.register("Anna", at: server, "--no-upload")
      _ = try machine.call("child.add", ["name": "Tom", "born": "2019-12-18", "zone": "UTC"])
      let both = try machine.bbctl("account", "upload", "--into", "Tom")
      #expect(both.status == 2)
      #expect(both.errors.contains("Eva, Ole"))
      #expect(try machine.call("timeline.list")["entries"] == [])
      #expect(try machine.bbctl("account", "upload", "--child", "Ole", "--into", "Tom").status == 0)
      #expect(try machine.call("account.status", ["thorough": true])["account"]?["localEntries"] == 1)
      #expect(try machine.bbctl("account", "upload").output.contains("Uploaded 1 entry · 1 new child\n"))
    }
  }

  @Test("a second machine that logs in and uploads merges its log into the existing child")
  func sameChild() async throws {
    try await Family.run { family in
      try family.anna.bbctl("note", "first")
      try family.sync(family.anna)
      try await Machine.withAnother { other in
        try other.start()
        try other.addEva(zone: "UTC")
        try other.bbctl("note", "second")
        let login = try other.shell(
          """
          echo 'correct horse' | bbctl login --server \(family.server.address) --email anna@example.org \
          --password-stdin --upload
          """)
        #expect(login.output.contains("Uploaded 1 entry\n"), "\(login.output) \(login.errors)")
        try Family.sync(other)
        #expect(try other.call("child.list")["children"]?.arrayValue?.count == 1)
      }
      try family.settle()
      #expect(try family.timeline(family.ben).map(\.note).sorted { $0 ?? "" < $1 ?? "" } == ["first", "second"])
    }
  }

  @Test("sync ends when everything is sent, and reports if it is not")
  func sync() async throws {
    try await Family.run { family in
      let port = family.server.port
      try family.server.stop()
      for number in 0..<5 { try family.anna.bbctl("note", "note \(number)") }
      #expect(try family.anna.bbctl("account", "--plain").output.contains("offline"))
      let away = try family.anna.bbctl("sync", "--plain")
      #expect(away.status == 1 && away.output.contains("Not synced"))
      family.server = try ServerProcess(on: family.home, port: port)
      let back = try family.anna.bbctl("sync", "--plain")
      if back.status == 1 {
        // What was tried a moment ago waits for its time.
        #expect(back.output.contains("Not everything is sent yet"))
      } else {
        #expect(back.output.contains("Synced") && !back.output.contains("unsent"))
      }
      try family.settle()
      let done = try family.anna.bbctl("sync", "--plain")
      #expect(done.status == 0 && done.output.contains("Synced"))
      #expect(try family.timeline(family.ben).count == 5)
    }
  }

  @Test("account status shows that the server is gone")
  func serverGone() async throws {
    try await Family.run { family in
      try family.sync(family.anna)
      #expect(try family.anna.bbctl("account", "--plain").output.contains("online"))
      try family.server.stop()
      #expect(try family.anna.bbctl("account", "--plain").output.contains("offline"))
    }
  }

  @Test("a denied permission names who may do it, and by which name the child is known")
  func roles() async throws {
    try await Family.run { family in
      let share = try family.ben.bbctl("share", "create")
      #expect(share.status == 4)
      #expect(share.errors.contains("owner") && !share.errors.contains("look"))
      let edit = try family.ben.bbctl("child", "edit", "Eva", "--name", "Emma")
      #expect(edit.status == 4)
      #expect(edit.errors.contains("Eva's owner") && !edit.errors.contains("Emma"))
    }
  }

  // MARK: Old files put back by hand

  @Test("an older copy of the data folder loses nothing and duplicates nothing")
  func olderFolder() async throws {
    try await Family.run { family in
      let (anna, data) = (family.anna, family.anna.paths.data)
      for number in 0..<3 { try anna.bbctl("note", "a\(number)") }
      try family.settle()
      try anna.stop()
      try anna.shell("cp -a '\(data)' copy")
      try anna.start()
      for number in 0..<8 { try anna.bbctl("note", "b\(number)") }
      try family.settle()
      try anna.stop()
      try anna.shell("rm -r '\(data)' && cp -a copy '\(data)'")
      try anna.start()
      for number in 0..<15 { try anna.bbctl("note", "c\(number)") }
      try family.settle()
      #expect(try family.timeline(anna).count == 26)
      #expect(try Set(family.timeline(anna)) == Set(family.timeline(family.ben)))
      #expect(try anna.call("inbox.list")["items"]?.arrayValue?.filter { $0["kind"] == "failed" } == [])
    }
  }

  @Test("an older copy of the server's file, overtaken by other changes, gets back what it lacks")
  func olderServer() async throws {
    try await Family.run { family in
      let (port, data) = (family.server.port, family.home.paths.data)
      for number in 0..<3 { try family.anna.bbctl("note", "a\(number)") }
      try family.settle()
      try family.server.stop()
      try family.home.shell("cp -a '\(data)' copy")
      family.server = try ServerProcess(on: family.home, port: port)
      for number in 0..<4 { try family.anna.bbctl("note", "b\(number)") }
      try family.sync(family.anna)
      // Nobody asks for anything while other changes take the lost ones' numbers.
      try family.anna.stop()
      try family.server.stop()
      try family.home.shell("rm -r '\(data)' && cp -a copy '\(data)'")
      family.server = try ServerProcess(on: family.home, port: port)
      for number in 0..<9 { try family.ben.bbctl("note", "c\(number)") }
      try family.sync(family.ben)
      try family.anna.start()
      try family.settle()
      #expect(try family.timeline(family.anna).count == 16)
      #expect(try Set(family.timeline(family.anna)) == Set(family.timeline(family.ben)))
    }
  }
}

extension Machine {
  func register(_ name: String, at server: ServerProcess, _ upload: String) throws {
    try Family.register(self, name, at: server.address, upload)
  }

  /// Rows of a table of the family server's database on this machine.
  fileprivate func serverCount(_ table: String) throws -> Int? {
    let run = try run("sqlite3", [paths.data + "/server.db", "SELECT count(*) FROM \(table)"])
    return Int(run.output.filter(\.isNumber))
  }
}
