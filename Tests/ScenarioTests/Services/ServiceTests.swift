import BabyProtocol
import Glibc
import Testing

@Suite("The daemon as a service of the system", .enabled(if: Lab.problem == nil, Comment(rawValue: Lab.problem ?? "")))
struct ServiceTests {
  @Test("starts with the first call, reports the state of the day, and accepts users that the kernel allows")
  func activation() async throws {
    try await Lab.run { lab in
      #expect(try lab.property("ActiveState") == "inactive")
      #expect(try lab.bbctl("child add Eva --born 2026-01-31").status == 0)
      try lab.wait(until: "systemctl is-active --quiet babybasicsd")
      #expect(try lab.property("Type") == "notify")
      #expect(try lab.property("StatusText") == "Ready")
      #expect(try lab.bbctl("sleep start").status == 0)
      try lab.wait(until: "systemctl show -p StatusText babybasicsd | grep -q 'Sleeping since'")

      let stranger = try lab.attempt("runuser -u nobody -- env BABYBASICS_SOCKET=\(Lab.socket) bbctl status")
      #expect(stranger.status == 4)
      #expect(try lab.bbctl("settings set units oz").status == 4)
      try lab.shell("adduser --quiet maya babybasics-admin")
      #expect(try lab.bbctl("settings set units oz").status == 0)

      #expect(
        try lab.shell("systemctl stop babybasicsd 2>/dev/null; systemctl is-active babybasicsd.socket") == "active")
      #expect(try lab.property("Result") == "success")
      #expect(try lab.bbctl("status").output.contains("Sleeping"))
      // Nothing that the unit forbids was tried.
      #expect(try lab.journal("_TRANSPORT=audit").isEmpty)
    }
  }

  @Test("writes its log into the journal with fields, and the journal explains it")
  func journal() async throws {
    try await Lab.run { lab in
      try lab.configure("log:\n  level: debug\n")
      let added = try lab.bbctl("child add Eva --born 2026-01-31")
      #expect(added.status == 0)
      let entry = try #require(try lab.bbctl("diaper wet --json").json["entry"]?["id"]?.stringValue)
      let ready = try lab.journal("SYSLOG_IDENTIFIER=babybasicsd").first { $0["BB_DATABASE"] != nil }
      #expect(ready?["BB_DATABASE"] == "/var/lib/babybasics/local.db")
      #expect(ready?["PRIORITY"] == "6")
      let id = try #require(ready?["MESSAGE_ID"]?.stringValue)
      #expect(try lab.journal("MESSAGE_ID=\(id)").count == 1)
      #expect(try lab.shell("journalctl --no-pager -x MESSAGE_ID=\(id)").contains("The daemon answers calls"))
      #expect(try lab.journal("BB_ENTRY_ID=\(entry)").first?["BB_OPERATION"] == "insert")
      // Every id has its words.
      let catalog = try lab.shell("journalctl --list-catalog | grep -c babybasicsd")
      #expect(catalog == "10")
    }
  }

  @Test("is looked into as docs/guide/troubleshooting.md says")
  func troubleshooting() async throws {
    try await Lab.run { lab in
      try lab.configure("log:\n  level: debug\n")
      #expect(try lab.bbctl("child add Eva --born 2026-01-31").status == 0)
      #expect(try lab.bbctl("diaper wet").status == 0)
      try lab.shell("journalctl --sync")
      let commands = try GuidePage("docs/guide/troubleshooting.md").commands(of: "ServiceTests").map(\.text)
      try #require(commands.count == 3)
      let outputs = try commands.map { try lab.attempt("export BABYBASICS_SOCKET=\(Lab.socket); \($0)").output }
      #expect(outputs[0].contains(Lab.socket), "\(outputs[0])")
      #expect(outputs[1].contains("The daemon answers calls"), "\(outputs[1])")
      #expect(outputs[2].contains("wrote an entry"), "\(outputs[2])")
    }
  }

  @Test("reloads its configuration, and refuses a bad one while the old one stays in effect")
  func reload() async throws {
    try await Lab.run { lab in
      #expect(try lab.bbctl("child add Eva --born 2026-01-31").status == 0)
      let pid = try lab.property("MainPID")
      try lab.configure("log:\n  level: debug\n")
      try lab.shell("systemctl reload babybasicsd")
      try lab.wait(until: "journalctl -u babybasicsd | grep -q 'read the configuration again'")
      #expect(try lab.bbctl("diaper wet").status == 0)
      #expect(try lab.journal("PRIORITY=7").contains { $0["BB_ENTRY_ID"] != nil })

      try lab.configure("log:\n  levle: debug\n")
      let refused = try lab.attempt("systemctl reload babybasicsd")
      #expect(refused.status != 0)
      #expect(refused.errors.contains("Job for babybasicsd.service failed"))
      // By its name: of a program that is over so soon the journal cannot always tell the unit.
      try lab.wait(until: "journalctl -t babybasicsd -p err | grep -q 'config.yaml:2:3'")
      try lab.wait(until: "systemctl is-active --quiet babybasicsd")
      #expect(try lab.property("MainPID") == pid)
      #expect(try lab.bbctl("diaper dirty").status == 0)

      // At a start there is no old one: systemctl says what is wrong, and nothing tries again.
      #expect(try lab.attempt("systemctl restart babybasicsd").status != 0)
      #expect(try lab.property("Result") == "exit-code")
      #expect(try lab.property("ExecMainStatus") == "78")
      #expect(try lab.property("NRestarts") == "0")
      #expect(try lab.property("StatusText").contains("did you mean \"log.level\"?"))
      #expect(try lab.shell("journalctl -u babybasicsd").contains("status=78/CONFIG"))
      try lab.shell("rm /etc/babybasics/config.yaml; systemctl restart babybasicsd")
    }
  }

  @Test("returns after kill -9 with the running sleep")
  func killed() async throws {
    try await Lab.run { lab in
      #expect(try lab.bbctl("child add Eva --born 2026-01-31").status == 0)
      let start = try lab.bbctl("sleep start --json").json["entry"]?["id"]
      try lab.shell("systemctl kill --signal KILL babybasicsd")
      try lab.wait(until: "systemctl show -p NRestarts babybasicsd | grep -qx NRestarts=1")
      #expect(try lab.bbctl("status --json").json["runningSleep"]?["id"] == start)
      #expect(try lab.property("StatusText").hasPrefix("Sleeping since "))
    }
  }

  @Test("is restarted when calls make no progress, although its event loop still runs")
  func wedged() async throws {
    try await Lab.run { lab in
      try lab.override("[Service]\nWatchdogSec=4s\n")
      #expect(try lab.bbctl("child add Eva --born 2026-01-31").status == 0)
      #expect(try lab.property("WatchdogUSec") == "4s")
      // It says that it is alive for longer than the watchdog waits.
      func value(_ name: String) -> String { "$(systemctl show babybasicsd --value -p \(name))" }
      let late = "$((\(value("ActiveEnterTimestampMonotonic")) + 8000000))"
      try lab.wait(until: "[ \(value("WatchdogTimestampMonotonic")) -gt \(late) ]")
      #expect(try lab.property("NRestarts") == "0")
      // One thread is stopped, as a disk stops it that does not answer.
      try lab.shell(
        "nohup python3 -c '\(Self.stopper)' $(systemctl show --value -p MainPID babybasicsd) >/lab/stopper 2>&1 &")
      do { try lab.wait(until: "grep -q stopped /lab/stopper") } catch {
        Issue.record("the thread was not stopped: \(try lab.shell("cat /lab/stopper"))")
      }
      try lab.wait(until: "! systemctl show -p NRestarts babybasicsd | grep -qx NRestarts=0")
      try lab.wait(until: "systemctl is-active --quiet babybasicsd")
      let log = try lab.shell("journalctl --sync; journalctl -u babybasicsd")
      #expect(log.contains("Watchdog timeout"))
      #expect(log.contains("calls are not making progress"))
      #expect(try lab.bbctl("child list").output.contains("Eva"))
    }
  }

  /// Stops the thread that writes, and holds it until the process is gone.
  private static let stopper = """
    import ctypes, os, sys
    pid = sys.argv[1]
    def name(task):
      try: return open(f"/proc/{pid}/task/{task}/comm").read().strip()
      except OSError: return "gone meanwhile"
    disk = next(int(task) for task in os.listdir(f"/proc/{pid}/task") if name(task) == "disk")
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.ptrace(0x4206, disk, None, None) == 0 and libc.ptrace(0x4207, disk, None, None) == 0
    os.waitpid(disk, 0x40000000)
    print("stopped", flush=True)
    while True:
      task, status = os.waitpid(disk, 0x40000000)
      if os.WIFEXITED(status) or os.WIFSIGNALED(status): break
    """

  @Test("serves every socket of its units, and in local-only.conf reaches no network")
  func sockets() async throws {
    try await Lab.run { lab in
      try lab.shell(
        "mkdir -p /etc/systemd/system/babybasicsd.socket.d && "
          + "printf '[Socket]\\nListenStream=/run/second.sock\\n' >/etc/systemd/system/babybasicsd.socket.d/second.conf && "
          + "mkdir -p /etc/systemd/system/babybasicsd.service.d && "
          + "cp /usr/share/doc/babybasicsd/local-only.conf /etc/systemd/system/babybasicsd.service.d/ && "
          + "systemctl daemon-reload && systemctl restart babybasicsd.socket")
      #expect(try lab.bbctl("child add Eva --born 2026-01-31").status == 0)
      #expect(try lab.shell("BABYBASICS_SOCKET=/run/second.sock bbctl child list").contains("Eva"))
      #expect(
        try lab.shell("nsenter -t $(systemctl show --value -p MainPID babybasicsd) -n ip -o link | wc -l") == "1")
    }
  }

  @Test("doctor shows how to fix a stopped daemon, a masked socket, and one of another user")
  func doctor() async throws {
    try await Lab.run { lab in
      #expect(try lab.bbctl("child add Eva --born 2026-01-31").status == 0)
      // A signal takes effect when the kernel gets round to it.
      try lab.mend(
        after: "systemctl kill --signal STOP babybasicsd; "
          + "until grep -q '^State:.T' /proc/$(systemctl show --value -p MainPID babybasicsd)/status; do :; done",
        "is suspended")
      try lab.mend(
        after: "systemctl stop babybasicsd.socket babybasicsd.service; systemctl mask babybasicsd.socket", "is masked")
      try lab.mend(after: "chown root:root \(Lab.socket)", "belongs to root:root")
      try lab.mend(after: "systemctl stop babybasicsd.socket babybasicsd.service", "no socket to start one")
    }
  }

  @Test("shows in systemctl why it does not start")
  func refusing() async throws {
    try await Lab.run { lab in
      #expect(try lab.bbctl("child add Eva --born 2026-01-31").status == 0)
      try lab.shell("systemctl stop babybasicsd.socket babybasicsd.service")
      let newer = "INSERT INTO grdb_migrations VALUES ('v1000')"
      try lab.shell("runuser -u babybasics -- sqlite3 /var/lib/babybasics/local.db \"\(newer)\"")
      #expect(try lab.attempt("systemctl start babybasicsd").status != 0)
      #expect(try lab.property("ExecMainStatus") == "65")
      #expect(try lab.property("StatusText").contains("was written by a newer version"))
      #expect(try lab.property("NRestarts") == "0")
      #expect(try lab.shell("journalctl -u babybasicsd").contains("status=65/DATAERR"))

      let doctor = try lab.bbctl("doctor")
      #expect(doctor.status == 1)
      #expect(doctor.output.contains("babybasicsd has given up: The database /var/lib/babybasics/local.db was written"))
      #expect(doctor.output.contains("apt-get install --only-upgrade babybasicsd"))
    }
  }
}

