import BabyProtocol
import Testing
import TestSupport

@Suite("The family server as a service", .enabled(if: Lab.problem == nil, Comment(rawValue: Lab.problem ?? "")))
struct FamilyServerServiceTests {
  @Test("gets its certificate and its first account from credentials, and logs where it listens")
  func credentials() async throws {
    try await Lab.run { lab in
      try lab.startFamilyServer()
      #expect(try lab.property("StatusText", of: "babybasics-server.service") == "Listening at https://127.0.0.1:8080")
      #expect(try lab.token() != "")
      try lab.shell("systemctl restart babybasics-server && systemctl stop babybasics-server")
      #expect(try lab.property("Result", of: "babybasics-server.service") == "success")
      #expect(!(try lab.shell("journalctl --no-pager")).contains("correct horse"))
    }
  }

  @Test("authenticates the daemon by a credential, and gets its entries; systemctl shows unsent changes")
  func token() async throws {
    try await Lab.run { lab in
      try lab.startFamilyServer()
      let token = try lab.token()
      try lab.shell("printf '%s\\n' '\(token)' >/etc/credstore/babybasics-token")
      try lab.startDaemonWithServer()
      let account = try lab.bbctl("account --json").json["account"]
      #expect(account?["email"] == "maya@example.org")
      #expect(account?["tokenPlace"] == "credential")
      #expect(try lab.bbctl("child add Eva --born 2026-01-31").status == 0)
      #expect(try lab.bbctl("sleep start").status == 0)
      try lab.wait(until: "BABYBASICS_SOCKET=\(Lab.socket) bbctl queue --json | grep -q '\"unsent\":0'")
      #expect(try lab.server("/v1/changes", token: token).contains("\"kind\":\"sleep\""))

      try lab.shell("systemctl stop babybasics-server")
      #expect(try lab.bbctl("diaper wet").status == 0)
      try lab.wait(until: "systemctl show -p StatusText babybasicsd | grep -q 'Sleeping since .* · 1 unsent'")
      #expect(try lab.bbctl("diagnostics").json["daemon"]?["unsent"] == 1)
      try lab.shell("systemctl restart babybasicsd")
      #expect(try lab.property("StatusText").contains("1 unsent"))
      try lab.shell("systemctl start babybasics-server")
      try lab.wait(
        until: "BABYBASICS_SOCKET=\(Lab.socket) bbctl queue --json | grep -q '\"unsent\":0'",
        seconds: 2 * Patience.seconds)
      try lab.wait(until: "! systemctl show -p StatusText babybasicsd | grep -q unsent")
      // The secret is where systemd has put it, and nowhere else.
      #expect(try lab.attempt("grep -rlF '\(token)' /var/lib/babybasics /etc/babybasics").status == 1)
      #expect(!(try lab.shell("journalctl --no-pager")).contains(token))
    }
  }

  @Test("has a private authority's certificate, which doctor finds and explains how to trust")
  func privateAuthority() async throws {
    try await Lab.run { lab in
      try lab.startFamilyServer()
      try lab.shell("printf '%s\\n' '\(try lab.token())' >/etc/credstore/babybasics-token")
      try lab.startDaemonWithServer()
      try lab.configure("server:\n  url: https://localhost:8080\n")
      try lab.shell("systemctl restart babybasicsd")
      try lab.wait(until: "BABYBASICS_SOCKET=\(Lab.socket) bbctl account --json | grep -q '\"state\":\"offline\"'")
      let findings = try lab.bbctl("doctor --json").json["findings"]?.arrayValue
      let hint = findings?.first { $0["check"] == "server" }?["hint"]?.stringValue ?? ""
      #expect(hint.contains("update-ca-certificates"))
      try lab.shell("cd /lab && cp /etc/credstore/babybasics-server.crt ca.pem; sudo() { \"$@\"; }; \(hint)")
      try lab.wait(until: "BABYBASICS_SOCKET=\(Lab.socket) bbctl account --json | grep -q '\"state\":\"online\"'")
    }
  }

  @Test("authenticates the daemon by an encrypted credential as well")
  func encrypted() async throws {
    try await Lab.run { lab in
      try lab.startFamilyServer()
      let token = try lab.token()
      try lab.override("[Service]\nLoadCredential=\nLoadCredentialEncrypted=babybasics-token\n")
      try lab.shell(
        """
        mkdir -p -m 700 /etc/credstore.encrypted
        printf '%s\\n' '\(token)' |
          systemd-creds encrypt --with-key=host --name=babybasics-token - /etc/credstore.encrypted/babybasics-token
        """)
      try lab.startDaemonWithServer()
      #expect(try lab.bbctl("account --json").json["account"]?["tokenPlace"] == "credential")
      #expect(try lab.attempt("grep -rlF '\(token)' /etc /var/lib/babybasics").status == 1)
    }
  }
}

extension Lab {
  /// Starts the daemon with the family server as its own, and waits until it has logged in there.
  fileprivate func startDaemonWithServer() throws {
    try shell("install -m 644 /etc/credstore/babybasics-server.crt /etc/babybasics/family.pem")
    try configure("server:\n  url: https://localhost:8080\n  certificates: /etc/babybasics/family.pem\n")
    try shell("systemctl start babybasicsd")
    try wait(
      until: "BABYBASICS_SOCKET=\(Self.socket) bbctl account --json | grep -q '\"state\":\"authenticated\"'")
  }

  /// Starts the family server with a certificate for localhost and Maya's account.
  fileprivate func startFamilyServer() throws {
    try shell(
      """
      mkdir -p -m 700 /etc/credstore
      openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost -days 2 \
        -keyout /etc/credstore/babybasics-server.key -out /etc/credstore/babybasics-server.crt 2>/dev/null
      printf 'maya@example.org\\ncorrect horse battery\\nMaya\\n' >/etc/credstore/babybasics-server.admin
      systemctl start babybasics-server
      """)
  }

  /// Logs in as Maya, past the daemon.
  fileprivate func token() throws -> String {
    let login = try shell(
      "curl --silent --insecure --json '{\"email\":\"maya@example.org\",\"password\":\"correct horse battery\"}' "
        + "https://127.0.0.1:8080/v1/auth/login")
    guard let token = try JSON(parsing: login.utf8)["token"]?.stringValue else { throw ScenarioFailure(login) }
    return token
  }

  fileprivate func server(_ path: String, token: String) throws -> String {
    try shell("curl --silent --insecure --header 'Authorization: Bearer \(token)' https://127.0.0.1:8080\(path)")
  }
}
