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

@Suite("The family server as a service", .enabled(if: Lab.problem == nil, Comment(rawValue: Lab.problem ?? "")))
struct FamilyServerServiceTests {
  @Test("takes its certificate and its first account from credentials, and says where it listens")
  func credentials() async throws {
    try await Lab.run { lab in
      try lab.shell(
        """
        mkdir -p -m 700 /etc/credstore
        openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -days 2 \
          -keyout /etc/credstore/babybasics-server.key -out /etc/credstore/babybasics-server.crt 2>/dev/null
        printf 'maya@example.org\\ncorrect horse battery\\nMaya\\n' >/etc/credstore/babybasics-server.admin
        systemctl start babybasics-server
        """)
      #expect(try lab.property("StatusText", of: "babybasics-server.service") == "Listening at https://127.0.0.1:8080")
      let login = try lab.shell(
        "curl --silent --insecure --json '{\"email\":\"maya@example.org\",\"password\":\"correct horse battery\"}' "
          + "https://127.0.0.1:8080/v1/auth/login")
      #expect(try JSON(parsing: login.utf8)["token"]?.stringValue != nil, "\(login)")
      try lab.shell("systemctl restart babybasics-server && systemctl stop babybasics-server")
      #expect(try lab.property("Result", of: "babybasics-server.service") == "success")
      #expect(!(try lab.shell("journalctl --no-pager")).contains("correct horse"))
    }
  }
}
