import BabyProtocol
import Testing

@Suite(
  "A family server with its own certificate, set up as in docs/guide/home-server.md",
  .enabled(if: Lab.problem == nil, Comment(rawValue: Lab.problem ?? "")),
  .enabled(if: Machine.has("openssl", "curl"), "openssl or curl is missing"))
struct HomeCertificateTests {
  @Test("works to the end: the administrator's lines, those of a person on another machine, accounts, backups, metrics")
  func recipe() async throws {
    try await Lab.run { lab in
      try lab.shell("echo '127.0.0.1 home.local' >>/etc/hosts")
      let blocks = try GuidePage("docs/guide/home-server.md").blocks(of: "HomeCertificateTests")
        .map { $0.commands.map(\.text) }
      try #require(blocks.map(\.count) == [6, 5, 8, 3, 1])
      let administrator = blocks[0]
      let said = try lab.shell(administrator.joined(separator: "\n")).split(separator: "\n")
      let code = try #require(said.last)
      #expect(said.contains { $0.contains("Made a certificate for home.local, 192.168.1.5.") })
      try lab.wait(until: "systemctl is-active babybasics-server")
      #expect(try lab.property("StatusText", of: "babybasics-server.service") == "Listening at https://0.0.0.0:8443")
      let folder = "/var/lib/babybasics-server/tls"
      #expect(
        try lab.shell("stat -c '%a %U' \(folder) \(folder)/server.pem")
          == "700 babybasics-server\n600 babybasics-server")

      // A person with a separate daemon, on a machine without a desktop to unlock a keyring.
      try lab.withoutKeyring()
      try lab.shell("useradd --create-home ben && systemctl start user@$(id -u ben).service")
      func ben(_ line: String) throws -> Machine.Run {
        try lab.machine.write(line + "\n", to: lab.machine.directory + "/ben.sh")
        return try lab.attempt(
          """
          chmod a+rx /lab /lab/ben.sh; cd /home/ben
          runuser -u ben -- env XDG_RUNTIME_DIR=/run/user/$(id -u ben) HOME=/home/ben bash /lab/ben.sh
          """)
      }
      #expect(try ben("bbctl child add Eva --born 2026-01-31").status == 0)
      let lines = blocks[1]
      let register = { (end: String) in
        "echo 'correct horse' | " + lines[4].replacing(" CODE", with: " \(code)") + end
      }
      let early = try ben(register(" --password-stdin --upload"))
      #expect(early.status != 0 && early.errors.contains("certificate"), "\(early.errors)")
      let fetched = try ben(lines[0...1].joined(separator: "\n"))
      let print = fetched.output.split(separator: "=").last?.split(separator: "\n").first ?? "none"
      #expect(said.map { $0.trimmingPrefix("  ") }.joined().contains(print), "\(fetched.errors)")
      try lab.shell("cd /home/ben; sudo() { \"$@\"; }; \(lines[2])")
      #expect(try ben(lines[3]).status == 0)
      let registered = try ben(register(" --password-stdin --upload"))
      #expect(registered.status == 0, "\(registered.errors)")
      try lab.wait(
        until: "runuser -u ben -- env XDG_RUNTIME_DIR=/run/user/$(id -u ben) bbctl account --json "
          + "| grep -q '\"state\":\"online\"\\|\"state\":\"authenticated\"'")

      // Passwords are typed, and a stick is in the machine.
      let accounts = blocks[2].map { $0.contains(" user add ") ? "echo 'correct horse' | " + $0 : $0 }
      try lab.shell("mkdir -p /media/usb")
      let managed = try lab.shell((["set -e"] + accounts + blocks[3]).joined(separator: "\n"))
      #expect(managed.contains("gran@example.org\tGran\t") && managed.contains("accounts: 2, 0 disabled"), "\(managed)")
      #expect(try lab.shell("ls /media/usb") == "family.db\ntls")
      try lab.shell(
        """
        sed -i 's/--trust-port 8080/& --metrics 127.0.0.1:9464/' /etc/systemd/system/babybasics-server.service.d/options.conf
        systemctl daemon-reload && systemctl restart babybasics-server
        """)
      #expect(try lab.shell(blocks[4][0]).contains("babybasics_accounts 2"))
    }
  }
}
