import BabyProtocol
import Testing

@Suite("The daemon as a user's service", .enabled(if: Lab.problem == nil, Comment(rawValue: Lab.problem ?? "")))
struct UserServiceTests {
  @Test("starts with the user's first call, keeps its data where XDG says, and survives kill -9")
  func own() async throws {
    try await Lab.run { lab in
      // Who may not use the system's daemon.
      try lab.shell("useradd --create-home ben && systemctl start user@$(id -u ben).service")
      func ben(_ line: String) throws -> Machine.Run {
        try lab.attempt(
          "cd /home/ben; runuser -u ben -- env XDG_RUNTIME_DIR=/run/user/$(id -u ben) HOME=/home/ben sh -c '\(line)'"
        )
      }
      #expect(try ben("systemctl --user is-active babybasicsd.socket").output == "active\n")
      #expect(try ben("systemctl --user is-active babybasicsd.service").status != 0)
      let added = try ben("bbctl child add Eva --born 2026-01-31")
      #expect(added.status == 0, "\(added.errors)")
      #expect(try ben("systemctl --user is-active babybasicsd.service").output == "active\n")
      #expect(try ben("test -s ~/.local/share/babybasics/local.db").status == 0)
      #expect(try ben("bbctl sleep start").status == 0)
      #expect(try ben("systemctl --user kill --signal KILL babybasicsd").status == 0)
      #expect(try ben("bbctl sleep stop").status == 0)
      // The system's daemon is another one: nothing of this is there.
      #expect(try lab.bbctl("child list --json").json["children"]?.arrayValue == [])
    }
  }
}
