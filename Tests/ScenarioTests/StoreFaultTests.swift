import BabyProtocol
import Glibc
import Testing

@Suite("A database that cannot be written")
struct StoreFaultTests {
  @Test("because another program holds a lock: writes are refused, reads continue, and later writes work")
  func locked() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("diaper", "wet")
      let holder = try LockHolder(of: machine)
      let refused = try machine.bbctl("diaper", "dirty", "--json")
      #expect(refused.status == 1)
      #expect(refused.errorName == "store.locked")
      #expect(try machine.diapers == 1)

      try machine.stop()
      try machine.start()
      #expect(try machine.diapers == 1)
      #expect(try machine.bbctl("diaper", "dirty", "--json").errorName == "store.locked")

      holder.release()
      #expect(try machine.bbctl("diaper", "dirty").status == 0)
      #expect(try machine.diapers == 2)
    }
  }

  @Test("is reported to subscribers, also to later ones, until a write works again")
  func told() async throws {
    try await Machine.withEva { machine in
      let monitor = try machine.begin(
        Machine.program("bbctl"), ["monitor", "banner", "--json", "--limit", "2"], output: "told", errors: "told.err")
      try machine.wait(for: "the snapshot") { try machine.text("told").contains("snapshot") }
      let holder = try LockHolder(of: machine)
      #expect(try machine.bbctl("diaper", "wet").status == 1)
      #expect(try machine.bbctl("diaper", "dirty").status == 1)
      try machine.wait(for: "the error") { try machine.text("told").contains("\"severity\":\"error\"") }
      let later = try machine.shell("bbctl monitor banner --json | head -n 1")
      let unresolved = try later.json["snapshot"]?["snapshot"]?["banner"]?["unresolved"]?.arrayValue
      #expect(unresolved?.map { $0["id"] } == ["store.locked"])
      holder.release()
      #expect(try machine.bbctl("settings", "set", "units", "oz").status == 0)
      #expect(try monitor.wait() == .exited(0))
      #expect(try machine.text("told").contains("\"resolved\":true"))
    }
  }

  @Test("because there is no place for it: the daemon reports that and does not start")
  func noPlace() async throws {
    try await Machine.run { machine in
      try machine.write("", to: machine.directory + "/file")
      let refusal = try machine.startRefused("--data", machine.directory + "/file/data")
      #expect(refusal.status == .exited(74))
      #expect(refusal.message.contains(machine.directory + "/file/data/accounts.json"))
    }
  }

  @Test(
    "because its file system is read-only: writes are refused, reads continue, and later writes work",
    .enabled(if: Mounts.areAllowed, "mounting a file system takes root"))
  func readOnly() async throws {
    try await Machine.run { machine in
      try machine.mountData(size: "16m")
      try machine.start()
      try machine.addEva(zone: "Europe/Berlin")
      try machine.bbctl("diaper", "wet")
      try machine.stop()

      try machine.remountData(readOnly: true)
      try machine.start()
      let refused = try machine.bbctl("diaper", "dirty", "--json")
      #expect(refused.status == 1)
      #expect(refused.errorName == "store.readOnly")
      #expect(try machine.diapers == 1)

      try machine.remountData(readOnly: false)
      #expect(try machine.bbctl("diaper", "dirty").status == 0)
      #expect(try machine.diapers == 2)
    }
  }

  @Test(
    "because the disk is full: writes are refused, reads continue, and writes work once there is space",
    .enabled(if: Mounts.areAllowed, "mounting a file system takes root"))
  func full() async throws {
    try await Machine.run { machine in
      try machine.mountData(size: "2m")
      try machine.start()
      try machine.addEva(zone: "Europe/Berlin")
      try machine.bbctl("diaper", "wet")
      let filled = try machine.shell("cat /dev/zero > '\(machine.paths.data)/ballast'")
      #expect(filled.errors.contains("No space left"))

      let client = try LineClient(machine.paths.socket)
      var kept = 0
      var error: JSON?
      // There may be some room left in the files that are there already.
      while error == nil, kept < 2000 {
        error = try client.call("entry.log", ["kind": "note", "note": .string("note \(kept)")])["error"]
        kept += error == nil ? 1 : 0
      }
      #expect(error?["data"]?["name"] == "store.full")
      #expect(try machine.diapers == 1)

      unlink(machine.paths.data + "/ballast")
      #expect(try machine.bbctl("note", "there is room again").status == 0)
      try machine.stop()
      #expect(try machine.sqlite("SELECT count(*) FROM entry WHERE kind = 'note'") == "\(kept + 1)")
      #expect(try machine.sqlite("PRAGMA integrity_check") == "ok")
    }
  }
}

extension Machine {
  /// How many diapers there are.
  var diapers: Int? { get throws { try call("timeline.list", ["kinds": ["diaper"]])["entries"]?.arrayValue?.count } }
}

/// Another program that has the database locked for writing, until it is released.
private final class LockHolder {
  private let process: ChildProcess
  private let fifo: CInt

  init(of machine: Machine) throws {
    let (commands, answers) = (machine.directory + "/commands", machine.directory + "/answers")
    for path in [commands, answers] {
      guard mkfifo(path, 0o600) == 0 else { throw ScenarioFailure.system("mkfifo \(path)") }
    }
    process = try ChildProcess(
      "/bin/sh", ["-c", "exec sqlite3 '\(machine.database)' < '\(commands)' > '\(answers)'"],
      environment: machine.environment, output: nil, errors: machine.directory + "/sqlite3.err")
    fifo = open(commands, O_WRONLY | O_CLOEXEC)
    let answer = open(answers, O_RDONLY | O_CLOEXEC)
    defer { close(answer) }
    let begin = Array("BEGIN IMMEDIATE;\n.print locked\n".utf8)
    write(fifo, begin, begin.count)
    var byte: UInt8 = 0
    guard read(answer, &byte, 1) == 1 else { throw ScenarioFailure("sqlite3 could not lock \(machine.database)") }
  }

  func release() {
    close(fifo)
    _ = try? process.wait()
  }
}
