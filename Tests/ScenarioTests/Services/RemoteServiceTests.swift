import BabyProtocol
import Testing

@Suite(
  "Another machine's daemon, over a real ssh",
  .enabled(if: Lab.problem == nil, Comment(rawValue: Lab.problem ?? "")),
  .enabled(if: Machine.has("sshd", "ssh", "ss"), "openssh-server is missing: apt-get install openssh-server"))
struct RemoteServiceTests {
  @Test("is called and followed as whoever logs in there, and listens nowhere that it did not before")
  func calls() async throws {
    try await Lab.run { lab in
      try lab.startSSH()
      let listeners = try lab.listeners()
      #expect(listeners.count == 1)
      #expect(try lab.shell("bbctl -H maya@localhost child add Eva --born 2026-01-31") != "")
      #expect(try lab.property("ActiveState") == "active")

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

      // To the daemon it is Maya, who is no administrator, and not root, who called.
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
  /// Starts sshd, with a key that root has and maya lets in.
  fileprivate func startSSH() throws {
    try shell(
      """
      mkdir -p /run/sshd && ssh-keygen -q -A && install -d -m 700 /root/.ssh
      rm -f /root/.ssh/* && ssh-keygen -q -t ed25519 -N '' -f /root/.ssh/id_ed25519
      install -d -o maya -m 700 /home/maya/.ssh
      install -o maya -m 600 /root/.ssh/id_ed25519.pub /home/maya/.ssh/authorized_keys
      usermod --password '*' maya
      systemd-run --quiet --unit lab-sshd $(command -v sshd) -D -o UsePAM=no -o ListenAddress=127.0.0.1
      """)
    try wait(
      until: "ssh-keyscan -t ed25519 localhost >/root/.ssh/known_hosts 2>/dev/null && test -s /root/.ssh/known_hosts")
  }

  /// Where somebody listens for other machines.
  fileprivate func listeners() throws -> [Substring] {
    try shell("ss -Hltun | awk '{print $1, $5}' | sort").split(separator: "\n")
  }
}
