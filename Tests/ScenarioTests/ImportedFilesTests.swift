import BabyProtocol
import Foundation
import Testing

/// Files as parents have them: in a zip with pictures, in folders, with dates that say nothing, with rows that are broken.
@Suite("Files of other apps, imported with bbctl")
struct ImportedFilesTests {
  private static let header =
    "Date and Time,End Time,Duration (min),Activity,Quantity,Extra data,Text,Notes,Caregiver"
  private static let nap = "1/13/2021 19:12,1/13/2021 20:12,60,Sleep,,,Eva slept,,A"
  private static let pack = """
    import sys, zipfile
    with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as zip:
        for path in sys.argv[2:]: zip.write(path, path.split("/")[-1])
    """

  private func write(_ rows: [String], to path: String, _ machine: Machine) throws {
    try machine.write(([Self.header] + rows).joined(separator: "\r\n") + "\r\n", to: path)
  }

  /// Imports a file on a terminal, and answers questions, each when it is asked.
  private func sitting(
    _ file: String, _ dialog: [(question: String, answer: String)], _ machine: Machine
  ) throws -> (status: ChildProcess.ExitStatus, output: String) {
    let terminal = try PseudoTerminal()
    let process = try machine.begin(Machine.program("bbctl"), ["import", file], on: terminal)
    for (question, answer) in dialog {
      try terminal.read(until: question)
      terminal.type(answer + "\n")
    }
    let status = try process.wait()
    terminal.readRest()
    return (status, terminal.output)
  }

  /// The log as it is exported, without when it was.
  private func log(_ machine: Machine) throws -> String {
    let run = try machine.bbctl("export", "-", "--format", "csv")
    #expect(run.status == 0, "\(run.errors)")
    return run.output
  }

  @Test(
    "a zip and a folder are read completely: unsupported files are reported, a second run adds nothing, and one undo removes all",
    .enabled(if: Machine.has("python3"), "python3 is missing"))
  func takenWhole() async throws {
    try await Machine.withEva { machine in
      let folder = machine.directory + "/export"
      try write([Self.nap], to: folder + "/log.csv", machine)
      try machine.write("child_id,time,wet,solid\n1,2021-01-09 03:54:09,1,0\n", to: folder + "/tables/diapers.csv")
      try machine.write(String(repeating: "\u{1}picture", count: 10_000), to: folder + "/photo.jpg")
      try machine.write("secret", to: folder + "/.hidden")
      let before = try log(machine)

      let zip = machine.directory + "/export.zip"
      let packed = try machine.run(
        "python3", ["-c", Self.pack, zip, folder + "/log.csv", folder + "/tables/diapers.csv", folder + "/photo.jpg"])
      #expect(packed.status == 0, "\(packed.errors)")
      let run = try machine.bbctl("import", zip)
      #expect(run.status == 0, "\(run.errors)")
      for said in [
        "New            2", "log.csv", "babyconnect-csv", "diapers.csv", "babybuddy-csv", "photo.jpg",
        "is not a supported file", "month before day, because on line 2 the second number is over 12", "24 hours",
      ] {
        #expect(run.output.contains(said), "\(said): \(run.output)")
      }
      let after = try log(machine)
      #expect(after != before)

      let again = try machine.bbctl("import", folder, "--json").json
      #expect(again["added"] == 0)
      #expect(again["unchanged"] == 2)
      #expect(try log(machine) == after)

      #expect(try machine.bbctl("undo", "--yes").status == 0)
      #expect(try log(machine) == before)
    }
  }

  @Test("a backup is not one of them, and is recognized")
  func backup() async throws {
    try await Machine.withEva { machine in
      let file = machine.directory + "/backup.db"
      try machine.bbctl("backup", file)
      let run = try machine.bbctl("import", file)
      #expect(run.status != 0 && run.errors.contains("use bbctl restore"), "\(run.errors)")
    }
  }

