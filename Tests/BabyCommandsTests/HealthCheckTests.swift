import BabyClient
import BabyModel
import BabyProtocol
import Testing

@testable import BabyCommands

@Suite("Findings of doctor")
struct HealthCheckTests {
  @Test("a locked keyring has the remedy of the daemon's own error")
  func lockedKeyring() throws {
    var environment = CommandEnvironment(variables: ["HOME": "/nowhere", "XDG_RUNTIME_DIR": "/nowhere/run"]) {
      Instant(milliseconds: 0)
    }
    environment.ask = { arguments in
      arguments.contains("org.freedesktop.Secret.Collection") ? ProgramAnswer(status: 0, output: "b true\n") : nil
    }
    let outcome = BbctlProgram.run(["doctor", "--json"], in: environment)
    #expect(outcome.status == .failed)
    let findings = try JSON(parsing: outcome.output)["findings"]?.arrayValue
    let keyring = findings?.first { $0["check"] == "keyring" }
    #expect(keyring?["state"] == "wrong")
    #expect(keyring?["hint"] == .string(ErrorCode.keyringLocked.hint))
  }

  @Test("a daemon that does not start is shown with its own message, and the remedy for it")
  func refusal() throws {
    var environment = CommandEnvironment(variables: ["HOME": "/nowhere", "XDG_RUNTIME_DIR": "/nowhere/run"]) {
      Instant(milliseconds: 0)
    }
    environment.ask = { arguments in
      guard arguments.contains("show"), arguments.contains("babybasicsd.service") else { return nil }
      return ProgramAnswer(status: 0, output: "ActiveState=failed\nStatusText=It is broken. Try: mend --now\n")
    }
    let service = try #require(findings(in: environment).first { $0["check"] == "service" })
    #expect(service["state"] == "wrong")
    #expect(service["text"] == "babybasicsd has given up: It is broken.")
    #expect(service["hint"] == "mend --now")
  }

  @Test(
    "an unreachable server, a required login or a wrong clock is found; a working server is fine",
    arguments: [
      (ConnectionRecord(state: .online, skewSeconds: 2), ["server fine", "server clock fine"]),
      (ConnectionRecord(state: .online, skewSeconds: -300), ["server fine", "server clock wrong"]),
      (ConnectionRecord(state: .offline, isStale: true, reason: "No connection"), ["server wrong"]),
      (ConnectionRecord(state: .unauthenticated, isStale: true), ["server wrong"]),
      (ConnectionRecord(state: .connecting), ["server remark"]),
    ])
  func server(connection: ConnectionRecord, expected: [String]) throws {
    let daemon = try SampleDaemon.start(AccountStatus.Answer(account: Sample.anna, connection: connection))
    let environment = CommandEnvironment(
      variables: ["HOME": "/nonexistent", "BABYBASICS_SOCKET": daemon.socket], now: { Sample.now })
    let found = try findings(in: environment).compactMap { finding -> String? in
      guard let check = finding["check"]?.stringValue, check.hasPrefix("server") else { return nil }
      return "\(check) \(finding["state"]?.stringValue ?? "")"
    }
    #expect(found == expected)
  }

  @Test("a private authority's certificate is distinguished from a server that is down")
  func privateAuthority() throws {
    let offline = ConnectionRecord(state: .offline, isStale: true, reason: "No connection")
    let daemon = try SampleDaemon.start(AccountStatus.Answer(account: Sample.anna, connection: offline))
    func hint(_ curl: Int32) throws -> String? {
      var environment = CommandEnvironment(variables: ["HOME": "/nonexistent", "BABYBASICS_SOCKET": daemon.socket]) {
        Sample.now
      }
      environment.ask = { $0.first == "curl" ? ProgramAnswer(status: curl, output: "") : nil }
      return try findings(in: environment).first { $0["check"] == "server" }?["hint"]?.stringValue
    }
    #expect(try hint(60)?.contains("update-ca-certificates && systemctl --user restart babybasicsd") == true)
    #expect(try hint(7) == "curl -sS https://baby.example/healthz")
  }

  @Test("a full disk is found, whether or not the daemon answers", arguments: [true, false])
  func fullDisk(answers: Bool) throws {
    let daemon = try SampleDaemon.start()
    if !answers { daemon.stop() }
    var free = 3 << 20
    var environment = CommandEnvironment(variables: ["HOME": "/home/eva", "BABYBASICS_SOCKET": daemon.socket]) {
      Sample.now
    }
    environment.freeBytes = { path in path.hasPrefix("/home/eva/.local/share/babybasics") ? free : nil }
    let disk = try #require(try findings(in: environment).first { $0["check"] == "disk" })
    #expect(disk["state"] == "wrong")
    #expect(disk["text"]?.stringValue?.contains("is nearly full (3 MB left): soon nothing") == true)
    #expect(disk["hint"]?.stringValue?.hasPrefix("df -h /home/eva/.local/share/babybasics") == true)
    free = 3 << 10
    let full = try findings(in: environment).first { $0["check"] == "disk" }?["text"]?.stringValue
    #expect(full?.contains("is full: nothing more can be logged.") == true)
    free = 3 << 30
    #expect(try findings(in: environment).first { $0["check"] == "disk" }?["state"] == "fine")
  }

  private static let own = "/run/user/1000/babybasics/daemon.sock"