extension Lab {
  func configure(_ yaml: String) throws {
    try machine.write(yaml, to: machine.directory + "/config.yaml")
    try shell("install -m 644 /lab/config.yaml /etc/babybasics/config.yaml")
  }

  /// Breaks something, and does what doctor says about it.
  ///
  /// - Parameter text: what doctor finds.
  func mend(after damage: String, _ text: String) throws {
    try shell(damage)
    let doctor = try bbctl("doctor --json --timeout 1")
    let finding = try doctor.json["findings"]?.arrayValue?.first { $0["check"] == "daemon" }
    #expect(finding?["text"]?.stringValue?.contains(text) == true, "\(damage): \(doctor.output)")
    guard let hint = finding?["hint"]?.stringValue else { throw ScenarioFailure("no hint after \(damage)") }
    // Root needs no sudo.
    try shell("sudo() { \"$@\"; }; \(hint)")
    #expect(try bbctl("status").status == 0, "\(damage): \(hint)")
  }

  /// Adds to the daemon's unit.
  func override(_ text: String) throws {
    try machine.write(text, to: machine.directory + "/override.conf")
    try shell(
      "install -D -m 644 /lab/override.conf /etc/systemd/system/babybasicsd.service.d/override.conf; "
        + "systemctl daemon-reload")
  }
}