  @Test(
    "secrets in a server's backup are not kept, whatever else it contains",
    .enabled(if: Machine.has("python3"), "python3 is missing"))
  func secrets() async throws {
    try await Machine.withEva { machine in
      let zip = machine.directory + "/backup.zip"
      let made = try machine.run("python3", ["-c", Self.backup, machine.directory + "/baby-tracker.db", zip])
      #expect(made.status == 0, "\(made.errors)")
      let run = try machine.bbctl("import", zip)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains("New            2"), "\(run.output)")
      #expect(run.output.contains("sprouttrack") && !run.output.contains("  .env"), "\(run.output)")
      #expect(try machine.bbctl("import", zip, "--json").json["unchanged"] == 2)
      try machine.stop()
      let found = try machine.shell("grep -r -a -l TOPSECRET '\(machine.paths.data)' || true")
      #expect(found.output == "")
    }
  }

  /// A backup of Sprout Track: rows that were deleted, tables of accounts, and the server's environment.
  private static let backup = """
    import sqlite3, sys, zipfile
    db = sqlite3.connect(sys.argv[1])
    db.executescript(\"\"\"
      CREATE TABLE Baby (id TEXT, firstName TEXT, lastName TEXT, birthDate INTEGER, deletedAt INTEGER);
      CREATE TABLE Caretaker (id TEXT, name TEXT, securityPin TEXT, deletedAt INTEGER);
      CREATE TABLE Settings (id TEXT, securityPin TEXT);
      CREATE TABLE AppConfig (id TEXT, adminPass TEXT);
      CREATE TABLE DiaperLog (id TEXT, time INTEGER, type TEXT, condition TEXT, color TEXT, deletedAt INTEGER, babyId TEXT,
        caretakerId TEXT);
      CREATE TABLE FeedLog (id TEXT, time INTEGER, type TEXT, amount REAL, unitAbbr TEXT, deletedAt INTEGER, babyId TEXT);
      CREATE TABLE SleepLog (id TEXT, startTime INTEGER, deletedAt INTEGER, babyId TEXT);
      INSERT INTO Baby VALUES ('b', 'Eva', 'Smith', 1577836800000, NULL);
      INSERT INTO Caretaker VALUES ('c', 'Anna', 'TOPSECRET1', NULL);
      INSERT INTO Settings VALUES ('s', 'TOPSECRET2');
      INSERT INTO AppConfig VALUES ('a', 'TOPSECRET3');
      INSERT INTO DiaperLog VALUES ('d1', 1600000000000, 'WET', NULL, NULL, NULL, 'b', 'c');
      INSERT INTO DiaperLog VALUES ('d2', 1600000100000, 'WET', NULL, NULL, 1600000200000, 'b', 'c');
      INSERT INTO FeedLog VALUES ('f1', 1600000300000, 'BOTTLE', 4, 'OZ', NULL, 'b');
      CREATE VIEW trap AS SELECT 'TOPSECRET4';
    \"\"\")
    db.commit()
    db.close()
    with zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(sys.argv[1], "baby-tracker.db")
        archive.writestr(".env", "AUTH_SECRET=TOPSECRET5")
        archive.writestr("sprout-track.env", "ENC_HASH=TOPSECRET6")
    """

  @Test("ambiguous dates are asked about, never guessed")
  func undecided() async throws {
    try await Machine.withEva { machine in
      let file = machine.directory + "/log.csv"
      try write(["3/4/21 7:47 PM,3/4/21 8:47 PM,60,Sleep,,,Eva slept,,A"], to: file, machine)
      let refused = try machine.bbctl("import", file)
      #expect(refused.status != 0)
      #expect(
        refused.errors.contains("Do dates begin with the day or with the month, such as 3/4/2021?"), "\(refused.errors)"
      )
      #expect(refused.errors.contains("--date-order"))
      #expect(try machine.call("daemon.status")["entries"] == 0)
      let said = try machine.bbctl("import", file, "--date-order", "day-month", "--json").json
      #expect(said["summary"]?["firstDay"] == "2021-04-03")
      #expect(said["summary"]?["files"] == nil, "there is one file")
    }
  }

  @Test("an entry names its app, and a duplicate from another app is shown and left out")
  func otherApp() async throws {
    try await Machine.withEva { machine in
      let (connect, buddy) = (machine.directory + "/connect.csv", machine.directory + "/buddy.csv")
      try write([Self.nap], to: connect, machine)
      try machine.write(
        """
        child_id,start,end,duration,notes
        1,2021-01-13 19:13:00,2021-01-13 20:12:00,00:59:00,
        1,2021-01-14 19:13:00,2021-01-14 20:12:00,00:59:00,

        """, to: buddy)
      try machine.bbctl("import", connect)
      let entry = try #require(try machine.call("timeline.list", ["day": "2021-01-13"])["entries"]?.arrayValue?.first)
      let id = try #require(entry["id"])
      #expect(try machine.call("entry.get", ["id": id])["origin"]?["format"] == "babyconnect-csv")
      #expect(try machine.bbctl("show", #require(id.stringValue)).output.contains("Baby Connect"))

      let run = try machine.bbctl("import", buddy)
      #expect(run.output.contains("Left out       1 like entries from elsewhere"), "\(run.output)")
      #expect(
        run.output.contains("line 2  sleep, 2021-01-13 19:13, is probably that of 19:12 from Baby Connect ("),
        "\(run.output)")
      #expect(try machine.call("daemon.status")["entries"] == 2)
      #expect(try machine.bbctl("import", buddy, "--keep-similar", "--json").json["added"] == 1)
      #expect(try machine.call("daemon.status")["entries"] == 3)
    }
  }

  @Test("on a terminal the files are shown first, open decisions are asked, and then once whether to import them")
  func asked() async throws {
    try await Machine.withEva { machine in
      let file = machine.directory + "/log.csv"
      try write(["3/4/21 7:47 PM,3/4/21 8:47 PM,60,Sleep,,,Eva slept,,A"], to: file, machine)
      let order = (question: "[day-month or month-day]", answer: "month-day")
      let refused = try sitting(file, [order, ("Import this? [y/N]", "")], machine)
      #expect(refused.status == .exited(1), "\(refused.output)")
      #expect(refused.output.contains("2021-03-04 to 2021-03-04"), "\(refused.output)")
      #expect(try machine.call("daemon.status")["entries"] == 0)
      let agreed = try sitting(file, [order, ("Import this? [y/N]", "y")], machine)
      #expect(agreed.status == .exited(0), "\(agreed.output)")
      #expect(try machine.call("daemon.status")["entries"] == 1)
    }
  }

  @Test("a child that only the files know is added, after confirmation")
  func newChild() async throws {
    try await Machine.withEva { machine in
      let file = machine.directory + "/nara.csv"
      try machine.write(
        """
        Type,Profile Name,Start Date/time,Start Date/time (Epoch),[Profile] Birth Date,[Diaper] Type,_activityKey
        Profile,Tom,,,2020-01-05,,
        Diaper,Tom,2020-02-25 08:00,1582646400000,,Wet,a
        Diaper,Eva,2020-02-25 08:00,1582646400000,,Wet,b
        """, to: file)
      let refused = try machine.bbctl("import", file)
      #expect(refused.status != 0)
      #expect(refused.errors.contains("The file is about “Tom”"), "\(refused.errors)")
      let added = try sitting(file, [("[Eva or new]", "new"), ("Import this? [y/N]", "y")], machine)
      #expect(added.status == .exited(0), "\(added.output)")
      let children = try machine.call("child.list")["children"]?.arrayValue ?? []
      #expect(children.map { $0["name"] } == ["Eva", "Tom"])
      #expect(children.last?["born"] == "2020-01-05")
      for name in ["Eva", "Tom"] {
        let entries = try machine.call("timeline.list", ["childId": .string(name)])["entries"]?.arrayValue
        #expect(entries?.map { $0["kind"] } == ["diaper"], "\(name)")
      }
    }
  }

  @Test("the first child comes from the files: Enter adds it, and a missing date of birth is asked for")
  func firstChild() async throws {
    try await Machine.run { machine in
      try machine.start()
      let file = machine.directory + "/nara.csv"
      try machine.write(
        """
        Type,Profile Name,Start Date/time,Start Date/time (Epoch),Time Zone,[Routine] Routine,_activityKey
        Routine,Noa,2020-02-25 08:00:00,1582646400000,America/Toronto,Tummy Time,t-1
        """, to: file)
      let added = try sitting(
        file, [("Add Noa? [Y/n]", ""), ("When was Noa born", "2020-01-31"), ("Import this? [y/N]", "y")], machine)
      #expect(added.status == .exited(0), "\(added.output)")
      let entries = try machine.call("timeline.list", ["childId": "Noa"])["entries"]?.arrayValue
      #expect(entries?.map { $0["kind"] } == ["tummy"])
    }
  }

  @Test("our own log is merged into a child of the same name, after confirmation")
  func sameName() async throws {
    try await Machine.withEva { machine in
      let file = machine.directory + "/eva.json"
      try machine.write(
        #"""
        {"format":"babybasics","version":1,
        "children":[
        {"id":"01a1ddca-8700-7003-8000-0000000000ff","name":"eva","born":"2019-12-18","zone":"Europe/Berlin","createdAt":"2020-01-01T00:00:00.000Z","updatedAt":"2020-01-01T00:00:00.000Z"}
        ],
        "settings":[
        ],
        "reminders":[
        ],
        "entries":[
        {"id":"01a1ddca-8700-7005-8000-0000000000fe","childId":"01a1ddca-8700-7003-8000-0000000000ff","kind":"diaper","type":"wet","start":"2020-02-25T08:00:00.000Z","startLocal":"","createdAt":"2020-02-25T08:00:00.000Z","updatedAt":"2020-02-25T08:00:00.000Z"}
        ]}
        """#, to: file)
      let asked = try machine.bbctl("import", file, "--yes")
      #expect(asked.status != 0 && asked.errors.contains("--child"), "\(asked.errors)")
      #expect(try machine.call("daemon.status")["entries"] == 0)
      let said = try machine.bbctl("import", file, "--yes", "--child", "Eva")
      #expect(said.status == 0, "\(said.errors)")
      #expect(try machine.call("child.list")["children"]?.arrayValue?.count == 1)
      #expect(try machine.call("timeline.list", ["childId": "Eva"])["entries"]?.arrayValue?.count == 1)
    }
  }

  @Test("unreadable rows are written into a file, which can be corrected and imported")
  func mended() async throws {
    try await Machine.withEva { machine in
      let (file, mending) = (machine.directory + "/log.csv", machine.directory + "/mend.csv")
      let broken = "1/14/2021 noon,1/14/2021 13:00,60,Sleep,,,\"Eva, who slept\",,A"
      let quoted = "1/15/2021 12:00,,,Sleep,,,Eva \"slept,,A"
      try write([Self.nap, broken, quoted], to: file, machine)
      let run = try machine.bbctl("import", file, "--refused", mending)
      #expect(run.status == 8, "some rows are bad: \(run.errors)")
      #expect(run.output.contains("bbctl import \(mending)"), "\(run.output)")
      let text = try String(contentsOfFile: mending, encoding: .utf8)
      #expect(text == [Self.header, broken, quoted, ""].joined(separator: "\r\n"))
      let taken = try machine.bbctl("import", file, "--refused", mending)
      #expect(taken.status != 0 && taken.errors.contains("already exists"), "\(taken.errors)")

      try machine.write(
        text.replacingOccurrences(of: "noon", with: "12:00").replacingOccurrences(of: "Eva \"slept", with: "Eva slept"),
        to: mending)
      #expect(try machine.bbctl("import", mending, "--json").json["added"] == 2)
      #expect(try machine.call("daemon.status")["entries"] == 3)
    }
  }

  @Test("Ctrl-C reverts what was stored, and a client that disconnects leaves no file behind")
  func interrupted() async throws {
    try await Machine.withEva { machine in
      let client = try LineClient(machine.paths.socket)
      let rows = (0..<3_000).map { number in
        "1/\(1 + number % 28)/2021 \(number / 60 % 24):\(10 + number % 50),,,Diaper,,,wet diaper,\(number),A"
      }
      let file = Data(([Self.header] + rows).joined(separator: "\r\n").utf8)
      let id = try #require(try client.call("data.import")["result"]?["importId"])
      for start in stride(from: 0, to: file.count, by: 40_000) {
        let chunk = file[start..<min(start + 40_000, file.count)].base64EncodedString()
        _ = try client.call("data.import", ["importId": id, "chunk": .string(chunk)])
      }
      var progress = try client.call("data.import", ["importId": id, "end": true, "stepwise": true])["result"]
      while progress?["added"] == 0 {
        progress = try client.call("data.import", ["importId": id, "stepwise": true])["result"]
      }
      #expect(progress?["summary"] == nil)
      #expect(try machine.call("daemon.status")["entries"] != 0)
      _ = try client.call("data.import", ["importId": id, "cancel": true])
      #expect(try machine.call("daemon.status")["entries"] == 0)
      #expect(try client.call("data.import", ["importId": id])["error"]?["data"]?["name"] == "import.notFound")

      do {
        let left = try LineClient(machine.paths.socket)
        let other = try #require(try left.call("data.import")["result"]?["importId"])
        _ = try left.call(
          "data.import", ["importId": other, "chunk": .string(file.prefix(1000).base64EncodedString())])
        #expect(try filesWithoutName(machine) == 1)
      }
      try machine.wait(for: "its file is gone") { try filesWithoutName(machine) == 0 }
    }
  }

  /// How many files the daemon holds open that have no name any more.
  private func filesWithoutName(_ machine: Machine) throws -> Int {
    let folder = "/proc/\(try #require(machine.daemon).process.pid)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + name)
      return target?.hasPrefix(machine.directory) == true && target?.hasSuffix(" (deleted)") == true
    }
  }
}
