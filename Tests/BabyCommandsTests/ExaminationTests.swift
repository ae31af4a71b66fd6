import BabyCommands
import BabyModel
import BabyProtocol
import Testing

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
}
