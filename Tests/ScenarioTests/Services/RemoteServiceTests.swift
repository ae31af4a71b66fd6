import BabyProtocol
import Testing

@Suite(
  "Another machine's daemon, over a real ssh",
  .enabled(if: Lab.problem == nil, Comment(rawValue: Lab.problem ?? "")),
  .enabled(if: Machine.has("sshd", "ssh", "ss"), "openssh-server is missing: apt-get install openssh-server"))
struct RemoteServiceTests {
  @Test("is called and followed as the user who logs in there, and listens nowhere else")
  func calls() async throws {
    try await Lab.run { lab in
      try lab.startSSH(startsSessions: false)
      let listeners = try lab.listeners()
      #expect(listeners.count == 1)
      #expect(try lab.shell("bbctl -H maya@localhost child add Eva --born 2026-01-31") != "")
      try lab.wait(until: "systemctl is-active --quiet babybasicsd")

      try lab.shell(
        """
        systemd-run --quiet --unit follower --property StandardOutput=file:/run/told \
          bbctl -H maya@localhost monitor sleep --limit 1 --json
        """)
      try lab.wait(until: "test -s /run/told")
      try lab.shell("bbctl sleep start -H maya@localhost")
      try lab.wait(until: "! systemctl is-active --quiet follower")
      #expect(try lab.property("Result", of: "follower.service") == "success")
      #expect(try lab.shell("cat /run/told").contains("\"topic\":\"sleep\""))

      // For the daemon the caller is Maya, who is not an administrator, and not root.
      #expect(try lab.attempt("bbctl -H maya@localhost settings set units oz").status == 4)
      #expect(try lab.shell("runuser -u maya -- env BABYBASICS_SOCKET=\(Lab.socket) bbctl undo") != "")
      #expect(try lab.listeners() == listeners)
      // Nothing is left on either side.
      try lab.wait(until: "! pgrep -x bbctl")

      let refused = try lab.attempt("bbctl -H nobody@localhost status")
      #expect(refused.status == 5)
      #expect(refused.errors.contains("Permission denied"))
    }
  }
}

extension Lab {
  /// The listeners for other machines.
  fileprivate func listeners() throws -> [Substring] {
    try shell("ss -Hltun | awk '{print $1, $5}' | sort").split(separator: "\n")
  }
}
