import BabyProtocol
import Testing

@Suite("The daemon as a user's service", .enabled(if: Lab.problem == nil, Comment(rawValue: Lab.problem ?? "")))
struct UserServiceTests {
  @Test("starts with the user's first call, keeps its data where XDG says, and survives kill -9")
  func own() async throws {
    try await Lab.run { lab in
      try lab.shell("systemctl start user@$(id -u maya).service")
      func maya(_ line: String) throws -> Machine.Run {
        try lab.attempt(
          "cd /home/maya; runuser -u maya -- env XDG_RUNTIME_DIR=/run/user/$(id -u maya) HOME=/home/maya sh -c '\(line)'"
        )
      }
      #expect(try maya("systemctl --user is-active babybasicsd.socket").output == "active\n")
      #expect(try maya("systemctl --user is-active babybasicsd.service").status != 0)
      let added = try maya("bbctl child add Eva --born 2026-01-31")
      #expect(added.status == 0, "\(added.errors)")
      #expect(try maya("systemctl --user is-active babybasicsd.service").output == "active\n")
      #expect(try maya("test -s ~/.local/share/babybasics/local.db").status == 0)
      #expect(try maya("bbctl sleep start").status == 0)
      #expect(try maya("systemctl --user kill --signal KILL babybasicsd").status == 0)
      #expect(try maya("bbctl sleep stop").status == 0)
      // The system's daemon is another one: nothing of this is there.
      #expect(try lab.bbctl("child list --json").json["children"]?.arrayValue == [])
    }
  }
}
