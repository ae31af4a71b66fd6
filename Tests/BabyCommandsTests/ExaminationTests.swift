import BabyModel
import BabyProtocol
import Testing

@testable import BabyCommands

@Suite("What doctor finds")
struct ExaminationTests {
  @Test("a locked keyring is mended by the command that the daemon's own error names")
  func lockedKeyring() throws {
    let surroundings = Surroundings(
      variables: ["HOME": "/nowhere", "XDG_RUNTIME_DIR": "/nowhere/run"], now: { Instant(milliseconds: 0) },
      ask: { arguments in
        arguments.contains("org.freedesktop.Secret.Collection") ? ProgramAnswer(status: 0, output: "b true\n") : nil
      })
    let outcome = Program.run(["doctor", "--json"], in: surroundings)
    #expect(outcome.status == .failed)
    let findings = try JSON(parsing: outcome.output)["findings"]?.arrayValue
    let keyring = findings?.first { $0["check"] == "keyring" }
    #expect(keyring?["state"] == "wrong")
    #expect(keyring?["hint"] == .string(ErrorCode.keyringLocked.hint))
  }

  @Test("a daemon that does not start is found with its own words, and with what they name")
  func refusal() throws {
    let surroundings = Surroundings(
      variables: ["HOME": "/nowhere", "XDG_RUNTIME_DIR": "/nowhere/run"], now: { Instant(milliseconds: 0) },
      ask: { arguments in
        guard arguments.contains("show"), arguments.contains("babybasicsd.service") else { return nil }
        return ProgramAnswer(status: 0, output: "ActiveState=failed\nStatusText=It is broken. Try: mend --now\n")
      })
    let service = try #require(findings(in: surroundings).first { $0["check"] == "service" })
    #expect(service["state"] == "wrong")
    #expect(service["text"] == "babybasicsd has given up: It is broken.")
    #expect(service["hint"] == "mend --now")
  }

  @Test(
    "a server that is not reached, wants a login or has another time is found; one that answers is fine",
    arguments: [
      (ConnectionRecord(state: .online, skewSeconds: 2), ["server fine", "server clock fine"]),
      (ConnectionRecord(state: .online, skewSeconds: -300), ["server fine", "server clock wrong"]),
      (ConnectionRecord(state: .offline, isStale: true, reason: "No connection"), ["server wrong"]),
      (ConnectionRecord(state: .unauthenticated, isStale: true), ["server wrong"]),
      (ConnectionRecord(state: .connecting), ["server remark"]),
    ])
  func server(connection: ConnectionRecord, expected: [String]) throws {
    let daemon = try SampleDaemon.start(AccountStatus.Answer(account: Sample.anna, connection: connection))
    let surroundings = Surroundings(
      variables: ["HOME": "/nonexistent", "BABYBASICS_SOCKET": daemon.socket], now: { Sample.now })
    let found = try findings(in: surroundings).compactMap { finding -> String? in
      guard let check = finding["check"]?.stringValue, check.hasPrefix("server") else { return nil }
      return "\(check) \(finding["state"]?.stringValue ?? "")"
    }
    #expect(found == expected)
  }

  private func findings(in surroundings: Surroundings) throws -> [JSON] {
    try #require(try JSON(parsing: Program.run(["doctor", "--json"], in: surroundings).output)["findings"]?.arrayValue)
  }
}