  @Test(
    "explains why no daemon answers, and how to fix that",
    arguments: [
      (ClientError.timedOut(after: .seconds(5), sent: true), own, ["pgrep": "4711\n"], "kill -CONT 4711"),
      (
        .timedOut(after: .seconds(5), sent: true), StandardPaths.systemSocket, ["pgrep": "4711\n"],
        "sudo kill -CONT 4711"
      ),
      (
        .timedOut(after: .seconds(5), sent: true), own, ["show": "ActiveState=activating\nStatusText=\n"],
        "bbctl doctor --timeout 60"
      ),
      (
        .timedOut(after: .seconds(5), sent: true), own, ["show": "ActiveState=active\nStatusText=Ready\n"],
        "systemctl --user restart babybasicsd"
      ),
      (.timedOut(after: .seconds(5), sent: true), own, [:], "systemctl --user restart babybasicsd"),
      (
        .notRunning(socket: own), own, ["is-enabled": "masked\n"],
        "systemctl --user unmask babybasicsd.socket && systemctl --user enable --now babybasicsd.socket"
      ),
      (.notRunning(socket: own), own, ["cat": ""], "systemctl --user enable --now babybasicsd.socket"),
      (.notRunning(socket: own), own, ["--version": "0.1.0\n"], "babybasicsd &"),
      (.notRunning(socket: own), own, [:], "sudo apt-get install babybasicsd"),
      (
        .noPermission(socket: own), own, ["stat": "root root 600\n"],
        "sudo rm \(own) && systemctl --user restart babybasicsd.socket"
      ),
      (.noPermission(socket: own), own, ["stat": "eva eva 0\n"], "chmod 600 \(own)"),
      (
        .noPermission(socket: StandardPaths.systemSocket), StandardPaths.systemSocket, ["stat": "root root 660\n"],
        "sudo systemctl stop babybasicsd && sudo systemctl restart babybasicsd.socket"
      ),
      (
        .noPermission(socket: StandardPaths.systemSocket), StandardPaths.systemSocket,
        ["stat": "babybasics babybasics 660\n"], "sudo adduser eva babybasics && newgrp babybasics"
      ),
    ] as [(ClientError, String, [String: String], String)])
  func failure(error: ClientError, socket: String, answers: [String: String], remedy: String) throws {
    var environment = CommandEnvironment(variables: ["HOME": "/home/eva", "USER": "eva"]) { Sample.now }
    environment.ask = { arguments in
      answers.first { arguments.contains($0.key) }.map {
        ProgramAnswer(status: $0.key == "is-enabled" ? 1 : 0, output: $0.value)
      }
    }
    let session = try CommandSession(SessionSettings(socket: socket), in: environment)
    let finding = HealthCheck(session).failure(error)
    #expect(finding.state == .wrong)
    #expect(finding.remedy == remedy)
  }

  @Test("a masked socket is unmasked before it is enabled")
  func masked() throws {
    let daemon = try SampleDaemon.start()
    var environment = CommandEnvironment(variables: ["HOME": "/nonexistent", "BABYBASICS_SOCKET": daemon.socket]) {
      Sample.now
    }
    environment.ask = { $0.contains("is-enabled") ? ProgramAnswer(status: 1, output: "masked-runtime\n") : nil }
    let unit = try #require(try findings(in: environment).first { $0["check"] == "unit" })
    #expect(unit["state"] == "wrong")
    #expect(unit["hint"]?.stringValue?.hasPrefix("systemctl --user unmask babybasicsd.socket && ") == true)
  }

  @Test("of two daemons, doctor names the one in use, and how to use only one")
  func two() throws {
    var mayOpen = true
    var environment = CommandEnvironment(variables: [
      "HOME": "/home/eva", "XDG_RUNTIME_DIR": "/run/user/1000", "USER": "eva",
    ]) { Sample.now }
    environment.exists = { [Self.own, StandardPaths.systemSocket, "/home/eva/.local/share/babybasics"].contains($0) }
    environment.mayOpen = { _ in mayOpen }
    var found = try findings(in: environment)
    #expect(found[0]["text"]?.stringValue?.contains("the system's is at /run/babybasics/daemon.sock") == true)
    #expect(found[1]["hint"] == "bbctl move --to system")
    mayOpen = false
    found = try findings(in: environment)
    #expect(found[1]["hint"] == "sudo adduser eva babybasics && newgrp babybasics")
  }

  @Test("other commands mention another log on a terminal, and never to a script")
  func remark() {
    func errors(_ arguments: [String], onTerminal: Bool) -> String {
      var environment = CommandEnvironment(variables: ["HOME": "/home/eva", "XDG_RUNTIME_DIR": "/run/user/1000"]) {
        Sample.now
      }
      environment.errorIsTerminal = onTerminal
      environment.exists = { [Self.own, StandardPaths.systemSocket, "/home/eva/.local/share/babybasics"].contains($0) }
      environment.mayOpen = { _ in true }
      return String(decoding: BbctlProgram.run(arguments, in: environment).errors, as: UTF8.self)
    }
    #expect(errors(["status"], onTerminal: true).contains("bbctl move --to system"))
    #expect(errors(["diaper", "wet"], onTerminal: true).contains("bbctl move --to system"))
    for quiet in [["status", "--json"], ["completion", "bash"], ["doctor"]] {
      #expect(!errors(quiet, onTerminal: true).contains("bbctl move"), "\(quiet)")
    }
    #expect(!errors(["status"], onTerminal: false).contains("bbctl move"))
  }

  private func findings(in environment: CommandEnvironment) throws -> [JSON] {
    try #require(
      try JSON(parsing: BbctlProgram.run(["doctor", "--json"], in: environment).output)["findings"]?.arrayValue)
  }
}
