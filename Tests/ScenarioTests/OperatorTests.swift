import BabyProtocol
import Testing

/// `babybasics-server` for its administrator.
@Suite("The family server's administrator, with real programs")
struct OperatorTests {
  @Test("disables an account, deletes one, and checks the server's status and backup")
  func operate() async throws {
    try await Machine.withEva(zone: "UTC") { anna in
      let port = try anna.shell(
        "python3 -c 'import socket; s = socket.socket(); s.bind((\"127.0.0.1\", 0)); print(s.getsockname()[1])'"
      ).output.filter(\.isNumber)
      var server = try ServerProcess(on: anna, "--metrics", "127.0.0.1:\(port)")
      try anna.register("Anna", at: server, "--upload")
      try Family.sync(anna)
      let empty = try anna.shell("babybasics-server status").output
      #expect(empty.hasPrefix("accounts: 1, 0 disabled\nchildren: 1\nsessions: 1, 1 used within a day\n"))
      #expect(empty.contains("requests: not counted yet\n"))
      #expect(empty.contains("last backup: none yet"), "\(empty)")
      let metrics = try anna.shell("curl -s http://127.0.0.1:\(port)/metrics").output
      #expect(metrics.contains("babybasics_requests_total{operation=\"auth.register\",status=\"201\"} 1\n"))
      #expect(metrics.hasSuffix("# EOF\n") && !metrics.contains("anna") && !metrics.contains("Eva"))
      #expect(try server.request("GET", "/metrics").status == 404, "not for those who use the server")
      let address = server.port
      let health = "babybasics-server health --port \(address)"
      #expect(try anna.shell(health).output == "ok\n")
      try server.stop()
      let stopped = try anna.shell(health)
      #expect(stopped.status == 1 && stopped.errors.contains("No server answers at 127.0.0.1:\(address)."))
      let database = "babybasics-server status | sed -n 's/^database: .* bytes, //p'"
      #expect(try anna.shell("stat -c %a \"$(\(database))-requests\"").output == "600\n")
      let counted = try anna.shell("babybasics-server status | grep ^requests:").output
      #expect(counted.contains(", 0 failed, from ") && !counted.hasPrefix("requests: 0,"), "\(counted)")
      server = try ServerProcess(on: anna, port: address)
      try anna.wait(for: "a backup") {
        try anna.shell("babybasics-server status").output.contains("/backups/server-")
      }

      try Family.sync(anna)
      let disabled = try anna.shell("babybasics-server user disable anna@example.org")
      #expect(disabled.output.hasPrefix("Disabled anna@example.org"), "\(disabled.errors)")
      try anna.bbctl("note", "not sent yet")
      try anna.wait(for: "Anna to be logged out") {
        _ = try? anna.call("dashboard.refresh")
        return try anna.call("account.status")["account"]?["state"] == "unauthenticated"
      }
      let login = "echo 'correct horse' | bbctl login --email anna@example.org --password-stdin --no-upload"
      #expect(try anna.shell(login).errors.contains("This account is disabled"))
      #expect(try anna.shell("babybasics-server user list").output.hasSuffix("\tnever\tdisabled\n"))
      #expect(try anna.shell("babybasics-server user enable anna@example.org").status == 0)
      #expect(try anna.shell(login).status == 0)
      try Family.sync(anna)
      #expect(try anna.bbctl("history", "--plain").output.contains("not sent yet"))

      let unasked = try anna.shell("babybasics-server user delete anna@example.org </dev/null")
      #expect(unasked.status == 1 && unasked.errors.contains("Its children go too: Eva."), "\(unasked.errors)")
      #expect(try anna.shell("babybasics-server user list").output.contains("anna@example.org"))
      #expect(try anna.shell("babybasics-server user delete anna@example.org --yes").status == 0)
      #expect(try anna.shell("babybasics-server user list").output == "")
      #expect(try anna.shell("babybasics-server status").output.hasPrefix("accounts: 0, 0 disabled\nchildren: 0\n"))
    }
  }

  @Test("an administrator's code lets in a person who has forgotten the password, once, with all their data")
  func forgotten() async throws {
    try await Machine.withEva(zone: "UTC") { laptop in
      let server = try ServerProcess(on: laptop)
      try laptop.register("Anna", at: server, "--upload")
      try await Machine.withAnother { phone in
        try phone.start()
        try Family.logIn(phone, "Anna", at: server.address)
        try laptop.bbctl("note", "waits")
        let code = try laptop.shell("babybasics-server user password-code anna@example.org")
        #expect(code.status == 0 && code.output.count == 12, "\(code.errors)")
        let reset = ["account", "reset", String(code.output.dropLast()), "--password-stdin"]
        let done = try laptop.bbctl(reset, input: "battery staple\n")
        #expect(done.output.hasPrefix("Logged in as Anna"), "\(done.errors)")
        try Family.sync(laptop)
        #expect(try laptop.bbctl("history", "--plain").output.contains("waits"))
        let again = try laptop.bbctl(reset, input: "something else\n")
        #expect(again.errors.contains("has been used or has expired"))
        try phone.wait(for: "the phone to be logged out") {
          _ = try? phone.call("dashboard.refresh")
          return try phone.call("account.status")["account"]?["state"] == "unauthenticated"
        }
        let nobody = try laptop.shell("babybasics-server user password-code nobody@example.org")
        #expect(nobody.errors == "babybasics-server: There is no account nobody@example.org.\n")
      }
    }
  }
}
